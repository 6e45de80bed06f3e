import type { RecordData } from "../../../src/model/record.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import type { HistoryAnswer, HistoryEntry } from "../../../src/wire/journal.ts";
import type { TestServer } from "../build-server.ts";

/**
 * What changes a book of the library, takes that back and tells of it. Who asks is the stocker, unless another token is given.
 * @param book asked for each request
 */
export function bookRequests(
  server: TestServer,
  stocker: string,
  book: () => RecordData & { readonly _id: string },
) {
  const call = (method: string, path: string, token = stocker, body?: RecordData) =>
    server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const address = () => `/api/rest/books/${book()._id}`;
  const history = (query: string, token = stocker) =>
    server.call<HistoryAnswer>("GET", `/api/journal?${query}`, { token });
  return {
    history,
    put: (body: RecordData, token?: string) => call("PUT", address(), token, body),
    remove: (token?: string) => call("DELETE", address(), token),
    undo: (changeId: string, token?: string, rest?: boolean) =>
      call("POST", "/api/journal/undo", token, { changeId, ...(rest === true ? { rest } : {}) }),
    restore: (token?: string, _id = book()._id) =>
      call("POST", "/api/journal/restore", token, { entity: "books", _id }),
    entriesOf: async (id = book()._id, token?: string): Promise<HistoryEntry[]> =>
      (await history(`entity=books&id=${id}`, token)).body.entries as HistoryEntry[],
  };
}

export const changeOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers[CHANGE_ID_HEADER]);
