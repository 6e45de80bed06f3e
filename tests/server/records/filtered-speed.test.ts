import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { update } from "../../contracts/store/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { copiesOf, fillPastStore } from "../store/record-copies.ts";
import { startWatch } from "../store/working-time.ts";
import { makeBook, makeSubject } from "./library-records.ts";

const MANY = 100_000;
const GENRES = ["novel", "poetry", "science", "history"];

let server: TestServer;
let token: string;
let subject: string;
let book: string;

beforeAll(async () => {
  server = await buildServer({ writesOnce: true });
  token = await server.as("stocker");
  const subjects: string[] = [];
  for (let n = 0; n < 50; n += 1) subjects.push((await makeSubject(server))._id);
  subject = subjects[7] ?? "";
  const { _id } = await makeBook(server, { subject });
  book = _id;
  const { entities, tables } = server.holder.current;
  const books = entities.get("books")?.entity;
  if (books === undefined) throw new Error("There are no books.");
  const values = valuesOf(subjects);
  const moment = (second: RawBuilder<unknown>) =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${second} + unixepoch('2020-01-01'), 'unixepoch')`;
  const copies = copiesOf(books, {
    template: _id,
    count: MANY,
    id: sql`printf('%024x', n)`,
    createdAt: moment(sql`n * 7919`),
    updatedAt: moment(sql`n * 7919 % ${sql.lit(MANY)} * 2000`),
    value: ({ name }, column) => values[name] ?? column,
  });
  await fillPastStore(server.store, server.storeFile, tables, (connection) => connection.run(copies));
  await server.store.read(async (view) => {
    expect(await view.count("books")).toBe(MANY + 1);
    for (const [field, value, count] of [
      ["genre", "novel", MANY / 4],
      ["subject", subject, MANY / 50],
      ["available", false, Math.floor(MANY / 3)],
      ["updatedBy", "the-stocker", MANY],
    ] as const)
      expect(await view.count("books", [{ field, op: "eq", value }]), field).toBeCloseTo(count, -1);
  });
}, 240_000);
afterAll(() => server.close());

/** What the book of number `n` has. */
const valuesOf = (subjects: readonly string[]): Readonly<Record<string, RawBuilder<unknown>>> => {
  const oneOf = (values: readonly string[]) =>
    sql`json_extract(${sql.lit(JSON.stringify(values))}, '$[' || (n % ${sql.lit(values.length)}) || ']')`;
  return {
    title: sql`'Book of ' || n`,
    genre: oneOf(GENRES),
    year: sql`1450 + n % 600`,
    subject: oneOf(subjects),
    available: sql`n % 3 <> 0`,
  };
};

/** What a tenth of the times are below: a machine with other work adds to most of them. */
const tenth = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 10)] ?? Number.NaN;

async function timed(query: string): Promise<number> {
  const worked = startWatch();
  const { status } = await server.call("GET", `/api/rest/books?${query}`, { token });
  const took = worked();
  expect(status).toBe(200);
  return took;
}

/** Staff at work: a book is changed in what lists are filtered by. */
async function changeBook(run: number): Promise<void> {
  const genre = GENRES[run % GENRES.length] ?? "";
  await update(server.store, "books", book, { year: 1500 + (run % 200), available: run % 2 === 0, genre });
}

/** What `given` takes, in times of what the page takes without it. Taken in turn: what slows the machine slows both. */
async function ratio(page: string, given: string, before: (run: number) => Promise<void>): Promise<number> {
  const [plain, filtered]: [number[], number[]] = [[], []];
  for (let run = 0; run < 24; run += 1) {
    await before(run);
    plain.push(await timed(page));
    await before(run + 1);
    filtered.push(await timed(`${page}&${given}`));
  }
  return tenth(filtered) / tenth(plain);
}

const FILTERS = [
  "filter[available]=true",
  "filter[genre]=novel",
  "filter[genre][in]=novel&filter[genre][in]=poetry",
  () => `filter[subject]=${subject}`,
  "filter[year][gte]=1500&filter[year][lte]=1510",
  "filter[year][gte]=1600",
  "filter[photos][empty]=true",
  "filter[updatedAt][gte]=2024-01-01",
  "filter[updatedBy][empty]=false",
  "filter[available]=true&filter[genre]=novel",
  () => `filter[available]=true&filter[subject]=${subject}&filter[year][gte]=1600`,
  "filter[available]=false&filter[year][gte]=1600",
];
const SITUATIONS = [
  ["", async () => {}],
  [", the first after a change of a record", changeBook],
] as const;

test.each(FILTERS.flatMap((given) => SITUATIONS.map(([when, before]) => ({ given, when, before }))))(
  "a page of $given takes at most 1.3 times what an unfiltered one takes$when",
  async ({ given, before }) => {
    const filter = typeof given === "string" ? given : given();
    for (const page of ["limit=20", "limit=20&sortField=title&sortOrder=asc"]) {
      const found: number[] = [];
      // Noise only adds: once is enough.
      for (let attempt = 0; attempt < 4 && (found.at(-1) ?? 2) > 1.3; attempt += 1)
        found.push(await ratio(page, filter, before));
      expect(Math.min(...found), `${page}: ${found}`).toBeLessThanOrEqual(1.3);
    }
  },
);
