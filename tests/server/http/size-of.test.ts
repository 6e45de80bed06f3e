import { expect, it } from "vitest";
import { sizeOf } from "../../../src/server/http/json-body.ts";

it.each([
  [1, "1 kB"],
  [8_192, "8 kB"],
  [8_193, "9 kB"],
  [1_048_575, "1024 kB"],
  [1_048_576, "1 MB"],
  [2_097_151, "1 MB"],
  [15_728_640, "15 MB"],
])("%d bytes are named %s: kilobytes rounded up, megabytes down", (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});
