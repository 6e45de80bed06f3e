import { describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { rowsOf } from "../records/library-records.ts";
import { type AttackedLibrary, attackLibrary, isSane } from "./attacked-library.ts";

/** What is refused on one way to write is refused on both, and nobody sets what the server owns. */
let server: AttackedLibrary["server"];
let token: AttackedLibrary["token"];
let book: AttackedLibrary["book"];
let writes: AttackedLibrary["writes"];
let everything: AttackedLibrary["everything"];
attackLibrary((library) => {
  ({ server, token, book, writes, everything } = library);
});

describe("S23 guard on create, missing on update: every refusal holds for both", () => {
  const wrong: [string, RecordData][] = [
    ["/title", { title: "" }],
    ["/title", { title: 5 }],
    ["/title", { title: ["a"] }],
    ["/title", { title: { $ne: null } }],
    ["/title", { title: "x".repeat(121) }],
    ["/isbn", { isbn: "97812345678971" }],
    ["/isbn", { isbn: "9781234567897\n" }],
    ["/genre", { genre: "constructor" }],
    ["/genre", { genre: "NOVEL" }],
    ["/year", { year: "1990" }],
    ["/year", { year: 1990.5 }],
    ["/year", { year: -1 }],
    ["/year", { year: 2 ** 60 }],
    ["/year", { year: true }],
    ["/price", { price: 0.05 }],
    ["/price", { price: [1] }],
    ["/available", { available: "true" }],
    ["/available", { available: null }],
    ["/scores", { scores: 5 }],
    ["/scores", { scores: [] }],
    ["/scores/readers", { scores: { readers: 10 } }],
    ["/scores/readers", { scores: { readers: "9" } }],
    ["/subject", { subject: { _id: "x" } }],
    ["/subject", { subject: ["x"] }],
    ["/photos", { photos: {} }],
    ["/photos", { photos: Array(4).fill({}) }],
    ["/photos", { photos: Array(5_000).fill({}) }],
    ["/photos/0", { photos: ["a.png"] }],
    ["/photos/0", { photos: [null] }],
    ["/cover", { cover: "a.png" }],
    ["/cover", { cover: { fileName: "../../etc/passwd" } }],
    ["/note", { note: 5 }],
  ];

  it.each(wrong)("%s %j", async (path, values) => {
    for (const write of Object.values(writes)) {
      // What the write itself needs (a subject) is made first.
      const before = await rowsOf(server, "books");
      const answer = await write(values);
      isSane(answer);
      expect([answer.status, answer.errors?.[0]?.path]).toEqual([400, path]);
      expect(await rowsOf(server, "books")).toEqual(before);
    }
  });

  it.each([[null], [[]], ["text"], [5], [true], [[{ title: "x" }]]])(
    "a body of %j is no record",
    async (body) => {
      const headers = { "content-type": "application/json" };
      for (const [method, url] of [
        ["POST", "/api/rest/books"],
        ["PUT", `/api/rest/books/${book._id}`],
      ] as const) {
        const before = await everything();
        const answer = await server.call(method, url, { token, headers, body: JSON.stringify(body) });
        isSane(answer);
        expect(answer.status).toBe(400);
        expect(await everything()).toEqual(before);
      }
    },
  );
});

describe("S05, S09 mass assignment: what the server owns is never the client's", () => {
  const owned = {
    _id: "ffffffffffffffffffffffff",
    id: "x",
    createdAt: "1999-01-01T00:00:00.000Z",
    updatedBy: "somebody else",
    isProtected: true,
    permissions: ["staffing"],
    role: "director",
    password: "changed",
    rowid: 1,
    seq: 1,
    deletionAsked: true,
    uploadedBy: "ffffffffffffffffffffffff",
    "title; --": "x",
  };

  it.each(["create", "update"] as const)("%s", async (kind) => {
    const stored = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    const { status, record } = await writes[kind](owned);
    expect([200, 201]).toContain(status);
    expect(Object.keys(record).sort()).toEqual(Object.keys(stored.record).sort());
    expect(record).toMatchObject({ updatedBy: "the-director", isProtected: false });
    expect(record._id).toMatch(kind === "create" ? /^(?!f{24})/ : new RegExp(book._id));
    expect(record.createdAt > "2026").toBe(true);
  });

  it("an image keeps the server's address and expiry", async () => {
    const before = await rowsOf(server, "books");
    const cover = {
      fileName: "a".repeat(43).concat(".png"),
      imgUrl: "https://evil.example/x",
      expiresAt: "2099",
    };
    for (const write of Object.values(writes)) {
      const { status, errors } = await write({ cover });
      expect([status, errors]).toMatchObject([400, [{ path: "/cover", keyword: "image" }]]);
    }
    expect((await rowsOf(server, "books")).filter((row) => before.includes(row))).toEqual([]);
    expect(JSON.stringify(await rowsOf(server, "books"))).not.toContain("evil.example");
  });
});
