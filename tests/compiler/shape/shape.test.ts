import { Type } from "@sinclair/typebox";
import { describe, expect, it } from "vitest";
import { makeShape } from "../../../src/compiler/shape/shape.ts";

describe("a kind of value that is called otherwise elsewhere", () => {
  const faultOf = (kinds: readonly string[], kind: string) => {
    const shape = makeShape(Type.Object({ kind: Type.Unsafe<string>({ enum: [...kinds] }) }));
    const [fault, ...others] = shape.faults({ kind });
    expect(others).toEqual([]);
    return fault;
  };

  it("is answered with its name here", () => {
    expect(faultOf(["string", "number"], "varchar")).toMatchObject({
      code: "NOT_ALLOWED",
      path: "/kind",
      meant: "string",
      hint: 'Write "string".',
    });
  });

  it("is not answered with one that is not allowed there either", () => {
    const fault = faultOf(["circle", "square"], "varchar");
    expect(fault).toMatchObject({ code: "NOT_ALLOWED", path: "/kind" });
    expect(JSON.stringify(fault)).not.toContain("string");
  });
});

describe("a value that may be of several kinds", () => {
  const day = Type.Object({ today: Type.Integer({ maximum: 9 }) }, { additionalProperties: false });
  const account = Type.Object({ account: Type.String() }, { additionalProperties: false });
  const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
  const list = Type.Array(scalar, { minItems: 1, maxItems: 3 });
  const shape = makeShape(Type.Object({ value: Type.Union([scalar, list, day, account]) }));
  const said = (value: unknown) =>
    shape.faults({ value }).map(({ path, message, hint }) => `${path}: ${message} ${hint}`);

  it.each([
    [[], '/value: "value" must be a list of 1 or more; found a list of 0. Write a list of 1 or more.'],
    [
      [1, 2, 3, 4],
      '/value: "value" must be a list of 3 or fewer; found a list of 4. Write a list of 3 or fewer.',
    ],
    [{ today: 10 }, '/value/today: "today" must be 9 or less; found 10. Write 9 or less.'],
    [{ today: 1.5 }, '/value/today: "today" must be a whole number; found 1.5. Write a whole number.'],
    [{ account: 1 }, '/value/account: "account" must be a text; found 1. Write "1", in quotes.'],
  ])("is told what is wrong with %j as the one that it is", (value, sentence) => {
    expect(said(value)).toEqual([sentence]);
  });

  it.each([[null], [{}], [{ toady: 1 }], [{ today: 1, account: "_id" }]])(
    "is told of all kinds, each once, where it is none of them: %j",
    (value) => {
      const [sentence, ...others] = said(value);
      expect(others).toEqual([]);
      expect(sentence).toContain(
        '"value" must be a text or a number or true or false or a list [ … ] or an object { … }; found',
      );
    },
  );
});
