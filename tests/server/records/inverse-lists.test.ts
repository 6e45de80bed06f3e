import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../../../src/server/http/request.ts";
import { ownInverseLists } from "../../../src/server/records/referring/inverse-lists.ts";
import type { ErrorBody } from "../../../src/wire/error.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject } from "./library-records.ts";

let server: TestServer;
let book: { readonly _id: string };
let reader: { readonly _id: string; readonly token: string };
let tokens: Readonly<Record<"keeper" | "lender" | "stocker" | "shelver", string>>;

beforeAll(async () => {
  server = await buildServer();
  const [keeper, lender, stocker, shelver] = await Promise.all([
    server.as("keeper"),
    server.as("lender"),
    server.as("stocker"),
    server.as("shelver"),
  ]);
  tokens = { keeper, lender, stocker, shelver };
  reader = await server.account({ role: "reader" });
  book = await makeBook(server);
  for (const number of ["L-8001", "L-8002", "L-8003", "L-8004", "L-8005", "L-8006"])
    await makeLoan(server, { number, book: book._id });
  await makeLoan(server, { number: "L-8101", book: book._id, member: reader._id });
  await makeLoan(server, { number: "L-8201" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const loansOf = (query: string, token: string) =>
  server.call("GET", `/api/rest/loans?sortField=number&sortOrder=asc&${query}`, { token });

describe("those who refer to a record", () => {
  it("are the other list narrowed by the reference, a page at a time, though that list offers no such filter", async () => {
    const page = await loansOf(`filter[book]=${book._id}&limit=5&page=2`, tokens.keeper);
    expect([page.status, page.total]).toEqual([200, 7]);
    expect(page.rows("loans").map(({ number }) => number)).toEqual(["L-8006", "L-8101"]);
  });

  it("are those that the account may see", async () => {
    const own = await loansOf(`filter[book]=${book._id}`, reader.token);
    expect(own.rows("loans").map(({ number }) => number)).toEqual(["L-8101"]);
    expect((await loansOf(`filter[book]=${book._id}`, tokens.stocker)).status).toBe(403);
  });

  it("a reference by which nothing is listed is refused as any unknown filter", async () => {
    const refused = await server.call("GET", `/api/rest/reading-lists?filter[books]=${book._id}`, {
      token: tokens.stocker,
    });
    expect([refused.status, refused.error.errorCode]).toEqual([400, "BAD_REQUEST"]);
  });

  it("are in the view of those alone who may open them, with the columns that these see", async () => {
    const listsOf = async (token: string) => {
      const { body } = await server.call("GET", "/api/config", { token });
      const { entities } = body as unknown as AppView;
      const books = entities.find((one) => one.access === "full" && one.entity.id === "books");
      return books?.access === "full" ? books.entity : undefined;
    };
    expect((await listsOf(tokens.keeper))?.referredBy).toEqual([
      {
        entity: "loans",
        field: "book",
        label: "Loans of this book",
        columns: ["number", "member.username", "lentOn", "renewals"],
        sort: { field: "lentOn", order: "desc" },
        create: true,
      },
    ]);
    for (const token of [tokens.stocker, tokens.shelver]) {
      const seen = await listsOf(token);
      expect(seen?.referredBy).toEqual([]);
      expect(JSON.stringify(seen)).not.toContain("Loans of this book");
    }
  });
});

it("are found by an index of their own, and not listed for who reads them through references alone", async () => {
  const opened = await buildServer({
    config: {
      "entities/subjects.json": (json) => {
        json.referredBy = [{ entity: "books", field: "subject", columns: ["title"] }];
      },
      "entities/books.json": (json) => {
        json.permission = "lending";
        delete json.rights;
        json.list.filters = json.list.filters.filter((one: unknown) => one !== "subject");
      },
      "entities/reading-lists.json": (json) => {
        const { reference } = json.schema.properties.books.items.properties.book;
        Object.assign(reference, { label: "title", fields: ["cover", "subject"] });
      },
    },
  });
  expect(opened.holder.current.entities.get("books")?.table.filters).toContain("subject");
  const subject = await makeSubject(opened);
  const book = await opened.insert("books", { title: "Read by few", subject: subject._id });
  const listsOf = async (role: string) => {
    const { body } = await opened.call("GET", "/api/config", { token: await opened.as(role) });
    const { entities } = body as unknown as AppView;
    const found = entities.find((one) => one.access === "full" && one.entity.id === "subjects");
    return found?.access === "full" ? found.entity.referredBy.map(({ field }) => field) : undefined;
  };
  expect([await listsOf("keeper"), await listsOf("stocker")]).toEqual([["subject"], []]);
  // It knows of the book, but has no screen on which to change it.
  const refused = async (role: string) => {
    const token = await opened.as(role);
    const { error } = await opened.call("DELETE", `/api/rest/subjects/${subject._id}`, { token });
    return [error.message, (error as ErrorBody).referrers?.map(({ _id }) => _id)];
  };
  expect(await refused("stocker")).toEqual(["1 others refer to it: Read by few", []]);
  expect(await refused("keeper")).toEqual(["1 others refer to it: Read by few", [book._id]]);
  await opened.close();
});

it("of columns, order and new ones an account has those that it may see, sort by and make", async () => {
  const opened = await buildServer({
    config: {
      // In a preview as another role somebody has permissions that no role has alone: here "stock".
      "app.json": (json) => {
        json.roles.stocker.permissions.push("reading");
      },
      "entities/books.json": (json) => {
        json.referredBy[0].sort = { field: "renewals", order: "asc" };
      },
      "entities/loans.json": (json) => {
        json.rights.view.push("stock");
        json.rights.fields.renewals.view = ["lending", "reading"];
        json.rights.fields.reason = { view: ["lending", "reading"] };
      },
    },
  });
  const books = opened.holder.current.entities.get("books");
  const permissions = ["stock"];
  const who = { _id: "1", username: "previewing", role: "stocker", hidden: false };
  const account: Account = { ...who, permissions, record: {}, tokenHash: "" };
  expect(books && ownInverseLists(books, account)).toEqual([
    {
      entity: "loans",
      field: "book",
      label: "Loans of this book",
      columns: ["number", "member.username", "lentOn"],
      create: false,
    },
  ]);
  await opened.close();
});

describe("a refused deletion", () => {
  const refusal = async (token: string) => {
    const { status, error } = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect([status, error.errorCode]).toEqual([409, "REFERRED_TO"]);
    return error as ErrorBody;
  };

  it("lists who stands in the way, by entity, _id and title, and how many there are", async () => {
    const { referrers = [], referrerCount, message } = await refusal(tokens.keeper);
    expect(referrerCount).toBe(7);
    expect(referrers).toHaveLength(7);
    expect(new Set(referrers.map(({ entity }) => entity))).toEqual(new Set(["loans"]));
    expect(referrers.map(({ title }) => title).sort()[0]).toMatch(/^L-8001: Book \d+$/);
    const [first] = referrers;
    const opened = await server.call("GET", `/api/rest/loans/${first?._id}`, { token: tokens.keeper });
    expect(first?.title).toContain(String(opened.record.number));
    expect(message).toMatch(/^7 others refer to it: /);
  });

  it("names none of them to an account that may not see them: they count as others", async () => {
    const { referrers, referrerCount, message } = await refusal(tokens.stocker);
    expect({ referrers, referrerCount, message }).toEqual({
      referrers: [],
      referrerCount: 7,
      message: "7 others refer to it: others",
    });
  });

  it("lists ten, and says that there are more", async () => {
    const subject = await makeSubject(server);
    const names = Array.from({ length: 12 }, (_, index) => `Part ${String(index).padStart(2, "0")}`);
    for (const name of names) await makeSubject(server, { name, parent: subject._id });
    const refused = await server.call("DELETE", `/api/rest/subjects/${subject._id}`, {
      token: tokens.stocker,
    });
    const { referrers = [], referrerCount, message } = refused.error as ErrorBody;
    expect([referrers.length, referrerCount]).toEqual([10, 12]);
    expect(names).toEqual(expect.arrayContaining(referrers.map(({ title }) => title)));
    expect(message).toMatch(/^12 others refer to it: (\S+ \d\d, ){2}\S+ \d\d …$/);
  });

  it("names up to three, all of them where there are no more", async () => {
    const subject = await makeSubject(server);
    const refusedNow = async (token = tokens.stocker) => {
      const path = `/api/rest/subjects/${subject._id}`;
      const { error } = await server.call("DELETE", path, { token });
      return (error as ErrorBody).message;
    };
    const add = (name: string) => makeSubject(server, { name, parent: subject._id });
    await add("One of three");
    expect(await refusedNow()).toBe("1 others refer to it: One of three");
    await add("Two of three");
    expect(await refusedNow()).toMatch(/^2 others refer to it: \S+ of three, \S+ of three$/);
    await add("Three of three");
    expect(await refusedNow()).toMatch(/^3 others refer to it: (\S+ of three, ){2}\S+ of three$/);
    await add("Four of three");
    expect(await refusedNow()).toMatch(/^4 others refer to it: (\S+ of three, ){2}\S+ of three …$/);
  });

  it("lists ten of all entities together", async () => {
    const subject = await makeSubject(server);
    for (let count = 0; count < 6; count += 1) {
      await makeBook(server, { subject: subject._id });
      await makeSubject(server, { parent: subject._id });
    }
    const { error } = await server.call("DELETE", `/api/rest/subjects/${subject._id}`, {
      token: tokens.stocker,
    });
    const { referrers = [], referrerCount } = error as ErrorBody;
    const count = (id: string) => referrers.filter(({ entity }) => entity === id).length;
    expect([referrers.length, referrerCount]).toEqual([10, 12]);
    expect([count("books"), count("subjects")].sort()).toEqual([4, 6]);
  });

  it("lists those that the account sees, however many others there are, and of these no field that it does not see", async () => {
    const opened = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.rights.view.push("stock");
          json.rights.records.push({
            permission: "stock",
            unless: "lending",
            filter: [{ field: "returned", op: "eq", value: true }],
          });
        },
        "entities/reading-lists.json": (json) => {
          json.rights = { fields: { books: { view: "lending" } } };
        },
      },
    });
    const { _id } = await makeBook(opened);
    await opened.insert("reading-lists", { name: "Not shown by it", books: [{ book: _id }] });
    for (let number = 8301; number <= 8330; number++)
      await makeLoan(opened, {
        number: `L-${number}`,
        book: _id,
        returned: number === 8330,
        ...(number === 8330 && { returnedOn: "2026-03-02" }),
      });
    const token = await opened.as("stocker");
    const { error } = await opened.call("DELETE", `/api/rest/books/${_id}`, { token });
    const { referrers = [], referrerCount, message } = error as ErrorBody;
    expect(referrers.map(({ title }) => title)).toEqual([expect.stringMatching(/^L-8330: /)]);
    expect(referrerCount).toBe(31);
    expect(message).toMatch(/^31 others refer to it: L-8330: .*, others$/);
    await opened.close();
  });
});
