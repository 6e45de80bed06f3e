import { describe, expect, it } from "vitest";
import type { Json, RecordData } from "../../../src/model/record.ts";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookValues, makeBook, makeLoan, rowsOf } from "./library-records.ts";

/**
 * A `PUT` or `DELETE` that carries `updatedAt`: any time other than the stored one, older or newer, is 409 and says who
 * changed it and when; nothing is overwritten unseen. Absent, null or empty: not compared. A text that is no time: 400.
 */
const { server, stocker: token } = await serveLibrary();
let book: RecordData & { _id: string };
let url: string;

/** A book that was changed since it was made, at a moment that has a fraction of a second. */
async function changedBook(): Promise<void> {
  const made = await makeBook(server);
  url = `/api/rest/books/${made._id}`;
  const keeper = await server.as("keeper");
  do {
    server.advance(1_007);
    book = (await server.call("PUT", url, { token: keeper, body: { year: 2001 } })).record;
  } while (String(book.updatedAt).endsWith(".000Z"));
}

/** Each is refused alike, and each does something that can be seen. */
const WRITES = {
  PUT: (updatedAt: Json | undefined, more: object = { year: 1999 }) =>
    server.call("PUT", url, { token, body: { ...more, updatedAt } }),
  DELETE: (updatedAt: Json | undefined, more: object = {}) =>
    server.call("DELETE", url, { token, body: { ...more, updatedAt } }),
} as const;

const at = (milliseconds: number) =>
  new Date(Date.parse(String(book.updatedAt)) + milliseconds).toISOString();

describe.each(Object.keys(WRITES) as (keyof typeof WRITES)[])("%s", (method) => {
  const write = WRITES[method];

  it.each([
    ["a millisecond older", () => at(-1)],
    ["a millisecond newer", () => at(1)],
    ["of when it was made", () => String(book.createdAt)],
    ["years away", () => "2020-01-01T00:00:00Z"],
    ["in the future", () => "2999-12-31T23:59:59.999Z"],
    ["of the same clock in another zone", () => at(0).replace("Z", "+08:00")],
    ["without its fraction", () => at(0).replace(/\.\d+Z/, "Z")],
    ["beyond what a date holds", () => "2026-02-30T00:00:00Z"],
  ])("409: %s", async (_what, moment) => {
    await changedBook();
    const before = await rowsOf(server, "books");
    const { status, error } = await write(moment());
    expect([status, error.errorCode]).toEqual([409, "STALE"]);
    const when = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "UTC",
    });
    const changed = `the-keeper changed this at ${when.format(new Date(at(0)))}`;
    expect(error.message).toBe(
      method === "PUT" ? `${changed}, after you opened it` : `${changed}: look at it before you delete it`,
    );
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it.each([
    ["as it was read", () => at(0)],
    ["with more digits", () => at(0).replace("Z", "000Z")],
    ["with digits below a millisecond", () => at(0).replace("Z", "999Z")],
    ["in another zone", () => `${at(8 * 3_600_000).slice(0, -1)}+08:00`],
    ["in another zone, written shortly", () => `${at(-5.5 * 3_600_000).slice(0, -1)}-0530`],
    ["as zero of another zone", () => at(0).replace("Z", "+00:00")],
    ["null", () => null],
    ["empty", () => ""],
    ["absent", () => undefined],
  ])("200: %s", async (_what, moment) => {
    await changedBook();
    expect((await write(moment())).status).toBe(200);
    const stored = await server.store.read((view) => view.get("books", book._id));
    expect(stored?.year).toBe(method === "PUT" ? 1999 : undefined);
  });

  it.each<[Json]>([
    ["yesterday"],
    [" "],
    ["1"],
    ["2026"],
    ["2026-01-01"],
    ["2026-01-01T00:00:00"],
    ["2026-01-01 00:00:00Z"],
    ["2026-13-01T00:00:00Z"],
    ["2026-01-01T25:00:00Z"],
    ["Thu, 01 Jan 2026 00:00:00 GMT"],
    ["2026-01-01T00:00:00Z\n"],
    [7],
    [1_767_225_600_000],
    [true],
    [false],
    [{}],
    [{ $gt: "" }],
    [["2026-01-01T00:00:00Z"]],
    [[]],
  ])("400: %j", async (updatedAt) => {
    await changedBook();
    const before = await rowsOf(server, "books");
    const { status, error, errors } = await write(updatedAt);
    expect([status, error.errorCode]).toEqual([400, "BAD_REQUEST"]);
    expect(errors).toEqual([{ path: "/updatedAt", keyword: "format", message: error.message }]);
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it("a record that is not there is 404, a protected one 403, whatever was seen", async () => {
    const missing = "f".repeat(24);
    const sample = await server.insert("books", { title: `Sample for ${method}`, isProtected: true });
    const { updatedAt } = sample;
    for (const [id, status] of [
      [missing, 404],
      [sample._id, 403],
    ] as const) {
      url = `/api/rest/books/${id}`;
      for (const seen of [undefined, updatedAt, "2020-01-01T00:00:00Z"])
        expect((await write(seen)).status).toBe(status);
    }
  });

  it("of many at once that saw the same, one is done", async () => {
    await changedBook();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => write(at(0))));
    const others = method === "PUT" ? 409 : 404;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, others, others, others, others]);
  });
});

