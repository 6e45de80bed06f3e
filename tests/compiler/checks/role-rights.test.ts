import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { FieldCondition as Condition } from "../../../src/model/condition.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { type JsonChange, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";
import { told } from "./told.ts";

const BOOKS = "entities/books.json";
const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";
type Changes = Parameters<typeof libraryWith>[0];
const books = (...changes: readonly JsonChange[]): Changes => ({
  [BOOKS]: (json) => {
    for (const change of changes) change(json);
  },
});

async function problemsOf(changes: Changes) {
  const files = await libraryWith(changes);
  expectGone(files, PLUGINS, PICTURES);
  return checkConfig(files, PLUGINS, PICTURES).problems.map((problem) => ({
    problem,
    place: `${problem.code} ${problem.file}#${problem.path}`,
    says: formatProblem(problem),
  }));
}

/** Expects one problem. */
async function expectOne(changes: Changes, place: string, says: string) {
  const problems = await problemsOf(changes);
  expect(problems.map((one) => one.place)).toEqual([place]);
  expect(problems[0]?.says).toContain(says);
  expect(told(problems.map(({ problem }) => problem))).toMatchSnapshot();
}

describe("whoever may see records finds them", () => {
  /** Readers may see the books, whose group of the menu is for others. */
  const readersSeeBooks: Changes = {
    [BOOKS]: (json) => {
      json.rights.view = ["stock", "shelving", "reading"];
      for (const name of ["price", "scores", "note"]) json.rights.fields[name].view = ["stock", "reading"];
    },
  };
  const seenBooks = (app: NonNullable<Changes>[string]): Changes => ({ ...readersSeeBooks, "app.json": app });

  it("in a group of the menu that they see", async () => {
    const at = `NOT_IN_MENU ${BOOKS}#/rights/view`;
    await expectOne(
      seenBooks((json) => {
        json.home.tiles = json.home.tiles.filter(({ entity }: { entity: string }) => entity !== "books");
      }),
      at,
      'The role "reader" may see these records, but no group of the menu that it sees shows them. Add "reading" to the "permission" of the group "Stock" in app.json, or take it out of "view".',
    );
    const inMenu = seenBooks((json) => {
      json.home.tiles = [json.home.tiles[4]];
      json.menu[0].permission.push("reading");
    });
    expect(await problemsOf(inMenu)).toEqual([]);
  });

  it("and nothing is said of it while what they could find it by cannot be read", async () => {
    const unfound = seenBooks((json) => {
      json.home.tiles = json.home.tiles.filter(({ entity }: { entity: string }) => entity !== "books");
    });
    const broken = await libraryWith({ ...unfound, "entities/subjects.json": "{ broken" });
    const found = checkConfig(broken, PLUGINS, PICTURES).problems.map(({ code }) => code);
    expect(found).toContain("JSON_SYNTAX");
    expect(found).not.toContain("NOT_IN_MENU");
  });

  // biome-ignore format: a table, one row a case
  it.each<readonly [what: string, file: string, change: JsonChange]>([
    ["the menu", "app.json", (json) => { json.menu[1].entities.push("nothing"); }],
    ["a role", "app.json", (json) => { json.roles.lender.permissions.push("lend"); }],
    ["the permissions", "app.json", (json) => { json.permissions.push("cellar"); }],
    ["the accounts", "app.json", (json) => { json.accounts.username = "nam"; }],
    ["the start page", "app.json", (json) => { json.home.tiles.push({ kind: "count", label: "x", entity: "nothing" }); }],
    ["the permission of an entity", LISTS, (json) => { json.permission = "stok"; }],
    ["the rights of an entity", LOANS, (json) => { json.rights.create.push("lend"); }],
    ["a list below a record", "entities/members.json", (json) => { json.referredBy[0].entity = "loan"; }],
    ["a view", LOANS, (json) => { json.list.views[0].roles.push("lenders"); }],
  ])("nor while %s is wrong", async (_what, file, change) => {
    const unfound: JsonChange = (json) => {
      json.home.tiles = json.home.tiles.filter(({ entity }: { entity: string }) => entity !== "books");
    };
    const app: JsonChange = (json) => {
      unfound(json);
      if (file === "app.json") change(json);
    };
    const changes = { ...seenBooks(app), ...(file !== "app.json" && { [file]: change }) };
    const found = checkConfig(await libraryWith(changes), PLUGINS, PICTURES).problems;
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ code }) => code)).not.toContain("NOT_IN_MENU");
  });

  it("also with the short form, said once for all roles", async () => {
    await expectOne(
      {
        [LISTS]: (json) => {
          json.permission = "lending";
          json.schema.properties.books.items.properties.book.reference.fields = ["cover"];
        },
      },
      `NOT_IN_MENU ${LISTS}#/permission`,
      'The role "lender" may see these records, but no group of the menu that it sees shows them. Add "lending" to the "permission" of the group "Stock" in app.json.',
    );
    await expectOne(
      {
        "app.json": (json) => {
          delete json.home;
          json.menu[1].permission = "reading";
        },
        "entities/members.json": (json) => {
          delete json.referredBy;
        },
        [BOOKS]: (json) => {
          delete json.referredBy;
        },
      },
      `NOT_IN_MENU ${LOANS}#/rights/view`,
      'Each of the roles "lender", "keeper" may see these records',
    );
  });

  it("or by a tile of the start page", async () => {
    expect(await problemsOf(readersSeeBooks)).toEqual([]);
    // one that they do not have is no way
    await expectOne(
      seenBooks((json) => {
        json.home.tiles = [{ kind: "count", label: "x", entity: "loans", view: "long-away" }];
      }),
      `NOT_IN_MENU ${BOOKS}#/rights/view`,
      '"reader"',
    );
  });

  it("or below a record that lists them and is found itself", async () => {
    const listed = (menu: readonly object[]): Changes => ({
      ...readersSeeBooks,
      "app.json": (json) => {
        delete json.home;
        json.menu.push(...menu);
      },
      "entities/subjects.json": (json) => {
        json.rights = { view: ["stock", "reading"] };
        json.referredBy = [{ entity: "books", field: "subject" }];
      },
    });
    const topics = { label: "Topics", permission: "reading", entities: ["subjects"] };
    expect(await problemsOf(listed([topics]))).toEqual([]);
    expect((await problemsOf(listed([]))).map(({ place }) => place)).toEqual([
      `NOT_IN_MENU ${BOOKS}#/rights/view`,
      "NOT_IN_MENU entities/subjects.json#/rights/view",
    ]);
  });
});

