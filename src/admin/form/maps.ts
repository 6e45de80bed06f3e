export function isSameMap<V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

export function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...map].filter(([each]) => each !== key));
}
