import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { type Loose, libraryWith, manifest, PLUGINS } from "../../model/library.ts";
import { expectGone, followHints } from "./applied-hint.ts";
import { told } from "./told.ts";

type Changes = Parameters<typeof libraryWith>[0];

const BOOKS = "entities/books.json";
const LISTS = "entities/reading-lists.json";
const books = (change: (json: Loose) => void): Changes => ({ [BOOKS]: change });
const field = (name: string, more: object): Changes =>
  books((json) => Object.assign(json.schema.properties[name], more));

/** What people often write, and what they read then: the only problem, as it is written after its place. */
// biome-ignore format: a table, one row a mistake
const MISTAKES: readonly (readonly [what: string, changes: Changes, says: string])[] = [
  ["required in a field", field("isbn", { required: true, messages: { required: "x", pattern: "x" } }), '"required" must be a list [ … ]; found true. Write "isbn" into the list "required" above, before "properties", and remove this.'],
  ["the same in words", field("isbn", { required: "true", messages: { required: "x", pattern: "x" } }), 'Write "isbn" into the list "required" above, before "properties", and remove this.'],
  ["the same with a name", field("isbn", { required: "yes", messages: { required: "x", pattern: "x" } }), 'Write "isbn" into the list "required" above, before "properties", and remove this.'],
  ["the same where no list is", books((json) => { Object.assign(json.schema.properties.scores.properties.staff, { required: true }); }), 'Add "required": ["staff"] above, before "properties", and remove this.'],
  ["not required", field("isbn", { required: false }), 'found false. Remove it: only the fields that a list "required" names must be filled in.'],
  ["all fields required", books((json) => { json.schema.required = true; }), 'Write the names of the fields that must be filled in, such as ["title"].'],
  ["a list required in its items", { [LISTS]: (json) => { json.schema.properties.books.items.required = true; } }, '"minItems": 1 beside "items" says that the list must not be empty.'],
  ["the label of a field", field("summary", { title: undefined, label: "Summary" }), '"label" means nothing here. Did you mean "title"? Correct the key, or remove it.'],
  ["a label beside the title", field("summary", { label: "Summary" }), '"label" means nothing here. Did you mean "title"? It is given already: remove this one.'],
  ["a label of each choice", field("genre", { labels: undefined, label: { novel: "Novel" } }), 'Did you mean "labels"?'],
  ["a hint", field("summary", { hint: "At most a page" }), 'Did you mean "description"?'],
  ["the longest text", field("summary", { max: 300, messages: { maxLength: "x" } }), 'Did you mean "maxLength"?'],
  ["the largest number", books((json) => { const { price } = json.schema.properties; price.max = price.maximum; delete price.maximum; }), 'Did you mean "maximum"?'],
  ["the title of a column", books((json) => { json.list.columns[1] = { field: "subject.name", title: "Subject" }; }), 'Did you mean "label"?'],
  ["the name of a column's field", books((json) => { json.list.columns[2] = { name: "genre" }; }), 'Did you mean "field"?'],
  ["a field beside the schema", books((json) => { json.phone = { type: "string", title: "Phone" }; json.list.columns.push({ field: "phone" }); }), '"phone" is a field, but fields do not stand here. Move it into the "properties" of "schema".'],
  ["a field beside properties", books((json) => { json.schema.phone = { type: "string", title: "Phone" }; }), 'Move it into the "properties" of "schema".'],
  ["a field beside the columns", books((json) => { json.list.phone = { type: "string", title: "Phone" }; }), 'Move it into the "properties" of "schema".'],
  ["a field inside another", field("isbn", { phone: { type: "string", title: "Phone" } }), '"phone" is a field, but fields do not stand here. Move it out of "isbn", behind its closing }.'],
  ["a field called like a key, inside another", field("isbn", { description: { type: "string", title: "About" } }), 'Move it out of "isbn", behind its closing }.'],
  ["a field beside those of an object", field("scores", { press: { type: "number", title: "Press" } }), 'Move it into the "properties" of "scores".'],
  ["a field that is there", books((json) => { json.schema.year = { type: "integer" }; }), 'Remove it: there is a field "year" already.'],
  ["a field of registration", { "app.json": (json) => { json.registration.phone = { type: "string", title: "Phone", formOnly: true }; } }, 'Move it into the "properties" of "registration" › "schema".'],
  ["the list of required ones among the fields", { "entities/members.json": (json) => { json.schema.properties.required = json.schema.required; delete json.schema.required; } }, '"required" stands among the fields. Move it out of "properties", before it.'],
  ["the type date", field("summary", { type: "date", widget: undefined, messages: { format: "x" } }), '"type" cannot be "date". Write "type": "string", "format": "date".'],
  ["the type e-mail", field("summary", { type: "email", widget: undefined, messages: { format: "x" } }), 'Write "type": "string", "format": "email".'],
  ["the type image", field("summary", { type: "image", widget: undefined }), 'Write "type": "object", "image": true.'],
  ["the type text", field("summary", { type: "text" }), 'Did you mean "string"? Write "string".'],
  ["a condition in words", field("isbn", { conditions: ["available"] }), 'No. 1 must be an object { … }; found "available". Write a condition, such as { "when": { "field": "available", "isNot": true }, "show": false }.'],
  ["conditions in words", field("isbn", { conditions: "genre = poetry" }), 'Write a list of conditions, such as [{ "when": { "field": "genre", "isNot": "poetry" }, "show": false }].'],
  ["one condition without brackets", field("isbn", { conditions: { when: { field: "available", is: true }, show: false } }), 'found an object. Put it in brackets: [ … ].'],
  ["a test in words", field("isbn", { conditions: [{ when: "year", show: false }] }), '"when" must be an object { … }; found "year". Write a test, such as { "field": "year", "empty": false }.'],
  ["tests in a list", field("isbn", { conditions: [{ when: [{ field: "available", is: true }], show: false }] }), '"when" must be an object { … }; found a list of 1. Write a test, such as { "all": [{ "field": "genre", "is": "novel" }] }.'],
  ["a test without when", field("isbn", { conditions: [{ field: "available", is: true, show: false }] }), '"field", "is" belong inside "when". Write "when": { "field": "available", "is": true } in place of "field", "is".'],
  ["half of a test outside", field("isbn", { conditions: [{ when: { field: "available" }, is: true, show: false }] }), '"is" belongs inside "when". Move "is" into "when".'],
  ["a condition that shows what is shown anyway", field("isbn", { conditions: [{ when: { field: "available", is: true }, show: true }] }), '"show": true does nothing here: a field is shown unless a condition before it hides it. Write { "when": { "field": "available", "isNot": true }, "show": false }.'],
  ["the same of several tests", field("isbn", { conditions: [{ when: { any: [{ field: "year", above: 1970 }, { field: "available", is: true }] }, show: true }] }), 'Write { "when": { "not": { "any": [{ "field": "year", "above": 1970 }, { "field": "available", "is": true }] } }, "show": false }.'],
  ["a condition under another format's key", field("isbn", { showIf: { field: "available", value: true } }), '"showIf" means nothing here: what a field depends on stands in "conditions". Write "conditions": [{ "when": { "field": "genre", "isNot": "novel" }, "show": false }] in place of "showIf".'],
  ["the same in words", field("isbn", { dependsOn: "available" }), 'Write "conditions": [{ "when": { "field": "available", "isNot": true }, "show": false }] in place of "dependsOn".'],
  ["a hidden field that is required", field("isbn", { conditions: [{ when: { field: "available", is: true }, show: false, require: true }], messages: { pattern: "x", required: "x" } }), 'A field that is hidden cannot be filled in, so it is never required then. Remove it.'],
  ["days of a filter under another key", { "entities/loans.json": (json) => { json.list.views = [{ id: "late", label: "Late", filter: [{ field: "lentOn", op: "lte", value: { heute: 7 } }] }]; } }, 'An object is what a filter asks for only as a day counted from today. Write { "today": 7 }.'],
  ["an effect inside the test", field("isbn", { conditions: [{ when: { field: "available", is: true, show: false } }] }), 'Move it out of "when", behind its closing }.'],
  ["the label of a role in words", { "app.json": (json) => { json.roles.lender.label = "Lender"; } }, '"label" must be an object { … }; found "Lender". Write { "en": "Lender" }.'],
  ["the label of a role as a number", { "app.json": (json) => { json.roles.lender.label = 3; } }, '"label" must be an object { … }; found 3. Write { "en": "…" }.'],
  ["the first day of a date", { "entities/loans.json": (json) => { json.schema.properties.lentOn.minimum = "2020-01-01"; } }, '"minimum" is for numbers: dates and other texts have none. Remove it.'],
  ["a limit of a number in words", books((json) => { json.schema.properties.year.minimum = "1450"; }), '"minimum" must be a number; found "1450".'],
  ["the title of a field in several languages", field("summary", { title: { en: "Summary", de: "Inhalt" } }), '"title" is in one language, the "language" of this file. Write "Summary".'],
  ["messages in words", field("isbn", { messages: "Thirteen digits" }), 'Write { "pattern": "Thirteen digits" }.'],
  ["a label of a misspelt choice", field("genre", { labels: { novle: "Novel", poetry: "Poetry", science: "Science", history: "History" } }), 'Did you mean "novel"? Write one of the values allowed.'],
  ["a label of a misspelt choice that has one", field("genre", { labels: { novel: "Novel", novle: "Novel", poetry: "Poetry", science: "Science", history: "History" } }), 'Did you mean "novel"? It is given already: remove this one.'],
  ["labels in a list", field("genre", { labels: ["Novel", "Poetry", "Science", "History"] }), 'Write { "novel": "Novel", "poetry": "Poetry", "science": "Science", "history": "History" }.'],
  ["choices as options", field("summary", { widget: undefined, options: ["short", "long"] }), 'Write "enum" in place of "options"'],
  ["choices with their labels", field("genre", { enum: [{ value: "novel", label: "Novel" }, "poetry"], labels: undefined }), 'what people read for it stands beside "enum", in "labels": { "novel": "Novel" }. Write "novel".'],
  ["a column in words", books((json) => { json.list.columns[0] = "title"; }), 'No. 1 must be an object { … }; found "title". Write { "field": "title" }.'],
  ["columns in words", books((json) => { json.list.columns = "title"; }), 'Write [{ "field": "title" }].'],
  ["a search in words", books((json) => { json.list.search = "title"; }), 'Write { "field": "title" }.'],
  ["a search in brackets", books((json) => { json.list.search = ["title"]; }), 'Write { "fields": ["title"] }.'],
  ["filters in words", books((json) => { json.list.filters = "genre, available, scores.readers"; }), 'Put it in brackets, each text in quotes of its own: ["genre","available","scores.readers"].'],
  ["an order in words", books((json) => { json.list.defaultSort = "title"; }), 'Write { "field": "title", "order": "asc" }.'],
  ["a field in words", books((json) => { json.schema.properties.summary = "string"; }), '"summary" must be an object { … }; found "string". Write { "type": "string" }.'],
  ["items in brackets", { [LISTS]: (json) => { json.schema.properties.books.items = [json.schema.properties.books.items]; } }, 'Take it out of the brackets [ ].'],
  ["a group of the menu without brackets", { "app.json": (json) => { json.menu[0].entities = "books"; json.menu.push({ label: "More", permission: "stock", entities: ["subjects", "reading-lists"] }); } }, 'Put it in brackets: ["books"].'],
  ["a required name in words", { "entities/subjects.json": (json) => { json.schema.required = "name"; } }, 'Put it in brackets: ["name"].'],
  ["a column of what its reference does not show", { "entities/loans.json": (json) => { json.list.columns.push({ field: "book.year", label: "Year" }); } }, 'The column shows "book.year", but the reference "book" does not show "year" of "books". Write "fields": ['],
  ["a name with a space in it", { "entities/members.json": (json) => { const fields = json.schema.properties; fields["phone "] = { type: "string", title: "Phone" }; } }, '"phone " cannot be a field\'s name. Write "phone", for example:'],
  ["a column of what its reference should show", { "entities/loans.json": (json) => { json.schema.properties.member.reference.fields = ["phone"]; json.list.columns.push({ field: "member.phone", label: "Phone", sortable: true }); } }, '"members" has no field "phone" to show.'],
];

