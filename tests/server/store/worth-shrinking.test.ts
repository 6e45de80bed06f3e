import { expect, it } from "vitest";
import type { Connection } from "../../../src/server/store/sqlite/driver.ts";
import { isWorthShrinking } from "../../../src/server/store/sqlite/file/shrink.ts";

it.each([
  [0, false],
  [8 * 1024 * 1024 - 1, false],
  [8 * 1024 * 1024, true],
])("a file is made shorter where 8 MB of it are free: %d bytes, %s", (free, isWorth) => {
  expect(isWorthShrinking({ rows: () => [[free]] } as unknown as Connection)).toBe(isWorth);
});