describe("a role that may make records can fill in what conditions require", () => {
  /** Shelvers may make books, but not fill in the summary. */
  const summary =
    (conditions: readonly Condition[], more: object = {}): JsonChange =>
    (json) => {
      json.rights.create = ["stock", "shelving"];
      json.rights.fields.summary = { edit: "stock" };
      const messages = { required: "A summary, please" };
      Object.assign(json.schema.properties.summary, { conditions, messages, ...more });
    };
  /** Samples without a summary have it no more. */
  const rightsProblems = async (...changes: readonly JsonChange[]) =>
    (await problemsOf(books(...changes))).filter(({ place }) => place.startsWith("RIGHTS"));
  const at = `RIGHTS ${BOOKS}#/rights/fields/summary`;

  // biome-ignore format: a table, one row a case
  const WRONG: readonly (readonly [what: string, conditions: readonly Condition[]])[] = [
    ["by what it can choose", [{ when: { field: "genre", is: "poetry" }, require: true }]],
    ["by what it can leave empty", [{ when: { field: "isbn", empty: true }, require: true }]],
    ["between two numbers", [{ when: { all: [{ field: "year", above: 1999 }, { field: "year", below: 2001 }] }, require: true }]],
    ["by two that it can choose together", [{ when: { all: [{ field: "genre", is: "poetry" }, { field: "year", above: 1999 }] }, require: true }]],
    ["by a yes", [{ when: { field: "available", is: true }, require: true }]],
    ["by a no", [{ when: { field: "available", is: false }, require: true }]],
    ["by a number that is neither", [{ when: { all: [{ field: "year", isNot: 1999 }, { field: "year", isNot: 2001 }] }, require: true }]],
    ["just above a number", [{ when: { all: [{ field: "year", above: 1999 }, { field: "year", below: 2001 }] }, require: true }]],
    ["of what cannot be empty, if it is not", [{ when: { all: [{ field: "year", empty: false }, { field: "isbn", empty: false }] }, require: true }]],
    ["unless it is shown", [{ when: { field: "genre", is: "poetry" }, require: true }, { when: { field: "genre", is: "novel" }, show: false }]],
  ];
  it.each(WRONG)("%s", async (_what, conditions) => {
    const problems = await rightsProblems(summary(conditions));
    expect(problems.map(({ place }) => place)).toEqual([at]);
    expect(problems[0]?.says).toContain(
      'The role "shelver" may make these records, but not fill in "summary", which its conditions may require. Let it fill in "summary", give the field a "default", require it where "mode" is "edit" alone, or take "create" from it.',
    );
  });

  // biome-ignore format: a table, one row a case
  const RIGHT: readonly (readonly [what: string, conditions: readonly Condition[], more: object])[] = [
    ["of stored records", [{ when: { mode: "edit" }, require: true }], {}],
    ["of stored records with something else", [{ when: { all: [{ mode: "edit" }, { field: "genre", is: "poetry" }] }, require: true }], {}],
    ["where another condition always hides it", [{ when: { field: "genre", is: "poetry" }, require: true }, { when: { mode: "create" }, show: false }], {}],
    ["where another takes it back", [{ when: { field: "genre", is: "poetry" }, require: true }, { when: { field: "genre", in: ["poetry", "novel"] }, require: false }], {}],
    ["for numbers that there are not", [{ when: { all: [{ field: "year", above: 2001 }, { field: "year", below: 1999 }] }, require: true }], {}],
    ["where what is required were empty", [{ when: { field: "year", empty: true }, require: true }], {}],
    ["where a required yes/no were empty", [{ when: { field: "available", empty: true }, require: true }], {}],
    ["where a number were above and below the same one", [{ when: { all: [{ field: "year", above: 2000 }, { field: "year", below: 2000 }] }, require: true }], {}],
    ["with a default", [{ when: { field: "genre", is: "poetry" }, require: true }], { default: "None yet" }],
  ];
  it.each(RIGHT)("but not %s", async (_what, conditions, more) => {
    expect(await problemsOf(books(summary(conditions, more)))).toEqual([]);
  });

  it("by what it cannot change itself: that has its default, or nothing", async () => {
    const untouched: JsonChange = (json) => {
      json.rights.fields.isbn = { edit: "stock" };
      json.rights.fields.available = { edit: "stock" };
    };
    const problems = (when: Condition["when"]) =>
      rightsProblems(summary([{ when, require: true }]), untouched);
    for (const never of [
      { field: "isbn", empty: false },
      { field: "available", is: false },
    ])
      expect(await problems(never), JSON.stringify(never)).toEqual([]);
    for (const always of [
      { field: "isbn", empty: true },
      { field: "available", is: true },
    ]) {
      const found = await problems(always);
      expect(found.map(({ place }) => place)).toEqual([at]);
      expect(found[0]?.says).toContain('"summary", which is required');
    }
  });

  it("which is the default of the field inside it, unless that of the object has another", async () => {
    const found = async (is: boolean, outer: object) =>
      (
        await rightsProblems(summary([{ when: { field: "binding.sewn", is }, require: true }]), (json) => {
          const sewn = { type: "boolean", title: "Sewn", default: true };
          json.schema.properties.binding = {
            type: "object",
            title: "Binding",
            properties: { sewn },
            ...outer,
          };
          json.rights.fields.binding = { edit: "stock" };
        })
      ).map(({ place }) => place);
    expect(await found(true, {})).toEqual([at]);
    expect(await found(false, {})).toEqual([]);
    const unsewn = { default: { sewn: false } };
    expect(await found(true, unsewn)).toEqual([]);
    expect(await found(false, unsewn)).toEqual([at]);
  });

  it("and not what is required of stored records alone, being hidden in new ones", async () => {
    const hidden = async (when: Condition["when"]) =>
      (
        await rightsProblems(summary([{ when, show: false }]), (json) => {
          json.schema.required.push("summary");
        })
      ).map(({ place }) => place);
    expect(await hidden({ mode: "create" })).toEqual([]);
    expect(await hidden({ mode: "edit" })).toEqual([at]);
    expect(await hidden({ field: "genre", is: "poetry" })).toEqual([at]);
  });

  it("and not what is required where conditions release it in new records", async () => {
    const problems = async (when: Condition["when"]) =>
      (
        await rightsProblems(summary([{ when, require: false }]), (json) => {
          json.schema.required.push("summary");
        })
      ).map(({ place }) => place);
    expect(await problems({ mode: "create" })).toEqual([]);
    expect(await problems({ mode: "edit" })).toEqual([at]);
  });
});

