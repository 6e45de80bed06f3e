import { beforeAll, describe, expect, it } from "vitest";
import { buildServer } from "../build-server.ts";
import { makeBook, next } from "../records/library-records.ts";
import { type AttackedLibrary, attackLibrary } from "./attacked-library.ts";

/** Nobody learns of what they do not see: of fields, of the config, or of another identity. */
let server: AttackedLibrary["server"];
let token: AttackedLibrary["token"];
let book: AttackedLibrary["book"];
attackLibrary((library) => {
  ({ server, token, book } = library);
});

describe("S11, S13 hidden-field oracle: who reads through references learns of nothing else", () => {
  let lender: string;
  beforeAll(async () => {
    lender = await server.as("lender");
    await makeBook(server, { price: 1, year: 1500 });
  });

  it.each([
    "year",
    "price",
    "genre",
    "subject.name",
    "scores.readers",
    "updatedAt",
    "createdAt",
    "isbn",
    "summary",
  ])("sort by %s is 400 for them, whatever the order", async (field) => {
    for (const order of ["asc", "desc"]) {
      const answer = await server.call("GET", `/api/rest/books?sortField=${field}&sortOrder=${order}`, {
        token: lender,
      });
      expect(answer.status).toBe(400);
    }
  });

  it.each(["CANARY", "9781234567897", "77", "novel", "the-stocker", "0".repeat(24)])(
    "a search for %s, which stands in fields they do not see, finds nothing",
    async (text) => {
      const { body } = await server.call("GET", `/api/rest/books?nameQuery=${text}`, { token: lender });
      expect(body).toEqual({ books: [], total: 0 });
    },
  );

  it.each([
    "price=77",
    "where[price][$gt]=1",
    "fields=price",
    "populate=*",
    "include=subject",
    "expand=subject",
    "limit=1&offset=1",
  ])("no other parameter changes the answer: %s", async (query) => {
    const plain = await server.call("GET", "/api/rest/books?limit=1", { token: lender });
    const answer = await server.call("GET", `/api/rest/books?limit=1&${query}`, { token: lender });
    expect([answer.status, answer.body]).toEqual([200, plain.body]);
  });

  it("a filter by what they do not see is refused, whether the list offers it, whether something has the value", async () => {
    const refusals = await Promise.all(
      ["year][gte]=1", "year][gte]=9999", "price]=77", "price]=78", "nothing]=1"].map((filter) =>
        server.call("GET", `/api/rest/books?filter[${filter}`, { token: lender }),
      ),
    );
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const said = new Set(refusals.map(({ error }) => error.message.replace(/filter\[.*/, "")));
    expect(said.size).toBe(1);
  });

  it("the same order whatever the hidden fields hold", async () => {
    const order = async () => (await server.call("GET", "/api/rest/books?limit=100", { token: lender })).body;
    const before = await order();
    await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { year: 2099, price: 499 } });
    expect(await order()).toEqual(before);
  });

  it("no config lets them see another field than the one that they search", async () => {
    const built = buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.schema.properties.book.reference.label = "isbn";
          json.list.columns[1].field = "book.isbn";
        },
      },
    });
    await expect(built).rejects.toThrow(/searches "title"/);
  });

  it("S12 a password's hash is in no answer, sorted or searched by nobody", async () => {
    const secret = "$argon2id$CANARY";
    const member = await server.account({ role: "lender", password: secret });
    const answers = [
      await server.call("GET", "/api/rest/members?limit=100", { token }),
      await server.call("GET", `/api/rest/members/${member._id}`, { token }),
      await server.call("PUT", `/api/rest/members/${member._id}`, {
        token,
        body: { username: `r${next()}` },
      }),
      await server.call("GET", `/api/rest/members/${member._id}`, { token: lender }),
      await server.call("GET", `/api/rest/members?nameQuery=argon2`, { token }),
      await server.call("GET", "/api/config", { token }),
    ];
    for (const { text } of answers) expect(text).not.toContain("CANARY");
    expect(answers[4]?.total).toBe(0);
    const sorted = await server.call("GET", "/api/rest/members?sortField=password&sortOrder=asc", { token });
    expect(sorted.status).toBe(400);
  });
});

describe("S32 cache across identities; S34 metadata exposure", () => {
  it("private answers are never cached, and two identities get two bodies", async () => {
    const url = `/api/rest/books/${book._id}`;
    const full = await server.call("GET", url, { token });
    const cut = await server.call("GET", url, { token: await server.as("lender") });
    expect(Object.keys(cut.record)).toEqual(["_id", "title"]);
    expect(Object.keys(full.record).length).toBeGreaterThan(10);
    for (const { headers } of [full, cut]) expect(headers["cache-control"]).toBe("no-store");
  });

  it("without a session nothing tells of config, schema or version", async () => {
    for (const url of [
      "/api/rest/books",
      "/api/rest/nothing",
      "/api/config",
      "/api/schema",
      "/api/docs",
      "/api/openapi.json",
    ]) {
      const { text, headers } = await server.call("GET", url);
      expect(text).not.toMatch(/isbn|subject|permission|fastify|\d+\.\d+\.\d+/i);
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("server");
    }
  });
});
