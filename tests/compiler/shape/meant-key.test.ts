import { expect, it } from "vitest";
import { meantKey } from "../../../src/compiler/shape/meant-key.ts";

const ROWS = { type: "integer", default: 3 };

it("a key that has only its default, filled in, is still meant by a mistyped one; one that was written is given", () => {
  const meant = (object: object) => meantKey("rowz", object, { rows: ROWS }, [], true);
  expect(meant({ rowz: 5 })).toEqual({ meant: "rows" });
  expect(meant({ rowz: 5, rows: 3 })).toEqual({ meant: "rows" });
  expect(meant({ rowz: 5, rows: 4 })).toEqual({ given: "rows" });
});
