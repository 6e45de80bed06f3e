import type { RecordData } from "../../../src/model/record.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import type { HistoryAnswer, HistoryEntry } from "../../../src/wire/journal.ts";
import type { TestServer } from "../build-server.ts";

interface BookInTest {
  readonly server: TestServer;
  /** The token of who asks, unless another one is given. */
  readonly stocker: string;
  readonly book: RecordData & { _id: string };
}

/** What changes a book of the library, takes that back and tells of it. @param now asked for each request */
export function bookRequests(now: () => BookInTest) {
  const call = (method: string, path: string, token = now().stocker, body?: RecordData) =>
    now().server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const address = () => `/api/rest/books/${now().book._id}`;
  const history = (query: string, token?: string) => call("GET", `/api/journal?${query}`, token);
  return {
    history,
    put: (body: RecordData, token?: string) => call("PUT", address(), token, body),
    remove: (token?: string) => call("DELETE", address(), token),
    undo: (changeId: string, token?: string, rest?: boolean) =>
      call("POST", "/api/journal/undo", token, { changeId, ...(rest === true ? { rest } : {}) }),
    restore: (token?: string, _id = now().book._id) =>
      call("POST", "/api/journal/restore", token, { entity: "books", _id }),
    entriesOf: async (id = now().book._id, token?: string): Promise<HistoryEntry[]> =>
      ((await history(`entity=books&id=${id}`, token)).body as HistoryAnswer).entries as HistoryEntry[],
  };
}

export const changeOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers[CHANGE_ID_HEADER]);
