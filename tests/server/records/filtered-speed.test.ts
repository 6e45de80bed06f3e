import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeSubject } from "./library-records.ts";

const MANY = 100_000;
const GENRES = ["novel", "poetry", "science", "history"];

let server: TestServer;
let token: string;
let subject: string;

beforeAll(async () => {
  server = await buildServer({ writesOnce: true });
  token = await server.as("stocker");
  const subjects: string[] = [];
  for (let n = 0; n < 50; n += 1) subjects.push((await makeSubject(server))._id);
  subject = subjects[7] ?? "";
  const { _id } = await makeBook(server, { subject });
  const template = await server.store.read((view) => view.get("books", _id));
  if (template === undefined) throw new Error("There is no book.");
  const make = (n: number): StoredRecord => ({
    ...template,
    _id: n.toString(16).padStart(24, "0"),
    createdAt: new Date(Date.UTC(2020, 0, 1) + n * 7_919_000).toISOString(),
    updatedAt: new Date(Date.UTC(2020, 0, 1) + ((n * 7919) % MANY) * 2_000_000).toISOString(),
    title: `Book of ${n}`,
    genre: GENRES[n % 4] ?? null,
    year: 1450 + (n % 600),
    subject: subjects[n % 50] ?? null,
    available: n % 3 !== 0,
  });
  for (let from = 0; from < MANY; from += 1000)
    await server.store.write(async (transaction) => {
      for (let n = from; n < from + 1000; n += 1) await transaction.insert("books", make(n), []);
    });
}, 240_000);
afterAll(() => server.close());

/** What a tenth of the times are below: a machine with other work adds to most of them. */
const tenth = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 10)] ?? Number.NaN;

async function timed(query: string): Promise<number> {
  const began = performance.now();
  const { status } = await server.call("GET", `/api/rest/books?${query}`, { token });
  const took = performance.now() - began;
  expect(status).toBe(200);
  return took;
}

/** What `given` takes, in times of what the page takes without it. Taken in turn: what slows the machine slows both. */
async function ratio(page: string, given: string): Promise<number> {
  const [plain, filtered]: [number[], number[]] = [[], []];
  for (let run = 0; run < 80; run += 1) {
    plain.push(await timed(page));
    filtered.push(await timed(`${page}&${given}`));
  }
  return tenth(filtered) / tenth(plain);
}

test.each([
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
])("a page of %s takes at most 1.3 times what an unfiltered one takes", async (given) => {
  const filter = typeof given === "string" ? given : given();
  for (const page of ["limit=20", "limit=20&sortField=title&sortOrder=asc"]) {
    const found: number[] = [];
    // Noise only adds: once is enough.
    for (let attempt = 0; attempt < 4 && (found.at(-1) ?? 2) > 1.3; attempt += 1)
      found.push(await ratio(page, filter));
    expect(Math.min(...found), `${page}: ${found}`).toBeLessThanOrEqual(1.3);
  }
});
