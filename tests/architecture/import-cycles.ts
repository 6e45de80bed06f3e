import type { Source } from "./sources.ts";

/** Groups of files that reach each other by their imports: the paths of each, sorted. */
export function importCycles(sources: readonly Source[]): readonly (readonly string[])[] {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])] as const),
  );
  const groups: string[][] = [];
  // Tarjan's strongly connected components.
  const found = new Map<string, { readonly at: number; lowest: number; isOpen: boolean }>();
  const open: string[] = [];
  const visit = (path: string): { lowest: number } => {
    const own = { at: found.size, lowest: found.size, isOpen: true };
    found.set(path, own);
    open.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue;
      const known = found.get(next);
      if (known === undefined) own.lowest = Math.min(own.lowest, visit(next).lowest);
      else if (known.isOpen) own.lowest = Math.min(own.lowest, known.at);
    }
    if (own.lowest === own.at) {
      const group = open.splice(open.indexOf(path));
      for (const one of group) {
        const member = found.get(one);
        if (member !== undefined) member.isOpen = false;
      }
      if (group.length > 1) groups.push(group.sort());
    }
    return own;
  };
  for (const path of importsOf.keys()) if (!found.has(path)) visit(path);
  return groups;
}
