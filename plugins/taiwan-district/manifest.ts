// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "taiwan-district", defaults filled in. */
export interface Options {
  /** What is chosen. A city or county, or a district of one. */
  readonly part: "city" | "district";
  /** Field of the city. For a district: dotted path of the field that holds its city. */
  readonly cityField: string;
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey = "chooseCity" | "unknownCity" | "wrongDistrict";
