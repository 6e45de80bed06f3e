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
