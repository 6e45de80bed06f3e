import { beforeAll, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Field } from "../../../src/model/entity.ts";
import type { Json } from "../../../src/model/record.ts";
import { isUnchanged } from "../../../src/server/records/is-unchanged.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

const fields = new Map<string, Field>();

beforeAll(async () => {
  const { config } = checkConfig(await libraryWith(), PLUGINS);
  for (const id of ["books", "members"])
    for (const field of config?.entities.get(id)?.fields ?? []) fields.set(field.name, field);
});

function unchanged(name: string, given: Json, stored: Json | undefined): boolean {
  const field = fields.get(name);
  if (field === undefined) throw new Error(`The library has no field ${name}.`);
  return isUnchanged(field, given, stored);
}

const [PLATE, COVER] = [`${"a".repeat(43)}.png`, `${"b".repeat(43)}.png`];

it("an image is the stored one by its name, whatever else is sent with it", () => {
  const stored = { fileName: PLATE, imgUrl: `/api/images/${PLATE}`, expiresAt: null };
  expect(unchanged("cover", { fileName: PLATE }, stored)).toBe(true);
  expect(unchanged("cover", { imgUrl: `https://shop.example/api/images/${PLATE}` }, stored)).toBe(true);
  expect(unchanged("cover", { fileName: COVER }, stored)).toBe(false);
  expect(unchanged("cover", null, stored)).toBe(false);
  expect(unchanged("cover", null, null)).toBe(true);
});

it("an image of another site is never the stored one, also where none is stored", () => {
  const foreign = { imgUrl: "https://evil.example/x.png" };
  for (const stored of [undefined, null, { fileName: "" }, foreign])
    expect(unchanged("cover", foreign, stored)).toBe(false);
});

it("a list is unchanged with the same items in the same order", () => {
  const [plate, cover] = [{ fileName: PLATE }, { fileName: COVER }];
  expect(unchanged("photos", [plate, cover], [plate, cover])).toBe(true);
  expect(unchanged("photos", [cover, plate], [plate, cover])).toBe(false);
  expect(unchanged("photos", [plate], [plate, cover])).toBe(false);
  expect(unchanged("photos", [plate, cover], [plate])).toBe(false);
  expect(unchanged("photos", [], null)).toBe(true);
});

it("of an object only what is given counts", () => {
  const stored = Object.fromEntries((fields.get("scores")?.fields ?? []).map(({ name }) => [name, 3]));
  const [first = "", second = ""] = Object.keys(stored);
  expect(second).not.toBe("");
  expect(unchanged("scores", { [second]: 3 }, stored)).toBe(true);
  expect(unchanged("scores", { [first]: 3, [second]: 4 }, stored)).toBe(false);
  expect(unchanged("scores", { [second]: null }, stored)).toBe(false);
});

it("a secret is unchanged when it is left empty, and only then", () => {
  expect(unchanged("password", "", "hash")).toBe(true);
  expect(unchanged("password", "hash", "hash")).toBe(false);
  expect(unchanged("title", "", "Gulls")).toBe(false);
});
