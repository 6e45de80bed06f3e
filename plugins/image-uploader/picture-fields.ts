import type { GivenField } from "admin/widget-testing";

/** The fields that the tests of this plugin draw: two pictures at most, and one. */
export const list = {
  type: "array",
  title: "Field",
  maxItems: 2,
  items: { type: "object", image: true },
} satisfies GivenField;
export const single = { type: "object", title: "Field", image: true } satisfies GivenField;
