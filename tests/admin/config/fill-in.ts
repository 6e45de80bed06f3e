import { asSnippet } from "../../../src/admin/config/editor/completion.ts";

/** A template with its places filled in: by number, else with their own names. */
export function fillIn(template: string, by: (stop: number) => string | undefined): string {
  return asSnippet(template).replace(
    /\$\{(\d+)(?::([^{}]*))?\}/g,
    (_, stop, name = "") => by(Number(stop)) ?? name,
  );
}

/** The same, the first place in brackets. */
export function fillInMarked(template: string): string {
  const stops = [...asSnippet(template).matchAll(/\$\{(\d+)(?::([^{}]*))?\}/g)];
  const first = Math.min(...stops.map(([, stop]) => Number(stop) || Number.POSITIVE_INFINITY));
  const name = stops.find(([, stop]) => Number(stop) === first)?.[2] ?? "";
  const filled = fillIn(template, (stop) => (stop === first ? `⟦${name}⟧` : undefined));
  return stops.length === 0 ? `${filled}⟦⟧` : filled;
}
