import { describe, expect, it } from "vitest";
import { serveLibrary } from "../serve-library.ts";
import { makeBook, makeLoan, next } from "./library-records.ts";

const { server, stocker } = await serveLibrary();

describe("what a display shows", () => {
  it("is in list answers, through references too: one answer names all rows", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const { body } = await server.call("GET", "/api/rest/loans?limit=100", {
      token: await server.as("lender"),
    });
    const { loans } = body as { loans: { _id: string; book: unknown }[] };
    expect(loans.find(({ _id }) => _id === loan._id)?.book).toEqual({ _id: book._id, title: book.title });
  });

  it("a single record has plain ids as before", async () => {
    const loan = await makeLoan(server);
    const got = await server.call("GET", `/api/rest/loans/${loan._id}`, { token: await server.as("lender") });
    expect(got.record.book).toBe(loan.book);
  });
});

describe("a refused delete names who refers by their titles", () => {
  it("through references, formatted", async () => {
    const book = await makeBook(server, { title: `The Refused ${next()}` });
    const loan = await makeLoan(server, { book: book._id });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, {
      token: await server.as("director"),
    });
    expect(refused.error.errorCode).toBe("REFERRED_TO");
    expect(refused.error.message).toContain(`${loan.number}: ${book.title}`);
  });

  it("who may not see them learns only that there are others", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, { token: stocker });
    expect(refused.error.errorCode).toBe("REFERRED_TO");
    expect(refused.error.message).not.toContain(String(loan.number));
    expect(refused.error.message).toContain("others");
  });
});