/** The same of mistakes that leave something to decide. */
// biome-ignore format: a table, one row a mistake
const OPEN_MISTAKES: typeof MISTAKES = [
  ["a default date as people write it", { "entities/loans.json": (json) => { json.schema.properties.lentOn.default = "31.12.2015"; } }, 'breaks the rule "format": "date". Write it in the form of "2026-02-28".'],
  ["a list that does not say of what", field("summary", { type: "array", widget: undefined, maxLength: undefined, messages: undefined }), 'A list needs to say what is in it. Add "items": { "type": … }.'],
  ["a filter that looks into another entity", books((json) => { json.list.filters.push("subject.name"); }), 'Name "subject" itself, or a field of this entity that says what you ask for: a filter asks for the record referred to as a whole.'],
];

describe("a mistake that people often make is explained", () => {
  it.each([...MISTAKES, ...OPEN_MISTAKES])("%s", async (_what, changes, says) => {
    const { problems } = checkConfig(await libraryWith(changes), PLUGINS);
    expect(problems.map(formatProblem)).toEqual([expect.stringContaining(says)]);
    expect(told(problems)).toMatchSnapshot();
  });

  it.each(MISTAKES)("%s: whoever follows the hints has a config that holds", async (_what, changes) => {
    const files = await libraryWith(changes);
    expectGone(files, PLUGINS);
    // What stored records hold, nobody can know from the config.
    const left = followHints(files, PLUGINS).filter(({ code }) => code !== "BAD_SAMPLE");
    expect(left.map(formatProblem)).toEqual([]);
  });
});

