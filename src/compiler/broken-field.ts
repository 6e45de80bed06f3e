const broken = new WeakSet<object>();

/** Something about the field's shape is wrong: what kind of value it holds cannot be told. */
export function markBroken(field: object): void {
  broken.add(field);
}

/** Whether nothing may be concluded from a field: what is wrong with it is told, what would follow from that is not. */
export function isBroken(field: object): boolean {
  return broken.has(field);
}