it("of a save and a deletion that saw the same, one is done and the other is told", async () => {
  for (let round = 0; round < 5; round += 1) {
    await changedBook();
    const [deletion, put] =
      round % 2 === 0
        ? await Promise.all([WRITES.DELETE(at(0)), WRITES.PUT(at(0))])
        : (await Promise.all([WRITES.PUT(at(0)), WRITES.DELETE(at(0))])).toReversed();
    const stored = await server.store.read((view) => view.get("books", book._id));
    const isSaved = stored !== undefined;
    expect([put?.status, deletion?.status]).toEqual(isSaved ? [200, 409] : [404, 200]);
    if (isSaved) expect(stored.year).toBe(1999);
  }
});

it("staleness is judged before what is sent, and before who refers to it", async () => {
  await changedBook();
  expect((await WRITES.PUT(at(-1), { year: 1 })).status).toBe(409);
  expect((await WRITES.PUT(at(0), { year: 1 })).status).toBe(400);
  await makeLoan(server, { book: book._id });
  expect((await WRITES.DELETE(at(-1))).error.errorCode).toBe("STALE");
  expect((await WRITES.DELETE(at(0))).error.errorCode).toBe("REFERRED_TO");
});

describe("◆ `DELETE` of clients that send no body, or another", () => {
  it.each([
    ["none", {}],
    ["none, with its type", { headers: { "content-type": "application/json" } }],
    ["null", { body: "null", headers: { "content-type": "application/json" } }],
    ["an object without it", { body: {} }],
  ])("%s: not compared", async (_what, options) => {
    await changedBook();
    expect((await server.call("DELETE", url, { token, ...options })).status).toBe(200);
  });

  it("the whole record as it was read", async () => {
    await changedBook();
    expect((await server.call("DELETE", url, { token, body: book })).status).toBe(200);
  });

  it.each([["[]"], ['"2026-01-01T00:00:00Z"'], ["5"], ["{"], ["updatedAt=2026"]])(
    "%s is no object: 400",
    async (body) => {
      await changedBook();
      const headers = { "content-type": "application/json" };
      expect((await server.call("DELETE", url, { token, headers, body })).status).toBe(400);
      expect(await server.store.read((view) => view.get("books", book._id))).toBeDefined();
    },
  );

  it("one larger than a version could be is 413", async () => {
    await changedBook();
    const body = { updatedAt: at(0), more: "x".repeat(64 * 1024) };
    expect((await server.call("DELETE", url, { token, body })).status).toBe(413);
  });

  it("without the permission it is not read", async () => {
    await changedBook();
    const lender = await server.as("lender");
    expect((await server.call("DELETE", url, { token: lender, body: { updatedAt: "x" } })).status).toBe(403);
    expect((await server.call("DELETE", url, { body: { updatedAt: "x" } })).status).toBe(401);
  });
});

it("says when in the config's time zone, wherever the server stands", async () => {
  const own = process.env.TZ;
  const elsewhere = await buildServer({
    config: {
      "app.json": (json) => {
        json.timeZone = "Asia/Taipei";
      },
    },
  });
  try {
    const keeper = await elsewhere.as("keeper");
    const updatedAt = "2026-03-04T17:06:05.000Z";
    const made = await elsewhere.insert("books", { ...(await bookValues(elsewhere)), updatedAt });
    const path = `/api/rest/books/${made._id}`;
    for (const zone of ["UTC", "America/New_York"]) {
      process.env.TZ = zone;
      const body = { year: 2001, updatedAt: "2026-03-04T17:06:04.000Z" };
      const { status, error } = await elsewhere.call("PUT", path, { token: keeper, body });
      expect([status, error.message]).toEqual([409, expect.stringContaining("5 Mar 2026, 01:06")]);
    }
  } finally {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
    await elsewhere.close();
  }
});

it("of a record that nobody's account wrote, the app is said to have changed it", async () => {
  const { _id } = await server.insert("subjects", { name: "By the machine", updatedBy: null });
  const put = await server.call("PUT", `/api/rest/subjects/${_id}`, {
    token,
    body: { name: "Mine", updatedAt: "2020-01-01T00:00:00Z" },
  });
  expect(put.error.message).toMatch(/^Lending Library changed this at /);
});
