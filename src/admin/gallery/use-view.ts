import { useSearchParams } from "react-router-dom";

export const WIDTHS = ["full", "390"] as const;
export type Width = (typeof WIDTHS)[number];

/** What of a plugin is shown, and how. It lives in the address, so that a reload keeps it. */
export interface View {
  /** Index of the example. */
  readonly example: number;
  readonly width: Width;
  readonly language: string;
}

/** @param languages those that can be chosen; the first is the default */
export function useView(languages: readonly string[]): readonly [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  const example = Number(search.get("example") ?? 0);
  const view: View = {
    example: Number.isInteger(example) && example > 0 ? example : 0,
    width: search.get("width") === "390" ? "390" : "full",
    language: languages.find((language) => language === search.get("language")) ?? languages[0] ?? "en",
  };
  const change = (next: Partial<View>) => {
    const entries = Object.entries({ ...view, ...next }).map(([name, value]) => [name, String(value)]);
    setSearch(Object.fromEntries(entries), { replace: true });
  };
  return [view, change];
}
