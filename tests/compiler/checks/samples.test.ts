import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

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
