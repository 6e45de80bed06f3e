import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { accountStore, narrowQuery } from "../../../src/server/config/account-store.ts";
import type { Account } from "../../../src/server/http/request.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan } from "../records/library-records.ts";

const QUERY: StoreListQuery = { offset: 0, limit: 10, sort: { field: "createdAt", order: "asc" } };

let server: TestServer;
let book: RecordData & { _id: string };
let own: RecordData & { _id: string };
let other: RecordData & { _id: string };
let reader: Store;
let shelver: Store;
let lender: Store;
let keeper: Store;

beforeAll(async () => {
  server = await buildServer();
  const storeOf = async (role: string) => {
    const { _id, username } = await server.account({ role });
    const record = await server.store.read((view) => view.get("members", _id));
    if (record === undefined) throw new Error("no account");
    const { permissions = [] } = server.holder.current.config.app.roles[role] ?? {};
    const account: Account = { _id, username, role, permissions, hidden: false, record, tokenHash: "" };
    return { _id, store: accountStore(server.store, server.holder.current, account) };
  };
  const [one, two, three, four] = await Promise.all(["reader", "shelver", "lender", "keeper"].map(storeOf));
  if (!one || !two || !three || !four) throw new Error("no account");
  [reader, shelver, lender, keeper] = [one.store, two.store, three.store, four.store];
  book = await makeBook(server, { price: 5, summary: "seen" });
  own = await makeLoan(server, { book: book._id, member: one._id });
  other = await makeLoan(server, { book: book._id });
});
afterAll(() => server.close());

describe("records outside of one's part", () => {
  it("do not exist, whichever way they are asked for", async () => {
    const ids = [own._id, other._id];
    const seen = await reader.read(async (view) => ({
      list: (await view.list("loans", QUERY)).records.map(({ _id }) => _id),
      listIds: (await view.listIds("loans", QUERY)).length,
      got: [await view.get("loans", own._id), await view.get("loans", other._id)].map((one) => one?._id),
      many: (await view.getMany("loans", ids)).map(({ _id }) => _id),
      walked: (await view.walk("loans", "", 10)).map(({ _id }) => _id),
      found: (await view.findBy("loans", "number", String(other.number)))?._id,
      count: await view.count("loans"),
      filtered: await view.count("loans", [{ field: "returned", op: "eq", value: true }]),
      groups: (await view.groups("loans", { by: "returned" })).groups.map(({ count }) => count),
    }));
    expect(seen).toEqual({
      list: [own._id],
      listIds: 1,
      got: [own._id, undefined],
      many: [own._id],
      walked: [own._id],
      found: undefined,
      count: 1,
      filtered: 0,
      groups: [1],
    });
    expect(await lender.read((view) => view.count("loans"))).toBe(2);
  });

  it("nor do those of entities that one has no access to, or that there are not", async () => {
    for (const table of ["loans", "nothing"])
      expect(
        await shelver.read(async (view) => [
          (await view.list(table, QUERY)).total,
          (await view.listIds(table, QUERY)).length,
          await view.count(table),
          (await view.groups(table, { by: "returned" })).groups.length,
        ]),
      ).toEqual([0, 0, 0, 0]);
    expect(await shelver.read((view) => view.getMany("loans", [own._id]))).toEqual([]);
  });
});