it("a path over two references is refused as that, whatever the first one shows", async () => {
  for (const fields of [undefined, ["subject"]]) {
    const files = await libraryWith({
      "entities/loans.json": (json) => {
        Object.assign(json.schema.properties.book.reference, { fields });
        json.list.columns.push({ field: "book.subject.name", label: "Subject" });
      },
    });
    const says = 'a list follows one reference, not two: of "book.subject" it has only the _id.';
    expect(checkConfig(files, PLUGINS).problems.map(formatProblem)).toEqual([expect.stringContaining(says)]);
  }
});

it("a title with the name of a record whose own name goes further says where that goes", async () => {
  const files = await libraryWith({
    "entities/loans.json": (json) => {
      json.display.title = "{number}, {book}";
      delete json.schema.properties.book.reference.label;
    },
    [BOOKS]: (json) => {
      json.display.title = "{title} ({subject.name})";
    },
  });
  const says =
    'of "book.subject" it has only the _id. Name another field, or give these records a reference to "subjects" of their own.';
  expect(checkConfig(files, PLUGINS).problems.map(formatProblem)).toContainEqual(
    expect.stringContaining(says),
  );
});

it.each([
  [
    "a column",
    books((json) => {
      json.list.columns[2] = { field: 5 };
    }),
    '"field" must be a text; found 5. Write "5", in quotes.',
  ],
  ["a field", field("isbn", { is: true }), '"is" means nothing here.'],
])("a key of a test in %s is of no condition", async (_what, changes, says) => {
  const { problems } = checkConfig(await libraryWith(changes), PLUGINS);
  expect(problems.map(formatProblem)).toEqual([expect.stringContaining(says)]);
});

