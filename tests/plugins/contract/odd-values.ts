import type { Json } from "../../../src/model/record.ts";

/** Of every kind of JSON: a record may hold any of it in any field. */
export const ODD_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  1e21,
  "",
  "text",
  "__proto__",
  "<img src=x onerror=alert(1)>",
  "9999-99-99",
  [],
  ["text", 7, null],
  [{ fileName: 5, imgUrl: null }],
  {},
  { constructor: "c", imgUrl: ["x"] },
  { a: { b: [null, { c: true }] } },
];
