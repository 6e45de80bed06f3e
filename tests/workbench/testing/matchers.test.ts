import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "admin/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const LIBRARY = "tests/fixtures/library";
const library = await loadConfig(LIBRARY);
const books = library.entity("books");
const BOOK = { title: "Gulls", genre: "novel", year: 1999, subject: "s1", available: true };

/** What a matcher says when it fails. */
function failure(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("The matcher did not fail.");
}

/** Where a text stands in a file of the library, as failures write it. */
async function placeOf(file: string, text: string, after = ""): Promise<string> {
  const source = await readFile(join(LIBRARY, file), "utf8");
  const offset = source.indexOf(text, source.indexOf(after) + after.length);
  const lines = source.slice(0, offset).split("\n");
  return `${LIBRARY}/${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
const BOOKS = "entities/books.json";

/** The library with a file changed. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into written JSON
async function editedLibrary(path: string, edit: (json: any) => void) {
  const folder = await mkdtemp(join(tmpdir(), "config-"));
  await cp(LIBRARY, folder, { recursive: true });
  const file = join(folder, path);
  const json = JSON.parse(await readFile(file, "utf8"));
  edit(json);
  await writeFile(file, JSON.stringify(json));
  const loaded = await loadConfig(folder);
  await rm(folder, { recursive: true });
  return loaded;
}

describe("loadConfig", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "config-"));
    await cp(LIBRARY, folder, { recursive: true });
    const file = join(folder, BOOKS);
    const text = (await readFile(file, "utf8")).replace('"maxLength": 120', '"maxLenght": 120');
    await writeFile(file, text.replace('"widget": "textarea"', '"widget": "textaria"'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("rejects with all that is wrong, file and line each", async () => {
    const error = await loadConfig(folder).catch((error: unknown) => error);
    expect(String(error)).toContain(`${folder}/${BOOKS}:16:9 book › Title`);
    expect(String(error)).toContain('Did you mean "maxLength"?');
    expect(String(error)).toContain('Did you mean "textarea"?');
  });

  it("names the entity that a mistyped one meant", () => {
    expect(() => library.entity("boks")).toThrow('has no entity "boks". Did you mean "books"?');
  });

  it("toHold passes where a config holds, and says all problems where not", async () => {
    await expect(LIBRARY).toHold();
    await expect(folder).not.toHold();
    await expect(expect(folder).toHold()).rejects.toThrow('Did you mean "maxLength"?');
    await expect(expect(LIBRARY).not.toHold()).rejects.toThrow("holds, and should not");
  });
});

describe("toAccept", () => {
  it("passes where nothing is said against the record", () => {
    expect(books).toAccept(BOOK);
    expect(books).not.toAccept({ ...BOOK, year: 3 });
  });

  it("says what is said against it, and where rule and sentence are written", async () => {
    const said = failure(() =>
      expect(books).toAccept({ ...BOOK, title: "", year: 3, scores: { staff: 10 } }),
    );
    expect(said).toContain(`"book" (${LIBRARY}/${BOOKS}) refuses a record that it should accept`);
    expect(said).toContain('/title: "A book needs its title"');
    expect(said).toContain(`by the rule "required" at ${await placeOf(BOOKS, '"title"', '"required": [')}`);
    expect(said).toContain('/year: "No book was printed before 1450"');
    expect(said).toContain(`by the rule "minimum" at ${await placeOf(BOOKS, "1450")}`);
    expect(said).toContain(`in the words at ${await placeOf(BOOKS, '"No book was printed')}`);
    expect(said).toContain(`by the rule "maximum" at ${await placeOf(BOOKS, "9", '"staff"')}`);
  });

  it("finds sentences that are messages.json's, and rules that a condition makes", async () => {
    const loans = library.entity("loans");
    const said = failure(() => expect(loans).toAccept({ number: "L-0001", renewals: 4, lentOn: 7 }));
    expect(said).toContain(`in the words at ${await placeOf("messages.json", '"', '"rule.type": ')}`);
    expect(said).toContain(
      `by the rule "required" at ${await placeOf("entities/loans.json", "[", '"reason": {')}`,
    );
  });

  it("finds rules inside the items of a list, and what the list itself says of them", async () => {
    const lists = library.entity("reading-lists");
    const file = "entities/reading-lists.json";
    const said = failure(() =>
      expect(lists).toAccept({ name: "n", books: [{ book: "1" }, { book: "1" }, {}] }),
    );
    expect(said).toContain(`by the rule "required" at ${await placeOf(file, '"book"]')}`);
    expect(said).toContain(`in the words at ${await placeOf(file, '"Choose')}`);
    expect(said).toContain(`by the rule "uniqueBy" at ${await placeOf(file, '"book"', '"uniqueBy": ')}`);
    expect(said).toContain(`in the words at ${await placeOf(file, '"The same book')}`);
  });

  it("says that a record's own key is none, so that a typo in a test accepts nothing", () => {
    expect(() => expect(books).toAccept({ ...BOOK, yeer: 1 })).toThrow(
      'names "yeer", which is no field of "book" (tests/fixtures/library/entities/books.json). Did you mean "year"?',
    );
  });
});

describe("toReject", () => {
  it("passes with the field and the sentence, the sentence's pattern, or all sentences", () => {
    expect(books).toReject({ ...BOOK, year: 3 });
    expect(books).toReject({ ...BOOK, year: 3 }, { at: "/year" });
    expect(books).toReject({ ...BOOK, year: 3 }, { at: "/year", saying: "No book was printed before 1450" });
    expect(books).toReject({ ...BOOK, year: 3 }, { saying: /printed before/ });
    expect(books).toReject({ ...BOOK, year: 3 }, { saying: { "/year": "No book was printed before 1450" } });
    expect(books).not.toReject(BOOK);
    expect(books).not.toReject({ ...BOOK, year: 3 }, { at: "/title" });
  });

  it("says where the field is when the record is accepted", async () => {
    const said = failure(() => expect(books).toReject(BOOK, { at: "/year", saying: "Too old" }));
    expect(said).toContain('accepts a record that it should refuse at /year saying "Too old"');
    expect(said).toContain(`The field /year is at ${await placeOf(BOOKS, "{", '"year": ')}`);
  });

  it("says what came instead of the sentence, and where it is written", async () => {
    const said = failure(() =>
      expect(books).toReject({ ...BOOK, year: 3 }, { at: "/year", saying: "Too old" }),
    );
    expect(said).toContain('refuses a record, but not at /year saying "Too old"');
    expect(said).toContain('/year: "No book was printed before 1450"');
    expect(said).toContain(`in the words at ${await placeOf(BOOKS, '"No book was printed')}`);
  });

  it("says what is refused where it is another field", () => {
    const said = failure(() => expect(books).toReject({ ...BOOK, year: 3 }, { at: "/title" }));
    expect(said).toContain("refuses a record, but not at /title");
    expect(said).toContain('/year: "No book was printed before 1450"');
  });

  it("takes all sentences to be all", () => {
    const asked = { saying: { "/year": "No book was printed before 1450" } };
    const said = failure(() => expect(books).toReject({ ...BOOK, title: "", year: 3 }, asked));
    expect(said).toContain('saying exactly\n  /year: "No book was printed before 1450"');
    expect(said).toContain('/title: "A book needs its title"');
  });

  it("knows when a test asks about a field that is none", () => {
    expect(() => expect(books).toReject({ ...BOOK, year: 3 }, { at: "/yeer" })).toThrow(
      'asks about "/yeer", where "book" (tests/fixtures/library/entities/books.json) has no field',
    );
  });

  it("puts a rule of a list where the list says it", async () => {
    const lists = library.entity("reading-lists");
    const twice = { name: "Sea", books: [{ book: "b1" }, { book: "b1" }] };
    const said = failure(() => expect(lists).toReject(twice, { at: "/books/1/book", saying: "?" }));
    const file = "entities/reading-lists.json";
    expect(said).toContain(`by the rule "uniqueBy" at ${await placeOf(file, '"book"', '"uniqueBy": ')}`);
  });

  it("lets a disabled field keep what is stored, as form and server do", () => {
    const loan = { number: "L-0001", book: "b", member: "m", lentOn: "2026-01-01", returned: true };
    const edited = { ...loan, returnedOn: "2026-01-02", renewals: 2, reason: 7 };
    expect(library.entity("loans")).toAccept(edited, { mode: "edit", stored: { ...edited, reason: "slow" } });
  });
});

describe("toTitle", () => {
  const loan = { number: "L-0001", book: { _id: "b", title: "Gulls" } };

  it("passes with what the record is called", () => {
    expect(library.entity("loans")).toTitle(loan, "L-0001: Gulls");
    expect(library.entity("loans")).not.toTitle({ ...loan, book: null }, "L-0001");
  });

  it("says what it is called, and by what", async () => {
    const said = failure(() => expect(library.entity("loans")).toTitle(loan, "Gulls"));
    expect(said).toContain('calls the record "L-0001: Gulls"');
    expect(said).toContain(await placeOf("entities/loans.json", '"{number}: {book}"'));
  });
});

describe("toShowColumns, toOfferFilters and toNeedPermission", () => {
  it("pass with what is written", () => {
    expect(library.entity("members")).toOfferFilters(["role", "approved"]);
    expect(library.entity("reading-lists")).toOfferFilters(["updatedAt"]);
    expect(books).not.toOfferFilters(["genre"]);
    expect(books).toListReferrers(["loans.book"]);
    expect(library.entity("loans")).toListReferrers([]);
    expect(failure(() => expect(books).toListReferrers([]))).toContain("lists the referrers loans.book");
    expect(library.entity("subjects")).toNeedPermission("stock");
    expect(books).not.toShowColumns(["title"]);
  });

  it("say what is written, and where", async () => {
    const columns = failure(() => expect(books).toShowColumns(["title"]));
    expect(columns).toContain("shows the columns title, subject.name, genre");
    expect(columns).toContain("and should be title.");
    expect(columns).toContain(await placeOf(BOOKS, "[", '"columns": '));
    const filters = failure(() => expect(books).toOfferFilters(["genre", "price"]));
    expect(filters).toContain("offers the filters genre, available, subject, year");
    expect(filters).toContain("and should be genre, price.");
    expect(filters).toContain(await placeOf(BOOKS, "[", '"filters": '));
    const permission = failure(() => expect(books).toNeedPermission("lending"));
    expect(permission).toContain("needs the permission stock, and should be lending.");
    expect(permission).toContain(await placeOf(BOOKS, '"stock"'));
  });

  it("know the views, of all roles or of one", () => {
    const loans = library.entity("loans");
    expect(loans).toHaveViews(["mine", "long-away"]);
    expect(loans).toHaveViews(["mine", "long-away"], "keeper");
    const views = failure(() => expect(loans).toHaveViews(["long-away"], "lender"));
    expect(views).toContain('has for "lender" the views mine, and should be long-away.');
    expect(() => expect(loans).toHaveViews([], "nobody")).toThrow('app.json has no role "nobody".');
  });

  it("count no view that asks for what the role may not see", async () => {
    const dear = { id: "dear", label: "Dear", filter: [{ field: "price", op: "gte", value: 100 }] };
    const edited = await editedLibrary(BOOKS, (json) => json.list.views.push(dear));
    expect(edited.entity("books")).toHaveViews(["no-cover", "this-week", "dear"], "keeper");
    expect(edited.entity("books")).toHaveViews(["no-cover", "this-week"], "shelver");
  });

  it("count no view ordered by records of which some are kept from the role", async () => {
    const byName = { id: "by-name", label: "By name", sort: { field: "member.username", order: "asc" } };
    const edited = await editedLibrary("entities/loans.json", (json) => json.list.views.push(byName));
    expect(edited.entity("loans")).toHaveViews(["long-away", "by-name"], "director");
    expect(edited.entity("loans")).toHaveViews(["mine", "long-away"], "keeper");
    expect(edited.entity("loans")).toHaveViews([], "reader");
  });

  it("know the tiles of the start page, of all roles or of one", () => {
    expect(library).toHaveTiles(["Loans of mine", "Loans in a fortnight"], "lender");
    const books = ["Books in all", "Books without a cover", "New science", "Books by subject"];
    expect(library).toHaveTiles(books, "shelver");
    const tiles = failure(() => expect(library).toHaveTiles(["Long away"], "lender"));
    expect(tiles).toContain(
      'The start page of "lender" has the tiles Loans of mine, Loans in a fortnight, and should have Long away.',
    );
    expect(tiles).toContain("app.json");
    expect(() => expect(library).toHaveTiles([], "nobody")).toThrow('app.json has no role "nobody".');
    expect(() => expect(library.entity("books")).toHaveTiles([])).toThrow("This is asked of a config");
  });

  it("know what a chart of the start page shows", () => {
    expect(library).toHaveChart("Books by subject", { by: "subject" });
    expect(library).toHaveChart("Worth by genre", { by: "genre", sum: "price" });
    expect(library).toHaveChart("Loans in a fortnight", { by: "lentOn", days: { from: -13, to: 0 } });
    expect(library).toHaveChart("Spent by day", { by: "createdAt", sum: "price" });
    const other = failure(() => expect(library).toHaveChart("Worth by genre", { by: "genre" }));
    expect(other).toContain('The chart "Worth by genre" shows');
    expect(other).toContain('"sum":"price"');
    expect(other).toContain("app.json");
    expect(failure(() => expect(library).toHaveChart("Books in all", { by: "genre" }))).toContain(
      'The start page has no chart "Books in all": it has Books by subject, Worth by genre',
    );
  });

  it("say that they are asked of an entity", () => {
    expect(() => expect(library).toNeedPermission("stock")).toThrow("This is asked of an entity");
  });
});

describe("toLet: what accounts of a role may do", () => {
  const loans = library.entity("loans");

  it("with records, with a field, with a record of one's own and of another", () => {
    expect(books).toLet("shelver", "view");
    expect(books).toLet("shelver", "edit", "available");
    expect(books).not.toLet("shelver", "edit", "title");
    expect(books).not.toLet("shelver", "view", "price");
    expect(books).not.toLet("shelver", "delete");
    const account = { _id: "m1" };
    expect(loans).toLet("reader", "view", { record: { member: "m1" }, account });
    expect(loans).not.toLet("reader", "view", { record: { member: "m2" }, account });
    expect(loans).toLet("lender", "view", { record: { member: "m2" }, account });
  });

  it("nothing with a record that they may not see, though only their sight is kept to a part", async () => {
    const edited = await editedLibrary("entities/loans.json", (json) => {
      json.rights.records[0].to = ["view"];
    });
    const seen = edited.entity("loans");
    const account = { _id: "m1" };
    expect(seen).toLet("reader", "edit", { record: { member: "m1" }, account });
    expect(seen).not.toLet("reader", "edit", { record: { member: "m2" }, account });
  });

  it("says what is so and where it is written, and knows what a mistyped name meant", async () => {
    const place = await placeOf(BOOKS, '"view": ["stock", "shelving"]');
    const [line] = place.split(":").slice(-2);
    const said = failure(() => expect(books).toLet("shelver", "view", "price"));
    expect(said).toContain('does not let the role "shelver" view "price", and should.');
    expect(said).toContain(`${BOOKS}:${Number(line) - 1}:`);
    expect(() => expect(books).toLet("shelvr", "view")).toThrow('Did you mean "shelver"?');
    expect(() => expect(books).toLet("shelver", "view", "prise")).toThrow('Did you mean "price"?');
  });
});