describe("a list of texts", () => {
  const slots = manifest("widget", "record-slots", ["array"], {
    itemField: "reference",
    options: { type: "object", properties: { imageField: { type: "string" } } },
  });
  const withTags = async (more: object, widget = slots) => {
    const widgets = new Map([...PLUGINS.widgets, ["record-slots", { manifest: widget }]]);
    const tags = { type: "array", title: "Tags", items: { type: "string", title: "Tag" }, ...more };
    const files = await libraryWith(books((json) => Object.assign(json.schema.properties, { tags })));
    return checkConfig(files, { ...PLUGINS, widgets }).problems.map(formatProblem);
  };

  it("is not for a widget of references, which no hint proposes", async () => {
    expect(await withTags({})).toEqual([
      'entities/books.json:171:15 book › Tags: No widget serves a list of texts ("string") unless one is named. No widget that is installed serves it: make it a list of objects that hold a reference, or add a plugin (plugins/README.md). [NO_PLUGIN]',
    ]);
    expect((await withTags({ widget: "record-slots" })).join()).toContain(
      'The widget "record-slots" is not for a list of texts ("string"), but for a list of objects that hold a reference.',
    );
  });

  it("nor where that widget is the default of lists: there it goes to those that it takes alone", async () => {
    const usual = { ...slots, defaultFor: ["array" as const] };
    expect(await withTags({}, usual)).toEqual(await withTags({}));
    const subject = { type: "string", title: "Subject", reference: { entity: "subjects", label: "name" } };
    expect(await withTags({ items: { type: "object", properties: { subject } } }, usual)).toEqual([]);
  });

  it("and objects without a reference are not, those with one are", async () => {
    const note = { type: "string", title: "Note" };
    const subject = { type: "string", title: "Subject", reference: { entity: "subjects", label: "name" } };
    const items = (properties: object) => ({ widget: "record-slots", items: { type: "object", properties } });
    expect((await withTags(items({ note }))).join()).toMatch(
      /make it a list of objects that hold a reference, or an entity of its own with a reference to this one, or add .*\[PLUGIN_VALUE\]/,
    );
    expect(await withTags(items({ subject }))).toEqual([]);
  });

  it("whose objects have a field with a widget of its own: that is looked for too", async () => {
    const subject = { type: "string", title: "Subject", reference: { entity: "subjects", label: "name" } };
    const withNote = (widget: string) => {
      const note = { type: "string", title: "Note", widget };
      return withTags({
        widget: "record-slots",
        items: { type: "object", properties: { subject, note } },
      });
    };
    expect((await withNote("textarea")).join()).not.toContain("[UNKNOWN_WIDGET]");
    expect((await withNote("nowhere")).join()).toContain("[UNKNOWN_WIDGET]");
  });
});

