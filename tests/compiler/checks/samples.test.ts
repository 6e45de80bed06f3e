import { expect, it } from "vitest";
import { samplesAStep } from "../../../src/compiler/checks/samples/check-samples.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";

const SUBJECTS = "samples/subjects.json";
const codesOf = (files: ReadonlyMap<string, string>) =>
  checkConfig(files, PLUGINS).problems.map(({ code, file }) => `${code} ${file}`);

it("samples that refer to others refer to samples that are there: of an entity without any there is none", async () => {
  const problems = codesOf(await libraryWith({ [SUBJECTS]: undefined }));
  expect(new Set(problems)).toEqual(new Set(["BAD_SAMPLE samples/books.json"]));
});

it("of samples that cannot be read nobody knows which there are", async () => {
  const files = new Map([...(await libraryWith({})), [SUBJECTS, "[{"]]);
  expect(new Set(codesOf(files))).toEqual(new Set([`JSON_SYNTAX ${SUBJECTS}`]));
});

it("of a field that is wrong itself the samples' pictures are not looked for", async () => {
  const withoutPictures = (change: (cover: { [key: string]: unknown }) => void) =>
    libraryWith({ "entities/books.json": (json) => change(json.schema.properties.cover) });
  const found = async (change: (cover: { [key: string]: unknown }) => void) =>
    checkConfig(await withoutPictures(change), PLUGINS, new Set()).problems;
  const missing = (problems: Awaited<ReturnType<typeof found>>) =>
    problems.filter(({ code, path }) => code === "UNKNOWN_PICTURE" && path.includes("/cover")).length;
  expect(missing(await found(() => {}))).toBeGreaterThan(0);
  for (const mistake of [{ tittle: "Cover" }, { widget: "imgage" }, { title: 5 }])
    expect(missing(await found((cover) => Object.assign(cover, mistake))), JSON.stringify(mistake)).toBe(0);
});

it.each([
  [0, 1000],
  [1, 1000],
  [3, 334],
  [1000, 1],
  [2001, 1],
])("of samples with %d fields %d are a step of the check, about a thousand values", async (count, most) => {
  const { config } = checkConfig(await libraryWith({}), PLUGINS);
  const source = config?.entities.get("books")?.source;
  if (source === undefined) throw new Error("The library has problems.");
  const field = { type: "string" } as const;
  const properties = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, field]));
  expect(samplesAStep({ ...source, schema: { ...source.schema, properties } })).toBe(most);
});

it("samples of an entity that is not there are meant for the one whose name is nearest", async () => {
  const renamed = await libraryWith({ "samples/loan.json": "[]" });
  const [problem, ...others] = checkConfig(renamed, PLUGINS, PICTURES).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "UNKNOWN_ENTITY", file: "samples/loan.json", meant: "loans" });
  const other = checkConfig(await libraryWith({ "samples/shelves.json": "[]" }), PLUGINS, PICTURES);
  expect(other.problems).toMatchObject([{ code: "UNKNOWN_ENTITY" }]);
  expect(other.problems[0]).not.toHaveProperty("meant");
});
