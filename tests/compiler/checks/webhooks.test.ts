import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import type { ProblemCode } from "../../../src/model/problem-codes.ts";
import { libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { told } from "./told.ts";

async function problemsOf(webhooks: readonly unknown[]) {
  const files = await libraryWith({
    "entities/members.json": (json) => {
      json.webhooks = webhooks;
    },
  });
  return checkConfig(files, PLUGINS, PICTURES).problems;
}

const RIGHT = { url: "https://hooks.example.com/x?y=1", on: ["create", "delete"], fields: ["username"] };

type Case = readonly [code: ProblemCode, webhooks: readonly unknown[], at: string, says: string];
// biome-ignore format: a table, one row a case
const WRONG: readonly Case[] = [
  ["BAD_VALUE", [{ ...RIGHT, url: "hooks.example.com" }], "/0/url", "no address of https or http"],
  ["BAD_VALUE", [{ ...RIGHT, url: "ftp://hooks.example.com" }], "/0/url", "no address of https or http"],
  ["BAD_VALUE", [{ ...RIGHT, url: "https://me:secret@hooks.example.com" }], "/0/url", "user name or a password"],
  ["BAD_VALUE", [{ ...RIGHT, url: "https://hooks.example.com/#x" }], "/0/url", "after #"],
  ["DUPLICATE_NAME", [RIGHT, { ...RIGHT, url: "https://HOOKS.example.com:443/x?y=1" }], "/1/url", "already"],
  ["DUPLICATE_NAME", [{ ...RIGHT, on: ["create", "create"] }], "/0/on/1", "second time"],
  ["NOT_ALLOWED", [{ ...RIGHT, on: ["created"] }], "/0/on/0", '"create"'],
  ["BAD_VALUE", [{ ...RIGHT, on: [] }], "/0/on", ""],
  ["UNKNOWN_FIELD", [{ ...RIGHT, fields: ["usernme"] }], "/0/fields/0", 'Did you mean "username"'],
  ["FIELD_TWICE", [{ ...RIGHT, fields: ["role", "role"] }], "/0/fields/1", "already"],
  ["FIELD_SHAPE", [{ ...RIGHT, fields: ["password"] }], "/0/fields/0", "is secret"],
  ["UNKNOWN_KEY", [{ ...RIGHT, secret: "x" }], "/0", "secret"],
];

it.each(WRONG)("%s: %j", async (code, webhooks, at, says) => {
  const problems = await problemsOf(webhooks);
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  expect(problems[0]?.path).toContain(`/webhooks${at}`);
  expect(problems.map(formatProblem).join()).toContain(says);
  expect(told(problems)).toMatchSnapshot();
});

it("one that is right has no problem", async () => {
  expect(await problemsOf([RIGHT, { url: "http://localhost:8080", on: ["update"] }])).toEqual([]);
});