describe("an entity whose file was removed", () => {
  const says = "entities/subjects.json was removed: put it back, or remove all that refers to it.";

  it("is put back, or what refers to it removed: no similar name is proposed", async () => {
    const { problems } = checkConfig(await libraryWith({ "entities/subjects.json": undefined }), PLUGINS);
    expect(problems.map(({ file, path }) => `${file}#${path}`)).toEqual([
      "app.json#/menu/0/entities/1",
      "entities/books.json#/schema/properties/subject/reference/entity",
      "samples/subjects.json#",
    ]);
    for (const problem of problems) expect(formatProblem(problem)).toContain(`${says} [UNKNOWN_ENTITY]`);
    expect(problems.map(formatProblem).join()).not.toContain("Did you mean");
  });

  it("may have been removed where nothing tells, and is mistyped where a similar name is", async () => {
    const removed = { "entities/subjects.json": undefined, "samples/subjects.json": undefined };
    const { problems } = checkConfig(await libraryWith(removed), PLUGINS);
    for (const problem of problems)
      expect(problem.hint).toMatch(/If entities\/subjects\.json was removed, put it back, or remove all/);
    const typed = checkConfig(
      await libraryWith({
        "app.json": (json) => {
          json.menu[0].entities[0] = "bocks";
        },
      }),
      PLUGINS,
    );
    expect(typed.problems.map(formatProblem).join()).toContain('Did you mean "books"?');
    expect(typed.problems.map(formatProblem).join()).not.toContain("removed");
  });
});