describe("an option names what everybody sees who sees the field", () => {
  const P = "/schema/properties";
  /** Shelvers see when a book was bought, not when it was ordered. */
  const dated =
    (options: object): JsonChange =>
    (json) => {
      const date = { type: "string", format: "date", messages: { format: "A date, please" } };
      json.schema.properties.boughtOn = { ...date, title: "Bought on", options };
      json.schema.properties.orderedOn = { ...date, title: "Ordered on" };
      json.rights.fields.orderedOn = { view: "stock" };
    };
  const says =
    'The option names "orderedOn", but the role "shelver" sees this field and may not see "orderedOn". Name another field, or let it see this one.';

  it("in a form", async () => {
    const at = `RIGHTS ${BOOKS}#${P}/boughtOn/options`;
    await expectOne(books(dated({ notBefore: "orderedOn" })), `${at}/notBefore`, says);
    // one of several kinds of value that it may have
    await expectOne(books(dated({ notAfter: "orderedOn" })), `${at}/notAfter`, says);
    await expectOne(books(dated({ notes: [{ in: "orderedOn" }] })), `${at}/notes/0/in`, says);
    expect(await problemsOf(books(dated({ notBefore: "year", notAfter: "today" })))).toEqual([]);
    // whoever does not see the field has no need of the other
    const unseen: JsonChange = (json) => {
      json.rights.fields.boughtOn = { view: "stock" };
    };
    expect(await problemsOf(books(dated({ notBefore: "orderedOn" }), unseen))).toEqual([]);
  });

  it("in a list", async () => {
    const beside =
      (name: string): JsonChange =>
      (json) => {
        json.list.columns[2].options = { beside: name };
      };
    const says =
      'The option names "price", but the role "shelver" sees this column and may not see "price". Name another field, or let it see this one.';
    await expectOne(books(beside("price")), `RIGHTS ${BOOKS}#/list/columns/2/options/beside`, says);
    expect(await problemsOf(books(beside("year")))).toEqual([]);
  });

  it("of a record referred to", async () => {
    const cover = (fields: readonly string[]): Changes => ({
      [BOOKS]: (json) => {
        json.rights.fields.cover = { view: "shelving" };
      },
      [LISTS]: (json) => {
        json.schema.properties.books.items.properties.book.reference.fields = fields;
      },
    });
    const found = await problemsOf(cover(["cover"]));
    expect(found.map(({ place }) => place)).toContain(`RIGHTS ${LISTS}#${P}/books/options/imageField`);
    expect(found.map(({ says }) => says).join()).toContain(
      'The option names "cover", but each of the roles "stocker", "keeper" sees this field and may not see "cover".',
    );
  });
});

