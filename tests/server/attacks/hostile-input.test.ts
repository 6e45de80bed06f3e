import { describe, expect, it } from "vitest";
import { makeSubject, next } from "../records/library-records.ts";
import { type AttackedLibrary, attackLibrary, isSane } from "./attacked-library.ts";

/** Whatever texts and bodies hold, they are values, and cost no more than their limit. */
let server: AttackedLibrary["server"];
let token: AttackedLibrary["token"];
let book: AttackedLibrary["book"];
let writes: AttackedLibrary["writes"];
attackLibrary((library) => {
  ({ server, token, book, writes } = library);
});

describe("S22 SQL through keys and values", () => {
  const hostile = [
    "'; drop table books; --",
    '" or 1=1 --',
    "`x`",
    "x') union select 1,2,3 --",
    "\\'; --",
    "$1",
    "?1",
    ":a",
    "@a",
    "json_extract(a,'$.b')",
    "1;select pg_sleep(9)",
  ];

  it.each(hostile)("%s", async (text) => {
    const subject = await makeSubject(server, { name: `${text} ${next()}` });
    const got = await server.call(
      "GET",
      `/api/rest/subjects?nameQuery=${encodeURIComponent(String(subject.name))}`,
      { token },
    );
    expect(got.rows("subjects").map(({ _id }) => _id)).toEqual([subject._id]);
    const keyed = await writes.update({ [text]: text, scores: { [text]: 1 } });
    expect(keyed.status).toBe(200);
    expect(keyed.text).not.toContain(JSON.stringify(text).slice(1, -1));
    for (const parameter of ["sortField", "sortOrder", "page", "limit"]) {
      const other = parameter === "sortField" ? "&sortOrder=asc" : "&sortField=title";
      const answer = await server.call(
        "GET",
        `/api/rest/books?${parameter}=${encodeURIComponent(text)}${other}`,
        { token },
      );
      isSane(answer);
      expect([parameter, answer.status]).toEqual([parameter, 400]);
    }
  });
});

