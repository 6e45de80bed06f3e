import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { bookValues, rowsOf } from "./library-records.ts";
import { type HookServer, openHookServer } from "./one-hook.ts";

let open: HookServer;
openHookServer((given) => {
  open = given;
});

const MARKS = [{ name: "a/b" }, { name: null }];

/** What the write of a book is answered, whose marks are refused at a path. */
async function errorsAt(path: unknown, marks: Json = MARKS, keyword = "odd"): Promise<unknown> {
  const { server, token, use } = open;
  const body = await bookValues(server, { marks });
  const before = await rowsOf(server, "books");
  use(Object({ check: () => [{ keyword, path }] }));
  const refused = await server.call("POST", "/api/rest/books", { token, body });
  expect(refused.status).toBe(400);
  expect(await rowsOf(server, "books")).toEqual(before);
  return refused.errors;
}

describe("a refusal says where inside the value it stands", () => {
  it.each([
    ["an item", "/1"],
    ["a part of it", "/0/name"],
    ["an empty one", "/1/name"],
    ["one that is not there", "/0/colour"],
    ["the whole value", ""],
  ])("%s", async (_where, path) => {
    expect(await errorsAt(path)).toMatchObject([{ path: `/marks${path}`, keyword: "odd", message: "Odd" }]);
  });

  it("is said by the field there, if that has words for it, before the field that the hook is of", async () => {
    const marks = [{ name: "a", grade: "b" }];
    const message = "An odd grade among Marks";
    expect(await errorsAt("/0/grade", marks)).toMatchObject([{ path: "/marks/0/grade", message }]);
    expect(await errorsAt("/0/name", marks)).toMatchObject([{ path: "/marks/0/name", message: "Odd" }]);
    for (const path of ["/0", "/0/grade"])
      expect(await errorsAt(path, marks, "strange")).toMatchObject([{ message: "A strange mark" }]);
    expect(await errorsAt("", marks, "strange")).toMatchObject([{ message: "Strange" }]);
  });

  it.each<[string, unknown]>([
    ["an item beyond the last", "/2"],
    ["below what is not there", "/0/colour/red"],
    ["below an empty part", "/1/name/first"],
    ["below a text", "/0/name/length"],
    ["what a list is besides", "/length"],
    ["an item by another number", "/01"],
    ["no pointer", "0/name"],
    ["no text", 0],
    ["null", null],
  ])("one that leads nowhere is the hook's fault: %s", async (_where, path) => {
    expect(await errorsAt(path)).toMatchObject([{ path: "/marks", keyword: "serverFailed" }]);
    const log = open.server.log.splice(0);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(
      /^create books \(request \w+\): plugins\/record-slots: check of books\/marks: .*(leads to nothing|as the path)/,
    );
  });
});