it("the order of a list below a record tells nothing to who does not have that list", async () => {
  const ordered = async (fields: object, columns?: readonly string[]) => {
    const limited = { view: ["lending", "reading"] };
    const files = await libraryWith({
      [LOANS]: (json) => {
        json.rights.view.push("stock");
        Object.assign(json.rights.fields.renewals, limited);
        Object.assign(json.rights.fields, { reason: limited, ...fields });
      },
      [BOOKS]: (json) => {
        Object.assign(json.referredBy[0], { sort: { field: "renewals", order: "asc" } });
        if (columns !== undefined) json.referredBy[0].columns = columns;
      },
    });
    const { problems } = checkConfig(files, PLUGINS, PICTURES);
    return problems.filter(({ path }) => path === "/referredBy/0/sort/field").length;
  };
  expect(await ordered({})).toBe(1);
  // They do not see what the loans refer to the book by, or none of the columns.
  expect(await ordered({ book: { view: ["lending", "reading"] } })).toBe(0);
  expect(await ordered({}, ["renewals"])).toBe(0);
  expect(await ordered({}, ["renewals", "number"])).toBe(1);
});

it("whoever is kept to a part of the records need not fill in what that part says, if new ones are of it", async () => {
  const kept = (to?: readonly string[]) =>
    problemsOf(
      books((json) => {
        json.rights.create = ["stock", "shelving"];
        json.rights.fields.genre = { edit: "stock" };
        delete json.schema.properties.genre.default;
        const filter = [{ field: "genre", op: "eq", value: "poetry" }];
        json.rights.records = [{ permission: "shelving", unless: "stock", filter, ...(to && { to }) }];
      }),
    );
  const at = `RIGHTS ${BOOKS}#/rights/fields/genre`;
  const places = async (to?: readonly string[]) => (await kept(to)).map(({ place }) => place);
  expect(await places()).not.toContain(at);
  expect(await places(["view"])).not.toContain(at);
  expect(await places(["create"])).not.toContain(at);
  expect(await places(["edit"])).toContain(at);
});

it("a field inside an object equals one beside it, whatever else has that name", async () => {
  const equal: JsonChange = (json) => {
    const text = { type: "string", title: "x" };
    const again = { ...text, equals: "price", messages: { equals: "The same, please" } };
    json.schema.properties.label = { type: "object", title: "Label", properties: { price: text, again } };
  };
  expect(await problemsOf(books(equal))).toEqual([]);
});
