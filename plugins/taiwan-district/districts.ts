import data from "./districts.json" with { type: "json" };

/** A district of the post office: one of the 368, or of the three groups of islands that have a zip code alone. */
export interface District {
  readonly name: string;
  /** Three digits. In two cities all districts have the same. */
  readonly zip: string;
}

const byCity: ReadonlyMap<string, readonly District[]> = new Map(
  Object.entries(data).map(([city, districts]) => [
    city,
    Object.entries(districts).map(([name, zip]) => ({ name, zip })),
  ]),
);

/** All 22 cities and counties in the order of the post office, and the two names by which other clients write its islands. */
export const cities: readonly string[] = [...byCity.keys()];

/** The districts of a city by zip code; `undefined` for any other value. */
export function districtsOf(city: unknown): readonly District[] | undefined {
  return typeof city === "string" ? byCity.get(city) : undefined;
}

/** Whether a text contains what was typed. 台 and 臺 are the same; blanks and full width do not count. */
export function matches(text: string, typed: string): boolean {
  return folded(text).includes(folded(typed));
}

function folded(text: string): string {
  return text.normalize("NFKC").replaceAll("台", "臺").replaceAll(/\s/g, "");
}
