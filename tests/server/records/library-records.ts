import type { RecordData, StoredRecord } from "../../../src/model/record.ts";
import type { TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";

let count = 0;

/** A number that no other record of the tests has. */
export function next(): number {
  count += 1;
  return count;
}

/** A subject through the API. */
export async function makeSubject(
  server: TestServer,
  values: RecordData = {},
): Promise<RecordData & { _id: string }> {
  const body = { name: `Subject ${next()}`, ...values };
  return made(await server.call("POST", "/api/rest/subjects", { token: await server.as("stocker"), body }));
}

/** What a book needs, and what the test is about. */
export async function bookValues(server: TestServer, values: RecordData = {}): Promise<RecordData> {
  const subject = values.subject ?? (await makeSubject(server))._id;
  return { title: `Book ${next()}`, genre: "novel", year: 1998, available: true, ...values, subject };
}

/** A book through the API. */
export async function makeBook(
  server: TestServer,
  values: RecordData = {},
): Promise<RecordData & { _id: string }> {
  const body = await bookValues(server, values);
  return made(await server.call("POST", "/api/rest/books", { token: await server.as("stocker"), body }));
}

/** A loan through the API, by the one who asks for it. */
export async function makeLoan(
  server: TestServer,
  values: RecordData = {},
): Promise<RecordData & { _id: string }> {
  const book = values.book ?? (await makeBook(server))._id;
  const member = values.member ?? (await server.account({ role: "lender" }))._id;
  const number = `L-${String(next()).padStart(4, "0")}`;
  const body = { number, lentOn: "2026-03-01", returned: false, ...values, book, member };
  return made(await server.call("POST", "/api/rest/loans", { token: await server.as("lender"), body }));
}

function made({ status, text, record }: CallAnswer): StoredRecord {
  if (status !== 201) throw new Error(`Not stored: ${status} ${text}`);
  return record;
}

/** Every stored row of an entity: what must be unchanged after a refusal. */
export async function rowsOf(server: TestServer, entity: string): Promise<readonly StoredRecord[]> {
  const sort = { field: "createdAt", order: "asc" } as const;
  const { records } = await server.store.read((view) => view.list(entity, { offset: 0, limit: 100, sort }));
  return records;
}
