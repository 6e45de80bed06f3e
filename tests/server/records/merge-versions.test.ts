import { beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { makeBook, makeSubject } from "./library-records.ts";

/**
 * A client that sends `If-Match` sends what it changed of the version that it saw. What others changed since stays; what both
 * changed is refused with what it was, theirs and mine.
 */
const { server, stocker } = await serveLibrary();
let url: string;

beforeEach(async () => {
  const { _id } = await makeBook(server, { year: 1990, summary: "first", scores: { readers: 1, staff: 1 } });
  url = `/api/rest/books/${_id}`;
});

const put = (version: number | string, body: RecordData, token = stocker) =>
  server.call("PUT", url, { token, body, headers: { "if-match": `"${version}"` } });
const get = (token = stocker) => server.call("GET", url, { token });

describe("ETag", () => {
  it("is the version in the answer to each who sees the record, new, read and changed", async () => {
    const made = await server.call("POST", "/api/rest/subjects", { token: stocker, body: { name: "Tags" } });
    expect(made.headers.etag).toBe('"1"');
    expect((await get()).headers.etag).toBe('"1"');
    expect((await server.call("PUT", url, { token: stocker, body: { year: 1991 } })).headers.etag).toBe(
      '"2"',
    );
    expect((await get()).headers.etag).toBe('"2"');
    expect((await get()).text).not.toContain("_version");
  });

  it("counts no write that was refused", async () => {
    expect((await put(1, { year: 12 })).status).toBe(400);
    expect((await get()).headers.etag).toBe('"1"');
  });
});

describe("If-Match", () => {
  it("the version that is stored: what is sent is stored", async () => {
    expect(await put(1, { year: 1991 })).toMatchObject({
      status: 200,
      record: { year: 1991, summary: "first" },
    });
  });

  it("two who change different fields: both are stored, without a question", async () => {
    expect((await put(1, { year: 1991 })).status).toBe(200);
    expect(await put(1, { summary: "second" })).toMatchObject({
      status: 200,
      headers: { etag: '"3"' },
      record: { year: 1991, summary: "second" },
    });
  });

  it("the same field: 409 with what it was, theirs and mine, and with the version to save over it", async () => {
    await put(1, { year: 1991, summary: "theirs" });
    await put(2, { year: 1992 });
    const refused = await put(1, { year: 1995, available: false });
    expect(refused).toMatchObject({ status: 409, headers: { etag: '"3"' } });
    expect(refused.body).toMatchObject({
      errorCode: "STALE",
      conflicts: [{ path: "/year", was: 1990, theirs: 1992, mine: 1995 }],
    });
    expect((await get()).record).toMatchObject({ year: 1992, available: true });
    expect((await put(3, { year: 1995, available: false })).record).toMatchObject({
      year: 1995,
      summary: "theirs",
    });
  });

  it("the same value from both is no conflict, and what is sent as it was is no change", async () => {
    await put(1, { year: 1991, summary: "theirs" });
    const merged = await put(1, { year: 1991, summary: "first", available: false });
    expect(merged).toMatchObject({
      status: 200,
      record: { year: 1991, summary: "theirs", available: false },
    });
  });

  it("fields of an object are compared one by one, and a list as a whole", async () => {
    await put(1, { scores: { readers: 5 } });
    expect((await put(1, { scores: { staff: 7 } })).record).toMatchObject({
      scores: { readers: 5, staff: 7 },
    });
    const refused = await put(1, { scores: { readers: 6 } });
    expect(refused.body).toMatchObject({
      conflicts: [{ path: "/scores/readers", was: 1, theirs: 5, mine: 6 }],
    });
    // Who leaves the whole object out of the record changes what the other one changed.
    expect((await put(1, { scores: null })).body).toMatchObject({
      conflicts: [{ path: "/scores", theirs: { readers: 5, staff: 7 }, mine: null }],
    });
  });

  it("a reference is compared by its record", async () => {
    const [one, other] = [await makeSubject(server), await makeSubject(server)];
    const before = (await get()).record.subject;
    await put(1, { subject: one._id });
    expect((await put(1, { subject: { _id: one._id, name: "x" } })).status).toBe(200);
    expect((await put(1, { subject: other._id })).body).toMatchObject({
      conflicts: [{ path: "/subject", was: before, theirs: one._id, mine: other._id }],
    });
  });

  it("a text longer than the journal keeps in an entry itself", async () => {
    const long = "x".repeat(10_000);
    await put(1, { summary: long });
    await put(2, { summary: "short" });
    expect((await put(2, { summary: "mine" })).body).toMatchObject({
      conflicts: [{ path: "/summary", was: long, theirs: "short", mine: "mine" }],
    });
  });

  it("what merged is validated", async () => {
    await put(1, { summary: "theirs" });
    expect(await put(1, { year: 12 })).toMatchObject({
      status: 400,
      body: { errorCode: "VALIDATION_ERROR" },
    });
  });

  it("a version that is not known: all that differs is a conflict, without what it was", async () => {
    for (const version of [0, 7]) {
      const refused = await put(version, { year: 1991, summary: "first" });
      expect(refused).toMatchObject({ status: 409, headers: { etag: '"1"' } });
      expect(refused.body).toMatchObject({ conflicts: [{ path: "/year", theirs: 1990, mine: 1991 }] });
      expect(refused.text).not.toContain('"was"');
    }
    expect((await put(7, { summary: "first" })).status).toBe(200);
  });

  it("a field that one may not see is no conflict, and its values are not told", async () => {
    const shelver = await server.as("shelver");
    await put(1, { price: 77.7, summary: "theirs" });
    const merged = await put(1, { price: 1, available: false }, shelver);
    expect(merged.status).toBe(200);
    expect(merged.text).not.toContain("77.7");
    expect((await get()).record).toMatchObject({ price: 77.7, available: false });
  });

  it("the body's updatedAt is not compared beside it", async () => {
    const { updatedAt } = (await get()).record;
    await put(1, { summary: "theirs" });
    expect((await put(1, { year: 1991, updatedAt: updatedAt ?? null })).status).toBe(200);
  });

  it.each(["x", '"x"', '"1', '"-1"', '"1", "2"'])("400: %s", async (tag) => {
    const options = { token: stocker, body: { year: 1991 }, headers: { "if-match": tag } };
    expect(await server.call("PUT", url, options)).toMatchObject({
      status: 400,
      body: { errorCode: "BAD_REQUEST" },
    });
  });

  it("two writers that change different fields at the same moment: nothing is lost", async () => {
    const answers = await Promise.all([
      put(1, { year: 1991 }),
      put(1, { summary: "second" }),
      put(1, { available: false }),
      put(1, { scores: { staff: 9 } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await get()).record).toMatchObject({
      year: 1991,
      summary: "second",
      available: false,
      scores: { readers: 1, staff: 9 },
    });
  });

  it("deleted and restored meanwhile, or changed back: nobody changed anything; what was changed before that is a conflict still", async () => {
    const remove = () => server.call("DELETE", url, { token: stocker });
    const restore = () =>
      server.call("POST", "/api/journal/restore", {
        token: stocker,
        body: { entity: "books", _id: url.split("/").at(-1) },
      });
    await put(1, { summary: "theirs" });
    await remove();
    expect((await restore()).status).toBe(200);
    await remove();
    expect((await restore()).status).toBe(200);
    expect(await put(1, { year: 1991 })).toMatchObject({
      status: 200,
      record: { year: 1991, summary: "theirs" },
    });
    expect((await put(1, { summary: "mine" })).body).toMatchObject({
      conflicts: [{ path: "/summary", was: "first", theirs: "theirs", mine: "mine" }],
    });
    const version = Number(/\d+/.exec(String((await get()).headers.etag)));
    await put(version, { available: false });
    await put(version + 1, { available: true });
    expect((await put(version, { available: false })).record).toMatchObject({ available: false });
  });

  it("a deletion of another version is refused, of this one not", async () => {
    await put(1, { year: 1991 });
    const remove = (tag: string) =>
      server.call("DELETE", url, { token: stocker, headers: { "if-match": tag } });
    expect(await remove('"1"')).toMatchObject({ status: 409, body: { errorCode: "STALE" } });
    expect((await remove('"2"')).status).toBe(200);
  });
});

it("a password that both changed is a conflict that tells neither", async () => {
  const { _id } = await server.account({ role: "lender" });
  const keeper = await server.as("director");
  const change = (password: string) =>
    server.call("PUT", `/api/rest/members/${_id}`, {
      token: keeper,
      body: { password },
      headers: { "if-match": '"1"' },
    });
  expect((await change("canary-one-11")).status).toBe(200);
  const refused = await change("canary-two-22");
  expect(refused).toMatchObject({
    status: 409,
    body: { conflicts: [{ path: "/password", theirs: null, mine: null }] },
  });
  expect(refused.text).not.toContain("canary");
});

describe("a version long ago", () => {
  it("is compared with long values read once, and is not known any more after 500 others", async () => {
    const statements: string[] = [];
    const own = await buildServer({ observe: (text) => void statements.push(text) });
    const token = await own.as("stocker");
    const { _id } = await makeBook(own, { year: 1990, summary: "x".repeat(5000) });
    const write = (count: number, first: number) =>
      own.store.write(async (on) => {
        const { updatedAt, updatedBy, updatedById } = (await on.get("books", _id)) ?? {
          updatedAt: "",
          updatedBy: null,
          updatedById: null,
        };
        for (let number = first; number < first + count; number += 1)
          await on.update(
            "books",
            _id,
            { summary: `${number}${"y".repeat(5000)}`, updatedAt, updatedBy, updatedById },
            [],
            updatedAt,
          );
      });
    const save = (body: RecordData) =>
      own.call("PUT", `/api/rest/books/${_id}`, { token, body, headers: { "if-match": '"1"' } });
    await write(500, 0);
    statements.length = 0;
    expect((await save({ summary: "mine" })).body).toMatchObject({
      conflicts: [{ path: "/summary", was: "x".repeat(5000), theirs: `499${"y".repeat(5000)}` }],
    });
    expect(statements.filter((text) => text.includes("from journal_values"))).toHaveLength(1);
    await write(1, 500);
    statements.length = 0;
    expect((await save({ year: 1995 })).body).toMatchObject({
      conflicts: [{ path: "/year", theirs: 1990, mine: 1995 }],
    });
    expect(statements.filter((text) => text.includes("from journal"))).toEqual([]);
    await own.close();
  });
});
