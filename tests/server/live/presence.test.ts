import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CHANGES_PATHS } from "../../../src/wire/changes.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { type ReadStream, readStream } from "./read-stream.ts";

let server: TestServer;
let address: string;
beforeEach(async () => {
  server = await buildServer();
  address = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => server.close());

interface Person extends TestAccount {
  readonly stream: ReadStream;
}

async function person(role: string, username: string): Promise<Person> {
  const account = await server.account({ role, username });
  return { ...account, stream: await readStream(address, account.token) };
}

const open = ({ token, stream }: Person, entity?: string, _id = "") =>
  server.call("POST", CHANGES_PATHS.open, {
    token,
    body: { stream: stream.id, record: entity === undefined ? null : { entity, _id } },
  });
/** The names that a person was told last. */
const names = ({ stream }: Person) =>
  stream.told.findLast(({ viewers }) => viewers !== undefined)?.viewers?.people.map(({ name }) => name);
/** How many more a person was told of last. */
const unnamed = ({ stream }: Person) =>
  stream.told.findLast(({ viewers }) => viewers !== undefined)?.viewers?.unnamed;
const sees = (who: Person, ...expected: string[]) =>
  vi.waitFor(() => expect(names(who)).toEqual(expected), { timeout: 5_000 });

it("those who have one record open see each other, until one opens another, leaves or is gone", async () => {
  const [ann, ben, eve] = await Promise.all(["ann", "ben", "eve"].map((name) => person("keeper", name)));
  if (ann === undefined || ben === undefined || eve === undefined) throw new Error("Three people.");
  const book = await server.insert("books", { title: "Shared" });
  const other = await server.insert("books", { title: "Other" });
  expect((await open(ann, "books", book._id)).status).toBe(200);
  await sees(ann);
  await open(ben, "books", book._id);
  await open(eve, "books", book._id);
  await sees(ann, "ben", "eve");
  await sees(ben, "ann", "eve");
  expect(ann.stream.told.at(-1)?.viewers).toEqual({
    entity: "books",
    _id: book._id,
    people: [
      { _id: ben._id, name: "ben" },
      { _id: eve._id, name: "eve" },
    ],
    unnamed: 0,
  });
  await open(ben, "books", other._id);
  await sees(ann, "eve");
  await sees(ben);
  eve.stream.cancel();
  await sees(ann);
  await open(ben, "books", book._id);
  await sees(ann, "ben");
  await open(ben);
  await sees(ann);
});

it("what is no record and no stream is refused, and leaves what was told", async () => {
  const [ann, ben] = [await person("keeper", "ann"), await person("keeper", "ben")];
  const { _id } = await server.insert("books", { title: "Kept open" });
  for (const one of [ann, ben]) await open(one, "books", _id);
  await sees(ann, "ben");
  const stream = ann.stream.id;
  const wrong = [
    { record: null },
    { stream: 5, record: null },
    { stream },
    { stream, record: "books" },
    { stream, record: ["books", _id] },
    { stream, record: { entity: "books" } },
    { stream, record: { _id } },
    { stream, record: { entity: 5, _id } },
  ];
  for (const body of wrong) {
    const { status } = await server.call("POST", CHANGES_PATHS.open, { token: ann.token, body });
    expect([body, status]).toEqual([body, 400]);
  }
  const nobodys = { stream: "of nobody", record: null };
  const { status } = await server.call("POST", CHANGES_PATHS.open, { token: ann.token, body: nobodys });
  expect(status).toBe(404);
  await open(ben);
  await sees(ann);
});

it("who goes to another record and back at once is told anew who has it open", async () => {
  const [ann, ben] = [await person("keeper", "ann"), await person("keeper", "ben")];
  const { _id } = await server.insert("books", { title: "Come back to" });
  for (const one of [ann, ben]) await open(one, "books", _id);
  await sees(ann, "ben");
  const tellings = () => ann.stream.told.filter(({ viewers }) => viewers?.people.length === 1).length;
  const before = tellings();
  await open(ann);
  await open(ann, "books", _id);
  await vi.waitFor(() => expect(tellings()).toBe(before + 1));
});

it("who says again that the same record is open is told nothing anew", async () => {
  const [ann, ben] = [await person("keeper", "ann"), await person("keeper", "ben")];
  const { _id } = await server.insert("books", { title: "Still open" });
  for (const one of [ann, ben]) await open(one, "books", _id);
  await sees(ann, "ben");
  const tellings = () => ann.stream.told.filter(({ viewers }) => viewers !== undefined).length;
  const before = tellings();
  expect((await open(ann, "books", _id)).status).toBe(200);
  const later = await server.insert("books", { title: "Told after it" });
  await vi.waitFor(() => expect(JSON.stringify(ann.stream.told)).toContain(later._id));
  expect(tellings()).toBe(before);
});

it("one person twice is nobody else", async () => {
  const ann = await person("stocker", "ann");
  const again: Person = { ...ann, stream: await readStream(address, ann.token) };
  const book = await server.insert("books", { title: "Mine" });
  await open(ann, "books", book._id);
  await open(again, "books", book._id);
  await sees(ann);
  await sees(again);
});

it("hidden accounts are shown to those alone who see them; a session that ends takes its person away", async () => {
  const [ann, ben, boss, chief] = [
    await person("keeper", "ann"),
    await person("keeper", "ben"),
    await person("director", "boss"),
    await person("director", "chief"),
  ];
  const book = await server.insert("books", { title: "Watched" });
  for (const one of [ann, ben, boss, chief]) await open(one, "books", book._id);
  await sees(chief, "ann", "ben", "boss");
  await sees(ann, "ben");
  await vi.waitFor(() => expect(unnamed(ann)).toBe(2), { timeout: 5_000 });
  expect(unnamed(chief)).toBe(0);
  for (const secret of ["boss", "chief", boss._id, chief._id])
    expect(JSON.stringify(ann.stream.told)).not.toContain(secret);
  await server.call("POST", "/api/rest/session/logout", { token: ben.token });
  expect(await ben.stream.ended).toBe("ended");
  await sees(chief, "ann", "boss");
  await sees(ann);
});

it("nobody is told of a record that they do not see, or see no more", async () => {
  const [ann, lender, shelver] = [
    await person("keeper", "ann"),
    await person("lender", "lee"),
    await person("shelver", "sam"),
  ];
  const subject = await server.insert("subjects", { name: "Sea" });
  const book = await server.insert("books", { title: "Seen by two" });
  expect((await open(lender, "books", book._id)).status).toBe(404);
  expect((await open(shelver, "subjects", subject._id)).status).toBe(404);
  expect((await open(ann, "books", server.effects.newId())).status).toBe(404);
  expect((await open(ann, "nothing", book._id)).status).toBe(404);
  expect((await open({ ...lender, stream: ann.stream })).status).toBe(404);
  expect((await server.call("POST", CHANGES_PATHS.open, { token: ann.token, body: {} })).status).toBe(400);

  const bea = await person("keeper", "bea");
  await open(ann, "books", book._id);
  await open(bea, "books", book._id);
  await sees(ann, "bea");
  await sees(bea, "ann");
  // Whoever may not view accounts is told that there are others, and of none who it is.
  await open(shelver, "books", book._id);
  await sees(ann, "bea", "sam");
  await sees(shelver);
  await vi.waitFor(() => expect(unnamed(shelver)).toBe(2), { timeout: 5_000 });
  for (const secret of ["ann", "bea", ann._id, bea._id])
    expect(JSON.stringify(shelver.stream.told)).not.toContain(secret);
  const director = await server.as("director");
  const demoted = await server.call("PUT", `/api/rest/members/${bea._id}`, {
    token: director,
    body: { role: "lender" },
  });
  expect(demoted.status).toBe(200);
  await sees(bea);
  expect(unnamed(bea)).toBe(0);
  await server.call("DELETE", `/api/rest/books/${book._id}`, { token: director });
  await sees(ann);
});
