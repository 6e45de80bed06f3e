import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { optionFaults } from "../../../src/compiler/shape/options.ts";
import type { OptionSchema } from "../../../src/model/option-schema.ts";

it("checks a value as it is once defaults are filled in, and leaves it as it was given", () => {
  const schema: OptionSchema = {
    type: "object",
    required: ["size", "name"],
    properties: { size: { type: "integer", default: 3 }, name: { type: "string" } },
  };
  const value = { name: "x" };
  expect(optionFaults(schema, value)).toEqual([]);
  expect(value).toEqual({ name: "x" });
  expect(optionFaults(schema, { size: 1 }).map(({ code }) => code)).toEqual(["MISSING_KEY"]);
});

it("keeps no schema that nobody else has any more: manifests are read again and again", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const kept = Array.from({ length: 5 }, (_, index) => {
    const schema: OptionSchema = { type: "string", examples: [{ index }] };
    optionFaults(schema, "x");
    return [new WeakRef(schema), new WeakRef(Object(schema.examples?.[0]))];
  }).flat();
  // One collection may miss what was just made or read.
  await vi.waitUntil(
    () => {
      collect();
      return kept.every((one) => one.deref() === undefined);
    },
    { timeout: 5_000 },
  );
});
