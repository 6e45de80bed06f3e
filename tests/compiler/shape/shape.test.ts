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
