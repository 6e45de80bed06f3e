import { beforeEach, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests } from "./book-requests.ts";
import { makeBook } from "./library-records.ts";

const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };

beforeEach(async () => {
  book = await makeBook(server, { summary: "first" });
});

const { put, remove, history, entriesOf } = bookRequests(server, stocker, () => book);

it("a history comes twenty entries at a time, else as many as are asked for, to the last one", async () => {
  for (let n = 1; n <= 20; n += 1) await put({ summary: `Again ${n}` });
  const page = async (query: string) => {
    const answer = await history(`entity=books&id=${book._id}${query}`);
    expect(answer.status).toBe(200);
    const { entries, next } = answer.body as { entries: readonly { version: number }[]; next?: number };
    return { versions: entries.map(({ version }) => version), next };
  };
  const first = await page("");
  expect([first.versions.length, first.versions[0], first.versions.at(-1)]).toEqual([20, 21, 2]);
  const rest = await page(`&before=${first.next}`);
  expect(rest).toEqual({ versions: [1], next: undefined });
  expect((await page("&limit=1")).versions).toEqual([21]);
  expect((await page("&limit=100")).versions).toHaveLength(21);
  expect((await page("&limit=&before=")).versions).toHaveLength(20);
});

it("a history has no entry between two, nor after the last", async () => {
  const [entry] = await entriesOf();
  const at = (position: number) =>
    server.call("GET", `/api/journal/${position}`, { token: stocker }).then(({ status }) => status);
  const position = entry?.position ?? 0;
  expect([await at(position), await at(position + 1)]).toEqual([200, 404]);
});

it("the bin comes in pages, of which the last one says that there are no more", async () => {
  await server.call("DELETE", `/api/rest/books/${(await makeBook(server))._id}`, { token: stocker });
  await remove();
  const page = async (query: string) => {
    const path = `/api/journal/bin?entity=books${query}`;
    const { body } = await server.call("GET", path, { token: stocker });
    return body as { records: readonly { _id: string; position: number }[]; next?: number };
  };
  const first = await page("&limit=1");
  expect(first.records.map(({ _id }) => _id)).toEqual([book._id]);
  expect(first.next).toBe(first.records[0]?.position);
  const second = await page(`&limit=1&before=${first.next}`);
  expect(second.records).toHaveLength(1);
  expect(second.records[0]?._id).not.toBe(book._id);
  expect((await page("&limit=100")).next).toBeUndefined();
  expect((await server.call("GET", "/api/journal/bin?entity=nothing", { token: stocker })).status).toBe(400);
});