describe("fields that one may not see", () => {
  it("are empty", async () => {
    const { records } = await shelver.read((view) => view.list("books", QUERY));
    expect(records.find(({ _id }) => _id === book._id)).toMatchObject({ price: null, summary: "seen" });
    expect(await keeper.read((view) => view.get("books", book._id))).toMatchObject({ price: 5 });
  });

  it("neither filter, count, group, sum nor sort", async () => {
    const price = [{ field: "price", op: "eq", value: 5 }] as const;
    const asked = (store: Store) =>
      store.read(async (view) => [
        (await view.list("books", { ...QUERY, filter: price })).records.length,
        await view.count("books", price),
        (await view.list("books", { ...QUERY, searchAny: { fields: [], text: "x", or: price } })).records
          .length,
        (await view.groups("books", { by: "genre", sum: "price" })).groups.length,
        (await view.groups("books", { by: "price" })).groups.length,
        (await view.groups("books", { by: "genre", filter: price })).groups.length,
        (await view.groups("books", { by: "genre" })).groups.length > 0,
      ]);
    expect(await asked(shelver)).toEqual([0, 0, 0, 0, 0, 0, true]);
    expect((await asked(keeper)).slice(0, 3)).toEqual([1, 1, 1]);
  });

  it("of records that one reads through references alone, nothing else is left", async () => {
    const seen = await lender.read((view) => view.get("books", book._id));
    expect(seen).toMatchObject({
      _id: book._id,
      title: book.title,
      createdAt: book.createdAt,
      updatedAt: book.createdAt,
      updatedBy: null,
      updatedById: null,
      isProtected: false,
    });
    expect(seen?.summary ?? null).toBeNull();
    expect(await lender.read((view) => view.count("books"))).toBe(0);
    expect(await lender.read((view) => view.groups("books", { by: "title" }))).toEqual({
      groups: [],
    });
  });
});

it("accounts of hidden roles stay hidden beside others that are left out; not by another field", async () => {
  const hidden = await server.account({ role: "director" });
  const open = await server.account({ role: "stocker" });
  const ids = (without?: StoreListQuery["without"]) =>
    keeper.read(async (view) =>
      (await view.list("members", { ...QUERY, limit: 100, ...(without && { without }) })).records.map(
        ({ _id }) => _id,
      ),
    );
  const all = await ids();
  expect([all.includes(open._id), all.includes(hidden._id)]).toEqual([true, false]);
  const fewer = await ids({ field: "role", values: ["stocker"] });
  expect([fewer.includes(open._id), fewer.includes(hidden._id)]).toEqual([false, false]);
  expect(fewer.length).toBeGreaterThan(0);
  expect(await ids({ field: "_id", values: [open._id] })).toEqual([]);
  const roles = (without?: StoreListQuery["without"]) =>
    keeper.read(async (view) =>
      (await view.groups("members", { by: "role", ...(without && { without }) })).groups.map(
        ({ value }) => value,
      ),
    );
  expect((await roles()).includes("stocker")).toBe(true);
  expect((await roles()).includes("director")).toBe(false);
  const others = await roles({ field: "role", values: ["stocker"] });
  expect([others.includes("lender"), others.includes("stocker"), others.includes("director")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await roles({ field: "_id", values: [open._id] })).toEqual([]);
  expect(await keeper.read((view) => view.count("members"))).toBe(0);
});

it("a deletion alone asks who refers to a record", async () => {
  const asked = await keeper.read(async (view) => [
    await view.referrers("books", book._id, 10),
    await view.referrerIds("books", book._id, 10),
  ]);
  expect(asked).toEqual([{ first: [], count: 0 }, []]);
});

it("a query is narrowed to what may be sorted and searched by, the newest first otherwise", () => {
  const may = (field: string) => field !== "price";
  const query = (field: string): StoreListQuery => ({
    ...QUERY,
    sort: { field, order: "asc" },
    search: { field, text: "x" },
    searchAny: { fields: ["title", field], text: "x", or: [] },
  });
  expect(narrowQuery(query("year"), may)).toEqual(query("year"));
  expect(narrowQuery(query("price"), may)).toEqual({
    ...QUERY,
    sort: { field: "createdAt", order: "desc" },
  });
  // What may be searched by may be more than what may be sorted by.
  expect(narrowQuery(query("price"), may, () => true)).toEqual({
    ...query("price"),
    sort: { field: "createdAt", order: "desc" },
  });
  expect(narrowQuery(QUERY, may)).toEqual(QUERY);
});
