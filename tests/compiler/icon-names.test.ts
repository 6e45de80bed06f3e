import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ICON_NAMES } from "../../src/compiler/icon-names.ts";

it("the icons that a config may name are those of the stylesheet that is shipped", () => {
  const css = readFileSync("node_modules/primeicons/primeicons.css", "utf8");
  const shipped = [...css.matchAll(/\.pi-([a-z0-9-]+):before/g)].map(([, name]) => name).sort();
  expect(shipped.length).toBeGreaterThan(100);
  expect(ICON_NAMES).toEqual(shipped);
});
