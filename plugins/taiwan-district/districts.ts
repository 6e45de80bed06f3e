import data from "./districts.json" with { type: "json" };

/** A district of the post: one of the 368, or one of the three groups of islands that have a zip code only. */
export interface District {
  readonly name: string;
  /** Three digits. Two cities have one for all their districts. */
  readonly zip: string;
}

const byCity: ReadonlyMap<string, readonly District[]> = new Map(
  Object.entries(data).map(([city, districts]) => [
    city,
    Object.entries(districts).map(([name, zip]) => ({ name, zip })),
  ]),
);

/** All 22 cities and counties, in the order of the post. */
export const cities: readonly string[] = [...byCity.keys()];

/** The districts of a city by zip code; `undefined` for what is no city of Taiwan. */
export function districtsOf(city: unknown): readonly District[] | undefined {
  return typeof city === "string" ? byCity.get(city) : undefined;
}

/** Whether what was typed is part of a text; 台 and 臺 are one, blanks and width do not count. */
export function matches(text: string, typed: string): boolean {
  return folded(text).includes(folded(typed));
}

function folded(text: string): string {
  return text.normalize("NFKC").replaceAll("台", "臺").replaceAll(/\s/g, "");
}