describe("S27 prototype pollution and deep JSON; S28 denial of service", () => {
  const headers = { "content-type": "application/json" };
  const send = (body: string | Buffer, type = "application/json") =>
    server.call("PUT", `/api/rest/books/${book._id}`, { token, body, headers: { "content-type": type } });

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"scores":{"__proto__":{"readers":9,"polluted":1}}}',
    '{"__proto__.polluted":1}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"photos":[{"__proto__":{"polluted":1}}]}',
    '{"toString":"x","valueOf":1,"hasOwnProperty":null}',
  ])("%s pollutes nothing", async (body) => {
    const { status, text } = await send(body);
    expect([200, 400]).toContain(status);
    expect(text).not.toContain("polluted");
    expect(({} as { polluted?: number }).polluted).toBe(undefined);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ["", "application/json", 200],
    ["{}", "application/json; charset=utf-8", 200],
    ["{}", "application/merge-patch+json", 200],
    ['{"year":', "application/json", 400],
    ["{'year':1}", "application/json", 400],
    ['{"year":NaN}', "application/json", 400],
    ['{"year":1e999}', "application/json", 400],
    ['{"a":1}{"b":2}', "application/json", 400],
    ["year=1990", "application/x-www-form-urlencoded", 400],
    ["{}", "text/plain", 400],
    ["<a/>", "application/xml", 400],
    ["{}", "", 400],
    ["[".repeat(15_000_000), "application/json", 400],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "application/json", 400],
    [`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, "application/json", 400],
    [`{"scores":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`, "application/json", 400],
  ])("a body that is no record's: case %#", async (body, type, expected) => {
    const answer = await send(body, type);
    isSane(answer);
    expect(answer.status).toBe(expected);
  });

  it("brackets inside texts are no depth", async () => {
    const summary = `${"[{".repeat(500)}\\"${"[".repeat(500)}`;
    const answer = await send(JSON.stringify({ summary }));
    expect([answer.status, answer.record.summary]).toEqual([200, summary]);
  });

  it("bytes that are no UTF-8 are no JSON", async () => {
    const answer = await send(
      Buffer.concat([Buffer.from('{"summary":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    );
    expect(answer.status).toBe(400);
  });

  it("a record may be large where it holds formatted text, yet bounded; others stay small", async () => {
    const text = await send(JSON.stringify({ summary: "x".repeat(900_000) }));
    expect(text.status).toBe(200);
    const picture = `data:image/png;base64,${"A".repeat(14 * 2 ** 20)}`;
    const large = await send(JSON.stringify({ note: `<img src="${picture}">` }));
    expect([large.status, large.record.note]).toEqual([200, `<img src="${picture}">`]);
    await send('{"note":null}');
    // A hundred of them may stand on one page of the list.
    const tooLong = await send(JSON.stringify({ summary: "x".repeat(1_000_001) }));
    expect([tooLong.status, tooLong.error.errors?.[0]]).toMatchObject([
      400,
      { path: "/summary", keyword: "maxLength" },
    ]);
    const tooLarge = await send(JSON.stringify({ summary: "x".repeat(15 * 2 ** 20) }));
    expect([tooLarge.status, tooLarge.error.errorCode, tooLarge.error.message]).toEqual([
      413,
      "TOO_LARGE",
      "That is too large: at most 15 MB",
    ]);
    const subject = await server.call("POST", "/api/rest/subjects", {
      token,
      body: { name: "x".repeat(2 ** 20) },
      headers,
    });
    expect(subject.error.message).toBe("That is too large: at most 1 MB");
    await send('{"summary":null}');
  });

  it("a text of megabytes is refused by its length alone, in the words of its field's limit", async () => {
    const [short, ...megabytes] = await Promise.all(
      ["x".repeat(200), "x".repeat(14 * 2 ** 20), `${"x".repeat(2 ** 20)}\0`, "界".repeat(4 * 2 ** 20)].map(
        (title) => send(JSON.stringify({ title, year: "no year" })),
      ),
    );
    const refused = (answer: typeof short) =>
      answer?.error.errors?.map(({ path, keyword }) => [path, keyword]);
    const tooLong = short?.error.errors?.find(({ path }) => path === "/title");
    expect(refused(short)).toEqual([
      ["/title", "maxLength"],
      ["/year", "type"],
    ]);
    for (const answer of megabytes) expect(answer.error.errors).toEqual([tooLong]);
  });

  it("over a real connection whoever sends too much gets the sentence, not a reset, and may go on", async () => {
    const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const url = `${address}/api/rest/books/${book._id}`;
    const known = { ...headers, authorization: `Bearer ${token}` };
    const long = "x".repeat(40 * 2 ** 20);
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(url, { method: "PUT", headers: known, body: long });
      expect([answer.status, (await answer.json()).errorCode]).toEqual([413, "TOO_LARGE"]);
      const unknown = await fetch(url, { method: "PUT", headers, body: long });
      expect([unknown.status, (await unknown.json()).errorCode]).toEqual([401, "UNAUTHENTICATED"]);
    }
    // Without a length the limit is met while reading.
    const parts = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(2 ** 20));
        sent += 1;
        if (sent === 40) controller.close();
      },
    });
    let sent = 0;
    const streamed = await fetch(url, {
      method: "PUT",
      headers: known,
      body: parts,
      duplex: "half",
    } as RequestInit);
    expect([streamed.status, (await streamed.json()).errorCode]).toEqual([413, "TOO_LARGE"]);
  });

  it("health stays cheap, and alive, beside a hundred wrong requests", async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => send("{".repeat(index + 1))));
    expect((await server.call("GET", "/api/health")).status).toBe(200);
  });

  it.each(["limit=-1", "limit=1e9", "page=-9", "limit=NaN", "limit[]=5&limit[$gt]=1", "page=1&page=2"])(
    "a list asked for like %s answers",
    async (query) => isSane(await server.call("GET", `/api/rest/books?${query}`, { token })),
  );
});
