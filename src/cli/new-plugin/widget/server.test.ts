import type { ServerContext } from "admin";
import { expect, it } from "vitest";
import type { Options } from "./manifest.ts";
import hook from "./server.ts";

const context: ServerContext<Options> = {
  options: { steps: [0, 50, 100] },
  record: {},
  path: "field",
  findImage: async () => undefined,
  storeImage: async () => {
    throw new Error("No image is expected.");
  },
};

it("refuses what is none of the steps", async () => {
  expect(await hook.check?.(50, context)).toEqual([]);
  expect(await hook.check?.(33, context)).toEqual([{ keyword: "other", values: { value: 33 } }]);
});
