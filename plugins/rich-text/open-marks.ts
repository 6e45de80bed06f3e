import { MARK_NAMES, type Mark, type MarkName } from "./lines.ts";

export function isMark(name: string): name is MarkName {
  return MARK_NAMES.some((mark) => mark === name);
}

/** The open marks, each once however often it was opened; of links the innermost counts. */
export function openMarks() {
  const counts = new Map<MarkName, number>();
  const links: (Mark | undefined)[] = [];
  const ordered: MarkName[] = [];
  let current: readonly Mark[] | undefined;
  return {
    open(name: MarkName, open: string, attributes: ReadonlyMap<string, string>): void {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      if (count === 0) ordered.push(name);
      if (name === "a") links.push(attributes.has("href") ? { name, open } : links.at(-1));
      current = undefined;
    },
    close(name: MarkName): void {
      const count = (counts.get(name) ?? 0) - 1;
      counts.set(name, count);
      if (count === 0) ordered.splice(ordered.indexOf(name), 1);
      if (name === "a") links.pop();
      current = undefined;
    },
    now(): readonly Mark[] {
      current ??= ordered.flatMap((name) =>
        name === "a" ? (links.at(-1) ?? []) : { name, open: `<${name}>` },
      );
      return current;
    },
  };
}
