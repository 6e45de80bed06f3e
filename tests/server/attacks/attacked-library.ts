import { afterAll, beforeAll, expect } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";
import { bookValues, makeBook, makeLoan, rowsOf } from "../records/library-records.ts";

/** A library with a book that is lent, and a session of its director. */
export interface AttackedLibrary {
  readonly server: TestServer;
  readonly token: string;
  readonly book: RecordData & { readonly _id: string };
  readonly loan: RecordData & { readonly _id: string };
  /** Both ways to write a book: each refusal of one must be a refusal of the other (S23). */
  readonly writes: Readonly<Record<"create" | "update", (values: RecordData) => Promise<CallAnswer>>>;
  /** All records that are stored: the same after every refusal. */
  everything(): Promise<unknown>;
}

export const ENTITIES = ["books", "subjects", "reading-lists", "loans", "members"];

/** One library for the tests of a file, told when it is there; its log stays empty whatever is sent. */
export function attackLibrary(isOpen: (library: AttackedLibrary) => void): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await buildServer();
    const token = await server.as("director");
    const book = await makeBook(server, { isbn: "9781234567897", price: 77, summary: "CANARY-SUMMARY" });
    isOpen({
      server,
      token,
      book,
      loan: await makeLoan(server, { book: book._id }),
      writes: {
        create: async (values) =>
          server.call("POST", "/api/rest/books", {
            token,
            body: { ...(await bookValues(server)), ...values },
          }),
        update: (values) => server.call("PUT", `/api/rest/books/${book._id}`, { token, body: values }),
      },
      everything: () => Promise.all(ENTITIES.map((entity) => rowsOf(server, entity))),
    });
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    await server.close();
  });
}

/** Whatever was sent, the answer is one of ours, and tells nothing of what is behind it. */
export function isSane(answer: CallAnswer): void {
  const { status, text } = answer;
  expect(status).toBeLessThan(500);
  if (status >= 400) {
    const { error } = answer;
    expect(Object.keys(error).filter((key) => key !== "errors")).toEqual([
      "status",
      "errorCode",
      "message",
      "operation",
    ]);
    expect(error.message.length).toBeGreaterThan(5);
  }
  expect(text).not.toMatch(/sqlite|syntax error|\bselect\b.*\bfrom\b|node_modules|\.ts:\d/i);
}
