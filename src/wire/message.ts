/** Fills `{name}` placeholders. One that has no value stays as written, so that a mistake shows. */
export function fillMessage(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === null ? whole : String(value);
  });
}
