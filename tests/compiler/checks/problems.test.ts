import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../../src/model/problem-codes.ts";
import { type Loose, libraryWith, PICTURES, PLUGINS, pluginsWith } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";
import { told } from "./told.ts";

type Changes = Parameters<typeof libraryWith>[0];
type Case = [code: ProblemCode, what: string, changes: Changes, at: string, says: string | RegExp];

const BOOKS = "entities/books.json";
const LOANS = "entities/loans.json";
const field = (change: (fields: Loose) => void): Changes => ({
  [BOOKS]: (json) => change(json.schema.properties),
});
const loan = (change: (fields: Loose) => void): Changes => ({
  [LOANS]: (json) => change(json.schema.properties),
});
const views = (change: (views: Loose) => void): Changes => ({
  [LOANS]: (json) => change(json.list.views),
});
const bookView = (change: (view: Loose) => void): Changes => ({
  [BOOKS]: (json) => change(json.list.views[1]),
});
const P = "/schema/properties";
/** A list with a formatted text in its items. */
const PARTS = {
  type: "array",
  title: "Parts",
  widget: "record-slots",
  items: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      picture: { type: "object", title: "Picture", image: true },
      text: { type: "string", title: "Text", format: "html" },
    },
  },
};

/** One row for each way to be wrong: the code, what is wrong, how, where, and a part of the sentence. */
// biome-ignore format: a table, one row a case
const CASES: Case[] = [
  ["FILE_MISSING", "no messages.json", { "messages.json": undefined }, "messages.json#", "every config has one"],
  ["FILE_MISSING", "one whose name got a second ending", { "messages.json": undefined, "messages.json.txt": "{}" }, "messages.json#", 'Rename "messages.json.txt" to "messages.json".'],
  ["FILE_NAME", "a second ending", { "entities/shelves.json.txt": "{}" }, "entities/shelves.json.txt#", 'Rename it to "shelves.json"'],
  ["FILE_NAME", "an ending in capitals", { "samples/loans.JSON": "[]" }, "samples/loans.JSON#", 'Rename it to "loans.json"'],
  ["FILE_NAME", "a capital", { "entities/Shelf.json": "{}" }, "entities/Shelf.json#", "small letter"],
  ["FILE_NAME", "a name of JavaScript", { "entities/constructor.json": "{}" }, "entities/constructor.json#", "name"],
  ["JSON_SYNTAX", "a comment", { "app.json": "{ // no\n}" }, "app.json#", "no comments"],
  ["JSON_SYNTAX", "an empty file", { "app.json": "" }, "app.json#", "file is empty"],
  ["JSON_SYNTAX", "a trailing comma", { "samples/loans.json": (_, text) => text.replace(/\]\s*$/, ",]") }, "samples/loans.json#", "Remove the comma"],
  ["DUPLICATE_KEY", "twice", { "samples/books.json": (_, text) => text.replace('"year": 1998', '"year": 1998, "year": 1999') }, "samples/books.json#/0/year", "second time"],
  ["FORBIDDEN_NAME", "__proto__", { "samples/books.json": (_, text) => text.replace('"year": 1998', '"year": 1998, "__proto__": { "x": 1 }') }, "samples/books.json#/0/__proto__", "JavaScript"],
  ["FORBIDDEN_NAME", "constructor as a field", { [BOOKS]: (json) => Object.defineProperty(json.schema.properties, "constructor", { value: { type: "string" }, enumerable: true})}, `${BOOKS}#${P}/constructor`, "Choose another"],
  ["UNKNOWN_KEY", "a typo in a field", field(({ title }) => Object.assign(title ?? {}, { maxLenght: 3 })), `${BOOKS}#${P}/title/maxLenght`, 'Did you mean "maxLength"?'],
  ["UNKNOWN_KEY", "a typo in a nested field", field(({ scores }) => Object.assign(scores ?? {}, { properties: { readers: { type: "number", titel: "x" } } })), `${BOOKS}#${P}/scores/properties/readers/titel`, 'Did you mean "title"?'],
  ["UNKNOWN_KEY", "a typo in app.json", { "app.json": (json) => { json.titel = "x"; }}, "app.json#/titel", 'Did you mean "title"?'],
  ["MISSING_KEY", "no label", { [BOOKS]: (json) => { delete json.label; }}, `${BOOKS}#`, 'The key "label" is missing'],
  ["WRONG_TYPE", "a text for a number", field(({ title }) => Object.assign(title ?? {}, { maxLength: "120" })), `${BOOKS}#${P}/title/maxLength`, 'must be a whole number; found "120"'],
  ["WRONG_TYPE", "a number for a row of the form", { [BOOKS]: (json) => { json.form.tabs[0].fields[0] = 7; }}, `${BOOKS}#/form/tabs/0/fields/0`, "must be a text or a list"],
  ["NOT_ALLOWED", "an unknown type", field(({ title }) => Object.assign(title ?? {}, { type: "text" })), `${BOOKS}#${P}/title/type`, 'cannot be "text"'],
  ["NOT_ALLOWED", "a label of no choice", field(({ genre }) => Object.assign(genre?.labels ?? {}, { novle: "x" })), `${BOOKS}#${P}/genre/labels/novle`, 'Did you mean "novel"?'],
  ["BAD_VALUE", "a limit below its own", field(({ title }) => Object.assign(title ?? {}, { minLength: -1 })), `${BOOKS}#${P}/title/minLength`, "must be 0 or more; found -1"],
  ["BAD_VALUE", "a path without /", { [BOOKS]: (json) => { json.endpoints.list = "rest/books"; }}, `${BOOKS}#/endpoints/list`, "begins with /"],
  ["BAD_VALUE", "a path with a wildcard", { [BOOKS]: (json) => { json.endpoints.record = "/rest/*/{id}"; }}, `${BOOKS}#/endpoints/record`, "no *"],
  ["BAD_VALUE", "a log-in with a query", { "app.json": (json) => { json.accounts.endpoints.login = "/log-in?now"; }}, "app.json#/accounts/endpoints/login", "no *"],
  ["BAD_VALUE", "a sample's _id", { "samples/subjects.json": (json) => { json.push({ _id: "1", name: "x" }); } }, "samples/subjects.json#/3/_id", "24 characters"],
  ["BAD_VALUE", "more fields than can be compiled beside others", field((fields) => { for (let at = 0; at < 500; at += 1) fields[`more${at}`] = { type: "string", title: "More" }; }), `${BOOKS}#${P}`, "500 are the most"],
  ["UNKNOWN_ENTITY", "in a reference", field(({ subject }) => Object.assign(subject ?? {}, { reference: { entity: "subject", label: "name" } })), `${BOOKS}#${P}/subject/reference/entity`, 'Did you mean "subjects"?'],
  ["UNKNOWN_ENTITY", "in the menu", { "app.json": (json) => { json.menu[0].entities[0] = "bocks"; }}, "app.json#/menu/0/entities/0", 'Did you mean "books"?'],
  ["UNKNOWN_ENTITY", "of the accounts", { "app.json": (json) => { json.accounts.entity = "people"; }}, "app.json#/accounts/entity", "people"],
  ["UNKNOWN_ENTITY", "of samples", { "samples/shelves.json": "[]" }, "samples/shelves.json#", "shelves"],
  ["UNKNOWN_FIELD", "labelField", { [BOOKS]: (json) => { json.labelField = "name"; }}, `${BOOKS}#/labelField`, '"name"'],
  ["UNKNOWN_FIELD", "a column", { [BOOKS]: (json) => { json.list.columns[3].field = "yaer"; }}, `${BOOKS}#/list/columns/3/field`, 'Did you mean "year"?'],
  ["UNKNOWN_FIELD", "a column that its reference does not show", { [LOANS]: (json) => { json.list.columns.push({ field: "book.year", label: "Year" }); }}, `${LOANS}#/list/columns/8/field`, 'the reference "book" does not show "year" of "books". Write "fields": ["year"] into the "reference" of "book".'],
  ["NOT_SHOWN", "a column of a reference that its reference does not show", { [BOOKS]: (json) => { json.list.columns[1].field = "subject.parent"; }}, `${BOOKS}#/list/columns/1/field`, 'of "subject.parent" it has only the _id.'],
  ["NOT_SHOWN", "a column over two references", { [BOOKS]: (json) => { json.list.columns[1].field = "subject.parent.name"; }}, `${BOOKS}#/list/columns/1/field`, 'a list follows one reference, not two: of "subject.parent"'],
  ["CONDITION", "shown anyway, by two", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { mode: "edit" }, show: true }, { when: { field: "returned", is: true }, show: true }]})), `${LOANS}#${P}/email/conditions/0`, '{ "when": { "not": { "any": [{ "mode": "edit" }, { "field": "returned", "is": true }] } }, "show": false }.'],
  ["CONDITION", "shown anyway, and disabled", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { mode: "edit" }, show: true, disable: true }]})), `${LOANS}#${P}/email/conditions/0`, 'add a condition of its own: { "when": { "not": { "mode": "edit" } }, "show": false }.'],
  ["UNKNOWN_FIELD", "a column of what is never answered", { "entities/members.json": (json) => { json.list.columns[2].field = "password"; }}, "entities/members.json#/list/columns/2/field", "password"],
  ["UNKNOWN_FIELD", "a column of Object.prototype", { [BOOKS]: (json) => { json.list.columns[3].field = "toString"; }}, `${BOOKS}#/list/columns/3/field`, "toString"],
  ["UNKNOWN_FIELD", "the search", { [BOOKS]: (json) => { json.list.search.field = "titles"; }}, `${BOOKS}#/list/search/field`, 'Did you mean "title"?'],
  ["UNKNOWN_FIELD", "the order", { [BOOKS]: (json) => { json.list.defaultSort = { field: "titles", order: "asc" }; }}, `${BOOKS}#/list/defaultSort/field`, 'Did you mean "title"?'],
  ["UNKNOWN_FIELD", "the delete sentence", { [BOOKS]: (json) => { json.list.deleteConfirm = "Delete {tilte}?"; }}, `${BOOKS}#/list/deleteConfirm`, 'Did you mean "title"?'],
  ["UNKNOWN_FIELD", "a tab", { [BOOKS]: (json) => { json.form.tabs[0].fields[1][0] = "gender"; }}, `${BOOKS}#/form/tabs/0/fields/1/0`, 'Did you mean "genre"?'],
  ["UNKNOWN_FIELD", "required", { [BOOKS]: (json) => { json.schema.required.push("author"); }}, `${BOOKS}#/schema/required/5`, '"author"'],
  ["UNKNOWN_FIELD", "required inside an object", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.required = ["bok"]; }}, `entities/reading-lists.json#${P}/books/items/required/0`, 'Did you mean "book"?'],
  ["UNKNOWN_FIELD", "a condition", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { not: { field: "retruned", is: true } }, show: false }]})), `${LOANS}#${P}/email/conditions/0/when/not/field`, 'Did you mean "returned"?'],
  ["UNKNOWN_FIELD", "equals", { "entities/members.json": (json) => { json.schema.properties.confirm.equals = "pasword"; }}, `entities/members.json#${P}/confirm/equals`, 'Did you mean "password"?'],
  ["UNKNOWN_FIELD", "uniqueBy", { "entities/reading-lists.json": (json) => { json.schema.properties.books.uniqueBy = "boko"; }}, `entities/reading-lists.json#${P}/books/uniqueBy`, 'Did you mean "book"?'],
  ["UNKNOWN_FIELD", "a reference's label", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.book.reference.label = "name"; } }, `entities/reading-lists.json#${P}/books/items/properties/book/reference/label`, '"name"'],
  ["UNKNOWN_FIELD", "a secret through a reference", loan(({ member }) => Object.assign(member?.reference ?? {}, { fields: ["password"] })), `${LOANS}#${P}/member/reference/fields/0`, '"password" to show'],
  ["UNKNOWN_FIELD", "an account's field", { "app.json": (json) => { json.accounts.username = "name"; }}, "app.json#/accounts/username", '"name"'],
  ["UNKNOWN_FIELD", "registration", { "app.json": (json) => { json.registration.schema.properties.phone = { type: "string" }; }}, "app.json#/registration/schema/properties/phone", "formOnly"],
  ["UNKNOWN_FIELD", "a sample", { "samples/subjects.json": (json) => { json[0].nam = "x"; } }, "samples/subjects.json#/0/nam", 'Did you mean "name"?'],
  ["UNKNOWN_PERMISSION", "of an entity", { [BOOKS]: (json) => { json.permission = "stok"; }}, `${BOOKS}#/permission`, 'Did you mean "stock"?'],
  ["UNKNOWN_PERMISSION", "of a role", { "app.json": (json) => { json.roles.lender.permissions = ["lend"]; }}, "app.json#/roles/lender/permissions/0", '"lend"'],
  ["UNKNOWN_PERMISSION", "of the journal", { "app.json": (json) => { json.history = { permission: "stafing" }; }}, "app.json#/history/permission", 'Did you mean "staffing"?'],
  ["UNKNOWN_PERMISSION", "of a menu group", { "app.json": (json) => { json.menu[1].permission = "all"; }}, "app.json#/menu/1/permission", '"all"'],
  ["UNKNOWN_ROLE", "of the first account", { "app.json": (json) => { json.accounts.first.role = "boss"; }}, "app.json#/accounts/first/role", '"boss"'],
  ["UNKNOWN_ROLE", "offered", { "app.json": (json) => { json.registration.roles.push("keper"); }}, "app.json#/registration/roles/3", 'Did you mean "keeper"?'],
  ["UNKNOWN_ROLE", "a default that is not offered", { "app.json": (json) => { json.registration.defaultRole = "director"; }}, "app.json#/registration/defaultRole", "offered role"],
  ["UNKNOWN_ROLE", "on the registration page", { "app.json": (json) => { json.registration.schema.properties.role.enum.push("keper"); }}, "app.json#/registration/schema/properties/role/enum/3", 'do not offer "keper". Did you mean "keeper"?'],
  ["UNKNOWN_ROLE", "of config editors", { "app.json": (json) => { json.config.editors = ["nobody"]; }}, "app.json#/config/editors/0", '"nobody"'],
  ["UNKNOWN_ROLE", "in the role field", { "entities/members.json": (json) => { json.schema.properties.role.enum.push("keper"); }}, `entities/members.json#${P}/role/enum/6`, 'Did you mean "keeper"?'],
  ["UNKNOWN_LANGUAGE", "of an entity", { [BOOKS]: (json) => { json.language = "fr"; }}, `${BOOKS}#/language`, '"fr"'],
  ["UNKNOWN_LANGUAGE", "of translations", { "entities/subjects.json": (json) => { json.translations = { fr: {} }; }}, "entities/subjects.json#/translations/fr", '"fr"'],
  ["UNKNOWN_LANGUAGE", "of the app's translations", { "app.json": (json) => { json.translations = { fr: {} }; }}, "app.json#/translations/fr", '"fr"'],
  ["BAD_VALUE", "a translation with a placeholder of its own", { "messages.json": (json) => { json.de = json.en; }, "entities/subjects.json": (json) => { json.translations = { de: { [json.list.title]: "Themen von {x}" } }; }}, "entities/subjects.json#/translations/de/Subjects", "{x}"],
  ["NO_LABEL", "an empty translation", { "messages.json": (json) => { json.de = json.en; }, "entities/subjects.json": (json) => { json.translations = { de: { [json.list.title]: " " } }; }}, "entities/subjects.json#/translations/de/Subjects", "empty"],
  ["UNKNOWN_MESSAGE", "in messages.json", { "messages.json": (json) => { json.en["form.sav"] = "x"; }}, "messages.json#/en/form.sav", 'Did you mean "form.save"?'],
  ["UNKNOWN_MESSAGE", "in an entity", { [BOOKS]: (json) => { json.messages["list.emtpy"] = "x"; }}, `${BOOKS}#/messages/list.emtpy`, 'Did you mean "list.empty"?'],
  ["UNKNOWN_MESSAGE", "in a field", field(({ title }) => Object.assign(title?.messages ?? {}, { requierd: "x" })), `${BOOKS}#${P}/title/messages/requierd`, 'Did you mean "required"?'],
  ["UNKNOWN_MESSAGE", "of another plugin", field(({ title }) => Object.assign(title?.messages ?? {}, { tooLarge: "x" })), `${BOOKS}#${P}/title/messages/tooLarge`, '"tooLarge"'],
  ["MISSING_MESSAGE", "in a language that nothing is in, but that people may choose", { "messages.json": (json) => { json.de = { ...json.en }; delete json.de["rule.pattern"]; }}, "messages.json#/de", "rule.pattern"],
  ["MISSING_MESSAGE", "in a language used", { "messages.json": (json) => { delete json.en["rule.pattern"]; }}, "messages.json#/en", "rule.pattern"],
  ["UNKNOWN_WIDGET", "a name", field(({ title }) => Object.assign(title ?? {}, { widget: "texd" })), `${BOOKS}#${P}/title/widget`, 'Did you mean "text"?'],
  ["UNKNOWN_WIDGET", "a name of Object.prototype", field(({ title }) => Object.assign(title ?? {}, { widget: "valueOf" })), `${BOOKS}#${P}/title/widget`, '"valueOf"'],
  ["UNKNOWN_CELL", "a name", { [BOOKS]: (json) => { json.list.columns[0].cell = "txt"; }}, `${BOOKS}#/list/columns/0/cell`, 'Did you mean "text"?'],
  ["NO_PLUGIN", "a list without a widget", { "entities/reading-lists.json": (json) => { delete json.schema.properties.books.widget; delete json.schema.properties.books.options; }}, `entities/reading-lists.json#${P}/books`, '"record-slots"'],
  ["PLUGIN_VALUE", "a widget of another kind", field(({ year }) => Object.assign(year ?? {}, { widget: "text" })), `${BOOKS}#${P}/year/widget`, 'not for a whole number ("integer"), but for a text ("string")'],
  ["PLUGIN_OPTION", "an unknown option", field(({ summary }) => Object.assign(summary ?? {}, { options: { row: 3 } })), `${BOOKS}#${P}/summary/options/row`, 'Did you mean "rows"?'],
  ["PLUGIN_OPTION", "a wrong option", field(({ summary }) => Object.assign(summary ?? {}, { options: { rows: 1 } })), `${BOOKS}#${P}/summary/options/rows`, "must be 2 or more; found 1"],
  ["PLUGIN_OPTION", "options for no widget", field(({ scores }) => Object.assign(scores ?? {}, { options: { rows: 1 } })), `${BOOKS}#${P}/scores/options`, "no widget"],
  ["FIELD_NAME", "a dash", field((fields) => Object.assign(fields, { "sub-title": { type: "string" } })), `${BOOKS}#${P}/sub-title`, "letters, digits"],
  ["FIELD_NAME", "a field of the machine", field((fields) => Object.assign(fields, { updatedat: { type: "string" } })), `${BOOKS}#${P}/updatedat`, "the program sets it"],
  ["FIELD_SHAPE", "a rule of another type", field(({ year }) => Object.assign(year ?? {}, { maxLength: 4 })), `${BOOKS}#${P}/year/maxLength`, 'goes with "type": "string"'],
  ["FIELD_SHAPE", "an object of nothing", field(({ cover }) => { delete cover?.image; }), `${BOOKS}#${P}/cover`, "properties"],
  ["FIELD_SHAPE", "a list of nothing", field(({ photos }) => { delete photos?.items; Object.assign(photos ?? {}, { widget: "record-slots" }); }), `${BOOKS}#${P}/photos`, "items"],
  ["FIELD_SHAPE", "a secret that the config tells", { "entities/members.json": (json) => { json.schema.properties.password.default = "abcdefgh"; } }, `entities/members.json#${P}/password/default`, "whoever reads the config"],
  ["FIELD_SHAPE", "a secret inside a field", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.why = { type: "string", title: "Why", writeOnly: true }; } }, `entities/reading-lists.json#${P}/books/items/properties/why/writeOnly`, "not inside another"],
  ["FIELD_SHAPE", "unique numbers", field(({ year }) => Object.assign(year ?? {}, { unique: true })), `${BOOKS}#${P}/year/unique`, "cannot be unique"],
  ["FIELD_SHAPE", "a tree of two entities", field(({ subject }) => Object.assign(subject?.reference ?? {}, { tree: true })), `${BOOKS}#${P}/subject/reference/tree`, "its own entity"],
  ["FIELD_SHAPE", "a label that is no text", { [BOOKS]: (json) => { json.labelField = "year"; }}, `${BOOKS}#/labelField`, "must be a text"],
  ["FIELD_TWICE", "in the form", { [BOOKS]: (json) => { json.form.tabs[1].fields.push("title"); }}, `${BOOKS}#/form/tabs/1/fields/4`, "second time"],
  ["BAD_VIEW", "of a role that may not open the list", views((views) => { views[0].roles = ["stocker", "keeper"]; }), `${LOANS}#/list/views/0/roles/0`, 'The role "stocker" never sees the view "mine"'],
  ["BAD_VIEW", "of a role that may not see what it is narrowed by", bookView((view) => { view.roles = ["stocker", "shelver"]; view.filter = [{ field: "price", op: "gte", value: 10 }]; }), `${BOOKS}#/list/views/1/roles/1`, 'The role "shelver" never sees the view "this-week": it asks for "price", which the role may not see. Name other fields, or let the role see these.'],
  ["BAD_VIEW", "of a role that may not see what it is ordered by", bookView((view) => { view.roles = ["shelver"]; view.sort = { field: "scores.readers", order: "desc" }; }), `${BOOKS}#/list/views/1/roles/0`, 'The role "shelver" never sees the view "this-week": it is ordered by "scores.readers", which it may not see.'],
  ["BAD_VIEW", "of a role from which some are kept of what it is ordered by", views((views) => { views[1].sort.field = "member.username"; }), `${LOANS}#/list/views/1/roles/0`, 'The role "keeper" never sees the view "long-away": it is ordered by "member.username", though accounts of hidden roles are kept from it'],
  ["BAD_VIEW", "that asks for what no role sees", { "app.json": (json) => { json.roles.director.permissions.pop(); }, [BOOKS]: (json) => { json.rights.fields.isbn = { view: "reading" }; json.list.views[0].filter[0].field = "isbn"; } }, `${BOOKS}#/list/views/0`, 'the view "no-cover" asks for, so that nobody has this tab'],
  ["BAD_VIEW", "a second one that the list opens with", views((views) => { views[0].default = true; views[1].default = true; }), `${LOANS}#/list/views/1/default`, 'opens with the view "mine" already'],
  ["BAD_VIEW", "every column hidden", { [LOANS]: (json) => { for (const column of json.list.columns) column.hidden = true; }}, `${LOANS}#/list/columns`, "Every column is hidden"],
  ["UNKNOWN_ROLE", "of a view", views((views) => { views[0].roles = ["lendr"]; }), `${LOANS}#/list/views/0/roles/0`, 'Did you mean "lender"?'],
  ["UNKNOWN_FIELD", "a column of a view", views((views) => { views[1].columns[3] = "renewal"; }), `${LOANS}#/list/views/1/columns/3`, 'Did you mean "renewals"?'],
  ["UNKNOWN_FIELD", "a field that is no column, of a view", views((views) => { views[1].columns[3] = "reason"; }), `${LOANS}#/list/views/1/columns/3`, 'which is no column of the list'],
  ["FIELD_TWICE", "in a view", views((views) => { views[1].columns[3] = "number"; }), `${LOANS}#/list/views/1/columns/3`, 'shows "number" a second time'],
  ["UNKNOWN_FIELD", "the filter of a view", views((views) => { views[0].filter[0].field = "membr"; }), `${LOANS}#/list/views/0/filter/0/field`, 'Did you mean "member"?'],
  ["WRONG_TYPE", "a value in the filter of a view", views((views) => { views[0].filter[1].value = 7; }), `${LOANS}#/list/views/0/filter/1/value`, "never 7"],
  ["UNKNOWN_FIELD", "the order of a view", views((views) => { views[1].sort.field = "lentOm"; }), `${LOANS}#/list/views/1/sort/field`, 'The view "long-away" is ordered by "lentOm"'],
  ["NOT_SORTABLE", "the order of a view", { [BOOKS]: (json) => { json.list.views[1].sort.field = "photos"; }}, `${BOOKS}#/list/views/1/sort/field`, 'The view "this-week" cannot be ordered by "photos"'],
  ["DUPLICATE_NAME", "two views of one id", views((views) => { views[1].id = "mine"; }), `${LOANS}#/list/views/1/id`, '"mine" is a view of this list already'],
  ["DUPLICATE_NAME", "a view that is called as the tab of all records", views((views) => { views[1].id = "all"; }), `${LOANS}#/list/views/1/id`, "the tab of all records already"],
  ["UNKNOWN_VIEW", "of a tile", { "app.json": (json) => { json.home.tiles[4].view = "min"; } }, "app.json#/home/tiles/4/view", 'The list of "loans" has no view "min". Did you mean "mine"?'],
  ["UNSEEN_TILE", "of a view whose role does not see the fields of the tile", { "app.json": (json) => { json.home.tiles[2].view = "shelved"; }, [BOOKS]: (json) => { json.list.views.push({ id: "shelved", label: "Shelved", roles: ["shelver"] }); } }, "app.json#/home/tiles/2", 'No role sees all that "Loved and lent out" asks for'],
  ["NOT_FILTERED", "the filter of a tile", { "app.json": (json) => { json.home.tiles[3].filter[0] = { field: "isbn", op: "empty", value: true }; } }, "app.json#/home/tiles/3/filter/0/field", 'Start page: The list of "books" has no filter by "isbn"'],
  ["DUPLICATE_LABEL", "two views that one role has", views((views) => { views[1].label = "Lent by me"; }), `${LOANS}#/list/views/1/label`, 'The view "mine" is called "Lent by me" already'],
  ["NO_LABEL", "of a view in the language of the list", views((views) => { views[1].label = { "zh-TW": "x" }; }), `${LOANS}#/list/views/1/label`, 'Add "en"'],
  ["BAD_VALUE", "an id of a view with a blank", views((views) => { views[1].id = "long away"; }), `${LOANS}#/list/views/1/id`, "long away"],
  ["FIELD_TWICE", "in the list", { [BOOKS]: (json) => { json.list.columns.push({ field: "title" }); }}, `${BOOKS}#/list/columns/8/field`, "second time"],
  ["CONDITION", "nothing tested", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: {}, show: false }] })), `${LOANS}#${P}/email/conditions/0/when`, "found none"],
  ["CONDITION", "two things tested", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { mode: "edit", field: "returned", is: true }, show: false }]})), `${LOANS}#${P}/email/conditions/0/when`, 'found "mode", "field"'],
  ["CONDITION", "two comparisons", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { field: "returned", is: true, empty: false }, show: false }]})), `${LOANS}#${P}/email/conditions/0/when`, 'found "is", "empty"'],
  ["CONDITION", "a comparison of nothing", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { mode: "edit", is: true }, show: false }] })), `${LOANS}#${P}/email/conditions/0/when`, "none is named"],
  ["UNKNOWN_TIME_ZONE", "misspelt", { "app.json": (json) => { json.timeZone = "Asia/Taipeh"; } }, "app.json#/timeZone", 'Did you mean "Asia/Taipei"?'],
  ["UNKNOWN_TIME_ZONE", "a city", { "app.json": (json) => { json.timeZone = "new york"; } }, "app.json#/timeZone", 'Did you mean "America/New_York"?'],
  ["UNKNOWN_TIME_ZONE", "an abbreviation, which is Chicago's to some", { "app.json": (json) => { json.timeZone = "CST"; } }, "app.json#/timeZone", 'as in "Asia/Taipei"'],
  ["UNKNOWN_TIME_ZONE", "an offset", { "app.json": (json) => { json.timeZone = "+08:00"; } }, "app.json#/timeZone", 'as in "Asia/Taipei"'],
  ["UNKNOWN_TIME_ZONE", "nothing", { "app.json": (json) => { json.timeZone = ""; } }, "app.json#/timeZone", 'as in "Asia/Taipei"'],
  ["BAD_VALUE", "a locale that is a word", { "app.json": (json) => { json.dateLocale = "german"; } }, "app.json#/dateLocale", 'such as "zh-TW"'],
  ["BAD_VALUE", "a locale with an underscore", { "app.json": (json) => { json.dateLocale = "zh_TW"; } }, "app.json#/dateLocale", 'such as "zh-TW"'],
  ["CONDITION", "no effect", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { mode: "edit" } }] })), `${LOANS}#${P}/email/conditions/0`, "does nothing"],
  ["CONDITION", "what the server never sees", { "entities/members.json": (json) => { json.schema.properties.approved.conditions = [{ when: { field: "confirm", empty: true }, show: false }]; }}, `entities/members.json#${P}/approved/conditions/0/when/field`, "form alone"],
  ["BAD_PATTERN", "an open bracket", field(({ isbn }) => Object.assign(isbn ?? {}, { pattern: "[0-9" })), `${BOOKS}#${P}/isbn/pattern`, "no regular expression"],
  ["BAD_CHOICE", "a choice given twice", field(({ genre }) => { genre.enum.push("novel"); }), `${BOOKS}#${P}/genre/enum/4`, "second time"],
  ["NOT_LISTED", "a column inside a list that holds formatted text", { [BOOKS]: (json) => { json.schema.properties.parts = PARTS; json.list.columns[3].field = "parts.0.name"; }}, `${BOOKS}#/list/columns/3/field`, "without"],
  ["NOT_LISTED", "the label", { [BOOKS]: (json) => { json.labelField = "note"; }}, `${BOOKS}#/labelField`, "without it"],
  ["NOT_LISTED", "the delete sentence", { [BOOKS]: (json) => { json.list.deleteConfirm = "Delete {note}?"; }}, `${BOOKS}#/list/deleteConfirm`, "{note}"],
  ["NOT_LISTED", "of a reference", loan(({ book }) => Object.assign(book?.reference ?? {}, { fields: ["cover", "note"] })), `${LOANS}#${P}/book/reference/fields/1`, '"note" of "books"'],
  ["NOT_LISTED", "the label of a reference", loan(({ book }) => Object.assign(book?.reference ?? {}, { label: "note", fields: ["title"] })), `${LOANS}#${P}/book/reference/label`, '"note" of "books"'],
  ["NOT_LISTED", "an option that names a picture beside formatted text", { [BOOKS]: (json) => { json.schema.properties.parts = PARTS; }, "entities/reading-lists.json": (json) => { json.schema.properties.books.options.imageField = "parts.0.picture"; }}, `entities/reading-lists.json#${P}/books/options/imageField`, "without"],
  ["NOT_SORTABLE", "a picture", { [BOOKS]: (json) => { json.list.columns[4].sortable = true; }}, `${BOOKS}#/list/columns/4/sortable`, "cannot be sorted"],
  ["NOT_SORTABLE", "a text inside a list", { [BOOKS]: (json) => { json.list.columns[4] = { field: "photos.0.fileName", label: "x", sortable: true }; } }, `${BOOKS}#/list/columns/4/sortable`, "cannot be sorted"],
  ["NOT_SORTABLE", "an order by a list", { [BOOKS]: (json) => { json.list.defaultSort = { field: "photos", order: "asc" }; }}, `${BOOKS}#/list/defaultSort/field`, "cannot be ordered"],
  ["NOT_SEARCHABLE", "a text inside a field of another record", { [BOOKS]: (json) => { json.schema.properties.shelf = { type: "object", title: "Shelf", properties: { room: { type: "string", title: "Room" } } }; }, [LOANS]: (json) => { json.schema.properties.book.reference.fields = ["shelf"]; json.list.search = { fields: ["number", "book.shelf.room"] }; } }, `${LOANS}#/list/search/fields/1`, "only a text"],
  ["NOT_SEARCHABLE", "a number", { [BOOKS]: (json) => { json.list.search.field = "year"; }}, `${BOOKS}#/list/search/field`, "only a text"],
  ["NO_LABEL", "a column of the machine", { [BOOKS]: (json) => { delete json.list.columns[7].label; }}, `${BOOKS}#/list/columns/7`, "label"],
  ["NO_LABEL", "one of two tabs", { [BOOKS]: (json) => { delete json.form.tabs[1].label; }}, `${BOOKS}#/form/tabs/1`, "label"],
  ["NO_LABEL", "a role", { "app.json": (json) => { json.roles.lender.label = { fr: "x" }; }}, "app.json#/roles/lender/label", '"en"'],
  ["DUPLICATE_ROUTE", "two entities", { [BOOKS]: (json) => { json.endpoints.record = "/rest/loans/{id}"; }}, `${LOANS}#/endpoints/record`, 'a record of "books"'],
  ["DUPLICATE_ROUTE", "the machine's own", { [BOOKS]: (json) => { json.endpoints.list = "/upload/images"; }}, `${BOOKS}#/endpoints/list`, "program's own"],
  ["DUPLICATE_ROUTE", "what will be the machine's own", { [BOOKS]: (json) => { json.endpoints.record = "/journal/{id}"; }}, `${BOOKS}#/endpoints/record`, "program's own"],
  ["DUPLICATE_ROUTE", "a name that may be the machine's", { [BOOKS]: (json) => { json.endpoints.record = "/{id}"; }}, `${BOOKS}#/endpoints/record`, "program's own"],
  ["DUPLICATE_ROUTE", "everything", { [BOOKS]: (json) => { json.endpoints.list = "/"; }}, `${BOOKS}#/endpoints/list`, "program's own"],
  ["DUPLICATE_NAME", "two list keys", { [LOANS]: (json) => { json.listKey = "books"; }}, `${LOANS}#/listKey`, '"books"'],
  ["DUPLICATE_NAME", "fields that differ in capitals", field((fields) => Object.assign(fields, { Title: { type: "string" } })), `${BOOKS}#${P}/Title`, "capitals"],
  ["DUPLICATE_NAME", "sample ids", { "samples/subjects.json": (json) => { json.push({ _id: json[0]._id, name: "x" }); } }, "samples/subjects.json#/3/_id", "Another sample"],
  ["BAD_ACCOUNTS", "a username that is not unique", { "entities/members.json": (json) => { delete json.schema.properties.username.unique; delete json.schema.properties.username.messages.unique; }}, "app.json#/accounts/username", "unique"],
  ["OLD_FORMAT", "a format of before", { "app.json": (json) => { json.format = 1; json.titel = 5; } }, "app.json#/format", "npm run migrate"],
  ["NEW_FORMAT", "a format to come", { "app.json": (json) => { json.format = 4; delete json.title; } }, "app.json#/format", "reads format 3"],
  ["RULE_WITHOUT_MESSAGE", "a limit", field(({ price }) => { delete price.messages.maximum; }), `${BOOKS}#${P}/price/maximum`, 'Add "maximum": "…" to the "messages"'],
  ["RULE_WITHOUT_MESSAGE", "required, no messages at all", field(({ subject }) => { delete subject?.messages; }), `${BOOKS}#/schema/required/3`, 'Subject: Whoever fills in the form can break "required" here'],
  ["RULE_WITHOUT_MESSAGE", "required by a condition", loan(({ reason }) => { delete reason?.messages; }), `${LOANS}#${P}/reason/conditions/1/require`, 'Add "messages": { "required": "…" }'],
  ["RULE_WITHOUT_MESSAGE", "a list, inside a widget too", { "entities/reading-lists.json": (json) => { delete json.schema.properties.books.items.properties.book.messages; } }, `entities/reading-lists.json#${P}/books/items/required/0`, "reading list › Books › Book"],
  ["RULE_WITHOUT_MESSAGE", "fewest of a list", field(({ photos }) => Object.assign(photos ?? {}, { minItems: 0 })), `${BOOKS}#${P}/photos/minItems`, "minItems"],
  ["RULE_WITHOUT_MESSAGE", "the same twice", { "entities/reading-lists.json": (json) => { delete json.schema.properties.books.messages.uniqueBy; } }, `entities/reading-lists.json#${P}/books/uniqueBy`, "uniqueBy"],
  ["RULE_WITHOUT_MESSAGE", "unique", { "entities/subjects.json": (json) => { delete json.schema.properties.name.messages.unique; } }, `entities/subjects.json#${P}/name/unique`, "unique"],
  ["RULE_WITHOUT_MESSAGE", "a record below itself", { "entities/subjects.json": (json) => { delete json.schema.properties.parent.messages; } }, `entities/subjects.json#${P}/parent/reference/tree`, "tree"],
  ["RULE_WITHOUT_MESSAGE", "a form of text", loan(({ email }) => { delete email?.messages; }), `${LOANS}#${P}/email/format`, "format"],
  ["RULE_WITHOUT_MESSAGE", "a second password", { "entities/members.json": (json) => { delete json.schema.properties.confirm.messages.equals; } }, `entities/members.json#${P}/confirm/equals`, "equals"],
  ["RULE_WITHOUT_MESSAGE", "registration", { "app.json": (json) => { delete json.registration.schema.properties.username.messages.minLength; } }, "app.json#/registration/schema/properties/username/minLength", "Registration page › Library name"],
  ["MESSAGE_WITHOUT_RULE", "a limit", field(({ price }) => { delete price?.maximum; }), `${BOOKS}#${P}/price/messages/maximum`, 'does not have the rule "maximum"'],
  ["MESSAGE_WITHOUT_RULE", "required", field(({ isbn }) => Object.assign(isbn?.messages ?? {}, { required: "x" })), `${BOOKS}#${P}/isbn/messages/required`, "Remove the sentence"],
  ["MESSAGE_WITHOUT_RULE", "of an entity", { [BOOKS]: (json) => { json.messages["rule.minItems"] = "x"; } }, `${BOOKS}#/messages/rule.minItems`, "No field here has"],
  ["SLOW_PATTERN", "a group repeated that repeats", field(({ isbn }) => Object.assign(isbn ?? {}, { pattern: "(a+)+$", messages: { pattern: "x" } })), `${BOOKS}#${P}/isbn/pattern`, "busy very long"],
  ["BAD_CHOICE", "a number among texts", field(({ genre }) => { genre.enum.push(7); }), `${BOOKS}#${P}/genre/enum/4`, "The choice must be a text; found 7"],
  ["BAD_CHOICE", "a number in quotes", loan(({ renewals }) => Object.assign(renewals ?? {}, { enum: [0, 1, 2, "3"] })), `${LOANS}#${P}/renewals/enum/3`, "Write 3, without quotes."],
  ["BAD_DEFAULT", "above its maximum", field(({ price }) => Object.assign(price ?? {}, { default: 501 })), `${BOOKS}#${P}/price/default`, 'The default 501 breaks the rule "maximum": 500'],
  ["BAD_DEFAULT", "no choice", field(({ genre }) => Object.assign(genre ?? {}, { default: "novle" })), `${BOOKS}#${P}/genre/default`, 'Did you mean "novel"?'],
  ["BAD_DEFAULT", "of another type", field(({ available }) => Object.assign(available ?? {}, { default: "true" })), `${BOOKS}#${P}/available/default`, 'must be true or false; found "true"'],
  ["BAD_DEFAULT", "inside a list", field(({ photos }) => Object.assign(photos ?? {}, { default: ["x"] })), `${BOOKS}#${P}/photos/default/0`, "must be an object"],
  ["BAD_DEFAULT", "a key that is no field", field(({ scores }) => Object.assign(scores ?? {}, { default: { staf: 1 } })), `${BOOKS}#${P}/scores/default/staf`, 'Did you mean "staff"?'],
  ["BAD_DEFAULT", "a field not filled in inside", field(({ scores }) => { Object.assign(scores ?? {}, { default: {}, required: ["staff"] }); Object.assign(scores?.properties?.staff?.messages ?? {}, { required: "x" }); }), `${BOOKS}#${P}/scores/default`, '"staff" must be filled in'],
  ["BAD_VALUE", "limits that exclude everything", field(({ price }) => Object.assign(price ?? {}, { minimum: 600, default: undefined })), `${BOOKS}#${P}/price/minimum`, '"minimum" 600 is above "maximum" 500'],
  ["BAD_SAMPLE", "a rule broken", { "samples/books.json": (json) => { json[0].price = 24.55; } }, "samples/books.json#/0/price", 'book › A Field Guide to Gulls › Replacement price: The value 24.55 breaks the rule "multipleOf": 0.1'],
  ["BAD_SAMPLE", "a picture by its name", { "samples/books.json": (json) => { json[0].cover = "gulls.png"; } }, "samples/books.json#/0/cover", 'Write { "file": "gulls.png" }.'],
  ["BAD_SAMPLE", "a day as people write it", { "samples/loans.json": (json) => { json[1].returnedOn = "02/11/2026"; } }, "samples/loans.json#/1/returnedOn", 'Write year, month and day, as in "2025-12-31".'],
  ["BAD_SAMPLE", "a rule broken inside", { "samples/books.json": (json) => { json[0].scores.staff = 10; } }, "samples/books.json#/0/scores/staff", "Scores › Staff"],
  ["BAD_SAMPLE", "a field not filled in", { "samples/books.json": (json) => { delete json[1].year; } }, "samples/books.json#/1", '"year" must be filled in'],
  ["BAD_SAMPLE", "required by a condition", { "samples/loans.json": (json) => { delete json[1].returnedOn; } }, "samples/loans.json#/1", '"returnedOn" must be filled in'],
  ["BAD_SAMPLE", "a field not filled in inside a list", { "samples/reading-lists.json": (json) => { json[0].books[1] = {}; } }, "samples/reading-lists.json#/0/books/1", '"book" must be filled in'],
  ["BAD_SAMPLE", "a reference to no sample", { "samples/books.json": (json) => { json[2].subject = "a00000000000000000000009"; } }, "samples/books.json#/2/subject", 'no sample of "subjects"'],
  ["BAD_SAMPLE", "two of what is unique", { "samples/subjects.json": (json) => { json.push({ name: "Birds" }); } }, "samples/subjects.json#/3/name", "unique"],
  ["DUPLICATE_LABEL", "two groups", { "app.json": (json) => { json.menu[1].label = "Stock"; } }, "app.json#/menu/1/label", 'Another group of the menu reads "Stock"'],
  ["DUPLICATE_LABEL", "two entries of a group", { "entities/subjects.json": (json) => { json.menu.label = "Books"; } }, "app.json#/menu/0/entities/1", 'Another entry of this group reads "Books"'],
  ["DUPLICATE_LABEL", "the two entries of an entity", { [BOOKS]: (json) => { json.menu.list = json.menu.create; } }, `${BOOKS}#/menu/list`, 'both read "Add a book"'],
  ["DUPLICATE_NAME", "an entity twice in a group", { "app.json": (json) => { json.menu[0].entities.push("books"); } }, "app.json#/menu/0/entities/3", "a second time"],
  ["NOT_IN_MENU", "an entity", { "app.json": (json) => { json.menu[0].entities.pop(); } }, "entities/reading-lists.json#/menu", 'Add "reading-lists" to the "entities"'],
  ["UNKNOWN_FIELD", "an option's field", loan(({ returnedOn }) => Object.assign(returnedOn ?? {}, { options: { notBefore: "lentOm" } })), `${LOANS}#${P}/returnedOn/options/notBefore`, 'The option names "lentOm", but there is no such field. Did you mean "lentOn"?'],
  ["UNKNOWN_FIELD", "an option's field, deep inside it", loan(({ returnedOn }) => Object.assign(returnedOn ?? {}, { options: { notes: [{ in: "reason" }, { in: "reson" }] } })), `${LOANS}#${P}/returnedOn/options/notes/1/in`, 'Did you mean "reason"?'],
  ["UNKNOWN_FIELD", "an option's field of the entity referred to", { "entities/reading-lists.json": (json) => { json.schema.properties.books.options.imageField = "covr"; } }, `entities/reading-lists.json#${P}/books/options/imageField`, 'names "covr" of "books", but there is no such field. Did you mean "cover"?'],
  ["UNKNOWN_FIELD", "an option's path through that entity", { "entities/reading-lists.json": (json) => { json.schema.properties.books.options.imageField = "scores.stuff"; } }, `entities/reading-lists.json#${P}/books/options/imageField`, 'there is no "stuff". Did you mean "staff"?'],
  ["UNKNOWN_FIELD", "a cell's option, a path", { [BOOKS]: (json) => { json.list.columns[2].options = { beside: "scores.readrs" }; } }, `${BOOKS}#/list/columns/2/options/beside`, 'there is no "readrs". Did you mean "readers"?'],
  ["UNKNOWN_FIELD", "an option of what is referred to where nothing is", { [BOOKS]: (json) => { json.list.columns[2].options = { of: "name" }; } }, `${BOOKS}#/list/columns/2/options/of`, "refers to none"],
  ["UNKNOWN_ENTITY", "an option's entity", { [BOOKS]: (json) => { json.list.columns[2].options = { from: ["loans", "boks"] }; } }, `${BOOKS}#/list/columns/2/options/from/1`, 'The option names "boks", which is no entity. Did you mean "books"?'],
  ["NOT_ALLOWED", "an option's choice", field(({ genre }) => Object.assign(genre ?? {}, { widget: "choice", options: { offer: ["novel", "novle"] } })), `${BOOKS}#${P}/genre/options/offer/1`, 'The option names "novle", but "enum" has no such value. Did you mean "novel"?'],
  ["BAD_VALUE", "a placeholder that the rule does not have", field(({ title }) => Object.assign(title?.messages ?? {}, { required: "At least {limit} letters" })), `${BOOKS}#${P}/title/messages/required`, "Nothing is filled in for {limit} here. This sentence can have {value}, {label}."],
  ["MISSING_MESSAGE", "nearly all of a language", { "messages.json": (json) => { json.en = { "login.title": json.en["login.title"] }; } }, "messages.json#/en", "npm run migrate adds them"],
  ["UNUSED_PERMISSION", "nobody's", { "app.json": (json) => { json.permissions.push("cellar"); } }, "app.json#/permissions/5", '"cellar"'],
  ["CONDITION", "a choice that is none", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { field: "returned", is: "yes" }, show: false }] })), `${LOANS}#${P}/email/conditions/0/when/is`, 'can never be "yes": it holds true or false'],
  ["CONDITION", "beyond a limit", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { any: [{ field: "renewals", above: 5 }] }, show: false }] })), `${LOANS}#${P}/email/conditions/0/when/any/0/above`, 'its "maximum" is 5'],
  ["CONDITION", "a text that is above", loan(({ email }) => Object.assign(email ?? {}, { conditions: [{ when: { field: "number", above: 5 }, show: false }] })), `${LOANS}#${P}/email/conditions/0/when/above`, "never above anything"],
  ["CONDITION", "not among the choices", field(({ isbn }) => Object.assign(isbn ?? {}, { conditions: [{ when: { field: "genre", in: ["novel", "novle"] }, show: false }] })), `${BOOKS}#${P}/isbn/conditions/0/when/in/1`, "none of its choices"],
  ["CONDITION", "a picture that is something", field(({ isbn }) => Object.assign(isbn ?? {}, { conditions: [{ when: { field: "cover", is: "x" }, show: false }] })), `${BOOKS}#${P}/isbn/conditions/0/when/is`, '"empty" alone'],
  ["CONDITION", "the field itself", field(({ isbn }) => Object.assign(isbn ?? {}, { conditions: [{ when: { field: "isbn", empty: true }, show: false }] })), `${BOOKS}#${P}/isbn/conditions/0/when/field`, "tests the field itself"],
  ["PLUGIN_LANGUAGE", "of an entity", { "messages.json": (json) => { json.fr = json.en; }, [BOOKS]: (json) => { json.language = "fr"; } }, "messages.json#/fr", '"images.tooLarge"'],
  ["BAD_ACCOUNTS", "approval without its field", { "app.json": (json) => { delete json.accounts.approved; }}, "app.json#/accounts", "approved"],
  ["BAD_ACCOUNTS", "a name that a user name may not be", { "entities/members.json": (json) => { json.schema.properties.email = { type: "string", title: "E-mail", format: "email", messages: { format: "x" } }; json.labelField = "email"; } }, "entities/members.json#/labelField", 'the rule "format" of that field may refuse it. Remove the rule, or write "labelField": "username".'],
  ["FIELD_SHAPE", "a name that is a reference", { "entities/subjects.json": (json) => { json.labelField = "parent"; } }, "entities/subjects.json#/labelField", "that is no reference"],
  ["FIELD_SHAPE", "a label that is a reference", field(({ subject }) => Object.assign(subject?.reference ?? {}, { label: "parent", fields: ["name"] })), `${BOOKS}#${P}/subject/reference/label`, "it is a reference itself"],
  ["NOT_SHOWN", "a column over two references", { [BOOKS]: (json) => { json.schema.properties.subject.reference.fields = ["parent"]; json.list.columns[1].field = "subject.parent.name"; } }, `${BOOKS}#/list/columns/1/field`, 'The column shows "subject.parent.name", but a list follows one reference, not two: of "subject.parent" it has only the _id. Name another field, or give these records a reference to "subjects" of their own.'],
  ["NOT_SHOWN", "a column that ends at a second reference", { [BOOKS]: (json) => { json.schema.properties.subject.reference.fields = ["parent"]; json.list.columns[1].field = "subject.parent"; } }, `${BOOKS}#/list/columns/1/field`, 'of "subject.parent" it has only the _id'],
  ["NOT_SHOWN", "a column over a list's reference and another", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.book.reference.fields.push("subject"); json.list.columns.push({ field: "books.0.book.subject.name", label: "x" }); } }, "entities/reading-lists.json#/list/columns/2/field", 'of "books.0.book.subject" it has'],
  ["NOT_SHOWN", "an order over two references", { [BOOKS]: (json) => { json.schema.properties.subject.reference.fields = ["parent"]; json.list.defaultSort = { field: "subject.parent.name", order: "asc" }; } }, `${BOOKS}#/list/defaultSort/field`, 'The list is ordered by "subject.parent.name"'],
  ["NOT_SHOWN", "the delete sentence, over two references", { [BOOKS]: (json) => { json.schema.properties.subject.reference.fields = ["parent"]; json.list.deleteConfirm = "Delete {title} of {subject.parent.name}?"; } }, `${BOOKS}#/list/deleteConfirm`, 'names {subject.parent.name}, but a list follows one reference'],
  ["NOT_SHOWN", "the delete sentence, a reference", { [BOOKS]: (json) => { json.list.deleteConfirm = "Delete {title} of {subject}?"; } }, `${BOOKS}#/list/deleteConfirm`, "a sentence cannot say a reference. Write {subject.name}."],
  ["NOT_SHOWN", "the delete sentence, pictures", { [BOOKS]: (json) => { json.list.deleteConfirm = "Delete {photos}?"; } }, `${BOOKS}#/list/deleteConfirm`, "cannot say a list of pictures"],
  ["NOT_SHOWN", "an option's field behind a reference of the form", loan(({ returnedOn }) => Object.assign(returnedOn ?? {}, { options: { notBefore: "book.title" } })), `${LOANS}#${P}/returnedOn/options/notBefore`, 'The option names "book.title", but a form follows no reference: of "book" it has only the _id.'],
  ["NOT_SHOWN", "an option's field behind a second reference", { "entities/reading-lists.json": (json) => { json.schema.properties.books.options.imageField = "subject.name"; } }, `entities/reading-lists.json#${P}/books/options/imageField`, 'names "subject.name" of "books", but a record that is referred to follows no reference'],
  ["NOT_SHOWN", "a cell's option behind a reference of which no column shows anything", { [BOOKS]: (json) => { json.list.columns[2].options = { beside: "subject.name" }; json.list.columns.splice(1, 1); } }, `${BOOKS}#/list/columns/1/options/beside`, 'no column shows anything of "subject"'],
  ["NOT_SHOWN", "an option's field that not every user of the reference may read", { "app.json": (json) => { json.menu[0].permission = ["stock", "shelving", "lending"]; }, "entities/reading-lists.json": (json) => { json.permission = "lending"; delete json.schema.properties.books.items.properties.book.reference.fields; } }, `entities/reading-lists.json#${P}/books/options/imageField`, 'the role "lender", which may fill in this field, reads there what the reference shows alone. Add "cover" to the "fields" of the reference.'],
  ["UNKNOWN_ICON", "of an entity", { [BOOKS]: (json) => { json.menu.icon = "boock"; } }, `${BOOKS}#/menu/icon`, 'There is no icon "boock". Did you mean "book"?'],
  ["UNKNOWN_ICON", "of a group", { "app.json": (json) => { json.menu[2].icon = "zzzzzzzzzz"; } }, "app.json#/menu/2/icon", /Staff: There is no icon "zzzzzzzzzz"\. Nearest to it are .*\. All are shown at https:\/\/primeng\.org\/icons\./],
  ["UNKNOWN_ICON", "as HTML names it", { [BOOKS]: (json) => { json.menu.icon = "pi pi-tags"; } }, `${BOOKS}#/menu/icon`, 'Did you mean "tags"?'],
  ["UNKNOWN_ICON", "a class that is no icon", { [BOOKS]: (json) => { json.menu.icon = "spin"; } }, `${BOOKS}#/menu/icon`, '"spin"'],
  ["UNKNOWN_PERMISSION", "of a right", { [BOOKS]: (json) => { json.rights.delete = ["stock", "stok"]; } }, `${BOOKS}#/rights/delete/1`, 'Did you mean "stock"?'],
  ["UNKNOWN_PERMISSION", "of a right to a field", { [BOOKS]: (json) => { json.rights.fields.price.edit = "stok"; } }, `${BOOKS}#/rights/fields/price/edit`, 'Did you mean "stock"?'],
  ["UNKNOWN_PERMISSION", "of a right, a role", { [BOOKS]: (json) => { json.rights.delete = ["stock", "shelver"]; } }, `${BOOKS}#/rights/delete/1`, 'app.json has no permission "shelver". That is a role. Write its permission: "shelving".'],
  ["UNKNOWN_PERMISSION", "of a menu group, a role", { "app.json": (json) => { json.menu[1].permission = ["lending", "keeper"]; }}, "app.json#/menu/1/permission/1", 'That is a role. Write one of its permissions: "stock", "lending", "staffing".'],
  ["UNKNOWN_PERMISSION", "of a part of the records", { [LOANS]: (json) => { json.rights.records[0].unless = "lendin"; } }, `${LOANS}#/rights/records/0/unless`, 'Did you mean "lending"?'],
  ["UNKNOWN_FIELD", "of a right", { [BOOKS]: (json) => { json.rights.fields.prise = { view: "stock" }; } }, `${BOOKS}#/rights/fields/prise`, 'Did you mean "price"?'],
  ["UNKNOWN_FIELD", "of a part of the records", { [LOANS]: (json) => { json.rights.records[0].filter.push({ field: "retured", op: "eq", value: false }); } }, `${LOANS}#/rights/records/0/filter/1/field`, 'Did you mean "returned"?'],
  ["NOT_ALLOWED", "a secret of the account", { [LOANS]: (json) => { json.schema.properties.email.maxLength = 80; json.schema.properties.email.messages.maxLength = "x"; json.rights.records[0].filter.push({ field: "email", op: "eq", value: { account: "password" } }); } }, `${LOANS}#/rights/records/0/filter/1/value/account`, "never shown"],
  ["NOT_ALLOWED", "a part that keeps nobody", { "entities/members.json": (json) => { json.rights.records[0].unless = ["lending", "reading"]; } }, "entities/members.json#/rights/records/0/unless", 'Nobody is kept to this part: each role with "reading" has a permission of "unless".'],
  ["RIGHTS", "to change what one may not see", { [BOOKS]: (json) => { json.rights.fields.price.edit = ["stock", "shelving"]; } }, `${BOOKS}#/rights/fields/price/edit`, 'The role "shelver" may change "price", but not see it.'],
  ["RIGHTS", "to delete what one may not see", { [LOANS]: (json) => { json.rights.delete = ["lending", "shelving"]; } }, `${LOANS}#/rights/delete`, 'The role "shelver" may delete these records, but not see them.'],
  ["RIGHTS", "to make a record without what it needs", { [BOOKS]: (json) => { json.rights.create = ["stock", "shelving"]; json.rights.fields.year = { edit: "stock" }; } }, `${BOOKS}#/rights/fields/year`, 'The role "shelver" may make these records, but not fill in "year", which is required. Let it fill in "year", give the field a "default", or take "create" from it.'],
  ["RIGHTS", "a condition on what one may not see", { [BOOKS]: (json) => { json.schema.properties.summary.conditions = [{ when: { field: "scores.staff", above: 5 }, show: false }]; } }, `${BOOKS}#${P}/summary/conditions/0/when/field`, 'The role "shelver" sees a field that depends on "scores.staff", which it may not see.'],
  ["RIGHTS", "an order by what one may not see", { [BOOKS]: (json) => { json.list.defaultSort = { field: "scores.readers", order: "asc" }; } }, `${BOOKS}#/list/defaultSort/field`, '"shelver"'],
  ["RIGHTS", "an order of those listed below by what one may not see", { [LOANS]: (json) => { json.rights.view.push("stock"); json.rights.fields.renewals.view = ["lending", "reading"]; json.rights.fields.reason = { view: ["lending", "reading"] }; }, [BOOKS]: (json) => { json.referredBy[0].sort.field = "renewals"; } }, `${BOOKS}#/referredBy/0/sort/field`, 'The role "stocker" gets the records of "loans" below ordered by "renewals", which it may not see. Let the role see the field, or name another field here.'],
  ["RIGHTS", "an order by accounts of which some are hidden", { [LOANS]: (json) => { json.list.defaultSort.field = "member.username"; } }, `${LOANS}#/list/defaultSort/field`, 'Each of the roles "lender", "keeper" gets the list ordered by "member.username", though accounts of hidden roles are kept from it, of which that would tell. Name a field of these records themselves, or take "hidden" from those roles.'],
  ["RIGHTS", "an order by records of which some are kept from one", { "app.json": (json) => { delete json.roles.director.hidden; }, [LOANS]: (json) => { json.list.defaultSort.field = "member.username"; } }, `${LOANS}#/list/defaultSort/field`, 'The role "reader" gets the list ordered by "member.username", though some records of "members" are kept from it, of which that would tell. Name a field of these records themselves, or let it see all of "members".'],
  ["RIGHTS", "an order of those listed below by accounts of which some are hidden", { [BOOKS]: (json) => { json.referredBy[0].sort.field = "member.username"; } }, `${BOOKS}#/referredBy/0/sort/field`, 'The role "keeper" gets the records of "loans" below ordered by "member.username"'],
  ["RIGHTS", "a name that one may not see", { [BOOKS]: (json) => { json.schema.properties.code = { type: "string", title: "Code" }; json.rights.fields.code = { view: "stock" }; json.labelField = "code"; }, "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.book.reference.label = "title"; } }, `${BOOKS}#/labelField`, 'reads records by "code"'],
  ["RIGHTS", "a subtitle with what one may not see", { [BOOKS]: (json) => { json.display.subtitle = "{year}, {price}"; } }, `${BOOKS}#/display/subtitle`, 'The role "shelver" tells records apart by "price", which it may not see.'],
  ["RIGHTS", "a sentence with what one may not see", { [BOOKS]: (json) => { json.rights.delete = ["stock", "shelving"]; json.list.deleteConfirm = "Delete {title} of {price}?"; } }, `${BOOKS}#/list/deleteConfirm`, 'is asked with "price"'],
  ["RIGHTS", "a part by what one may not see", { [LOANS]: (json) => { json.rights.fields.email = { view: "lending" }; json.rights.records[0].filter.push({ field: "email", op: "empty", value: false }); } }, `${LOANS}#/rights/records/0/filter/1/field`, 'The role "reader" is kept to a part by "email", which it may not see.'],
  ["RIGHTS", "a reference to what one may not see", { [LOANS]: (json) => { json.schema.properties.book.reference.fields = ["price"]; } }, `${LOANS}#${P}/book/reference/fields/0`, 'Each of the roles "lender", "reader" is shown "price" of "books" here, which it may not see. Show another field, or let it see "price" of "books".'],
  ["RIGHTS", "a reference named by a title that one may not see", { [BOOKS]: (json) => { json.schema.properties.code = { type: "string", title: "Code" }; json.rights.fields.code = { view: ["stock", "shelving"] }; json.display.title = "{title} {code}"; }, [LOANS]: (json) => { delete json.schema.properties.book.reference.label; } }, `${LOANS}#${P}/book/reference`, 'Each of the roles "lender", "reader" is shown "code" of "books" here, which it may not see. Add "label": "…" with another field, or let it see "code" of "books".'],
  ["OPENS_NOTHING", "no permission", { "app.json": (json) => { json.roles.director.permissions = []; } }, "app.json#/accounts/first/role", 'The first account has the role "director", for which the menu is empty.'],
  ["OPENS_NOTHING", "a permission of groups or of entities, never both", { "app.json": (json) => { json.permissions.push("door"); json.roles.guest = { label: { en: "Guest" }, permissions: ["door"] }; json.accounts.first.role = "guest"; json.menu[0].permission = "door"; } }, "app.json#/accounts/first/role", '"guest"'],
  ["LABEL_NOT_SEARCHED", "another field is", loan(({ book }) => Object.assign(book?.reference ?? {}, { label: "isbn", fields: ["title"] })), `${LOANS}#${P}/book/reference/label`, 'Records of "books" are chosen by "isbn", but the list of "books" searches "title": nobody would find what they see. Write "title" here, or "search": { "field": "isbn" } in the "list" of entities/books.json.'],
  ["LABEL_NOT_SEARCHED", "nothing is", { "entities/members.json": (json) => { delete json.list.search; } }, `${LOANS}#${P}/member/reference/label`, 'has no search: nobody could search the choices. Add "search": { "field": "username" } to the "list" of entities/members.json.'],
  ["UNKNOWN_PICTURE", "of a field", { "samples/books.json": (json) => { json[1].cover.file = "harbor.png"; } }, "samples/books.json#/1/cover/file", 'There is no picture "harbor.png" (png, jpeg, webp or gif) in samples/images. Did you mean "harbour.png"?'],
  ["UNKNOWN_PICTURE", "in a list, the same in several records", { "samples/books.json": (json) => { for (const one of json) one.photos = [{ file: "gulls.png" }, { file: "zzz.jpg" }]; } }, "samples/books.json#/0/photos/1/file", "So it is in 3 sample records"],
  ["MISSING_KEY", "nothing that names a record", { "entities/reading-lists.json": (json) => { delete json.display; } }, "entities/reading-lists.json#", "Nothing says how a record is named"],
  ["UNKNOWN_FIELD", "a title's field", { [LOANS]: (json) => { json.display.title = "{number}, {lentOm}"; } }, `${LOANS}#/display/title`, 'The title shows "lentOm", but there is no such field. Did you mean "lentOn"?'],
  ["UNKNOWN_FIELD", "a title's field that its reference does not show", { [LOANS]: (json) => { json.display.title = "{number}, {book.isbn}"; } }, `${LOANS}#/display/title`, 'the reference "book" does not show "isbn"'],
  ["UNKNOWN_FIELD", "a rail's field", { [LOANS]: (json) => { json.form.rail = ["returnt"]; } }, `${LOANS}#/form/rail/0`, 'Did you mean "returned"?'],
  ["FIELD_TWICE", "in a tab and in the rail", { [BOOKS]: (json) => { json.form.rail = ["cover"]; } }, `${BOOKS}#/form/rail/0`, "a second time"],
  ["FIELD_TWICE", "two badges of one state", { [LOANS]: (json) => { json.display.badges[1].is = true; } }, `${LOANS}#/display/badges/1`, '"returned" has a second badge'],
  ["NOT_SHOWN", "a yes/no in a title", { [LOANS]: (json) => { json.display.title = "{number} {returned}"; } }, `${LOANS}#/display/title`, 'Make it a badge: "badges": [{ "field": "returned", "is": true }]'],
  ["NOT_SHOWN", "a subtitle with a list of pictures", { [BOOKS]: (json) => { json.display.subtitle = "photos"; } }, `${BOOKS}#/display/subtitle`, "a text cannot say a list of pictures"],
  ["LABEL_NOT_SEARCHED", "no part of a title that goes further is", { "entities/subjects.json": (json) => { delete json.labelField; json.display = { title: "{parent.name}" }; }, [BOOKS]: (json) => { delete json.schema.properties.subject.reference.label; json.list.columns.splice(1, 1); } }, `${BOOKS}#${P}/subject/reference`, 'Records of "subjects" are chosen by their title, but their list searches none of its texts: nobody would find what they see. Add a "label" with "name".'],
  ["NOT_LISTED", "a title that lists leave out", { [BOOKS]: (json) => { json.display.subtitle = "note"; } }, `${BOOKS}#/display/subtitle`, "which lists are answered without"],
  ["BAD_VALUE", "a brace without a partner", { [LOANS]: (json) => { json.display.title = "{number}: {book"; } }, `${LOANS}#/display/title`, "has no partner"],
  ["BAD_VALUE", "a closing brace without a partner", { [LOANS]: (json) => { json.display.title = "{number}: book}"; } }, `${LOANS}#/display/title`, "has no partner"],
  ["BAD_DISPLAY", "a title without the label field", { [BOOKS]: (json) => { json.display.title = "isbn"; } }, `${BOOKS}#/labelField`, '"labelField" names a record by "title", but "display.title" does not show that'],
  ["BAD_DISPLAY", "a picture that is none", { [BOOKS]: (json) => { json.display.image = "isbn"; } }, `${BOOKS}#/display/image`, 'The picture is "isbn", which is a text'],
  ["BAD_DISPLAY", "a name that leads back", { "entities/subjects.json": (json) => { json.labelField = undefined; json.display = { title: "{name} {parent}" }; delete json.schema.properties.parent.reference.label; json.schema.properties.parent.reference.fields = ["name"]; json.list.search = { field: "name" }; }, [BOOKS]: (json) => { json.schema.properties.subject.reference.label = "name"; } }, "entities/subjects.json#/display/title", "leads back here: subjects → subjects"],
  ["BAD_DISPLAY", "a state of a text", { [BOOKS]: (json) => { json.display.badges = [{ field: "isbn", is: "x" }]; } }, `${BOOKS}#/display/badges/0/field`, "cannot be a state. Name a yes/no or a choice"],
  ["BAD_DISPLAY", "a state of an item of a list", { [BOOKS]: (json) => { json.schema.properties.moods = { type: "array", title: "Moods", widget: "record-slots", items: { type: "object", properties: { mood: { type: "string", title: "Mood", enum: ["calm"], labels: { calm: "Calm" } } } } }; json.display.badges = [{ field: "moods.0.mood", is: "calm" }]; } }, `${BOOKS}#/display/badges/0/field`, "cannot be a state"],
  ["NOT_ALLOWED", "a state that is no choice", { [BOOKS]: (json) => { json.display.badges = [{ field: "genre", is: "sience" }]; } }, `${BOOKS}#/display/badges/0/is`, '"genre" is never "sience". Did you mean "science"?'],
  ["NOT_ALLOWED", "a state of a yes/no in words", { [LOANS]: (json) => { json.display.badges[0].is = "yes"; } }, `${LOANS}#/display/badges/0/is`, '"returned" is never "yes". Write true or false.'],
  ["BAD_DISPLAY", "a title without braces", { [LOANS]: (json) => { json.display.title = "number, Lent on lentOn"; } }, `${LOANS}#/display/title`, 'neither a field nor a text with fields in braces. Write "{number}, Lent on {lentOn}".'],
  ["BAD_DISPLAY", "a subtitle without a field", { [LOANS]: (json) => { json.display.subtitle = "Lent out"; } }, `${LOANS}#/display/subtitle`, 'Name one, as "{name}".'],
  ["NOT_ALLOWED", "a long text in the filter of a view", { [BOOKS]: (json) => { json.list.views = [{ id: "x", label: "X", filter: [{ field: "summary", op: "eq", value: "x" }] }]; } }, `${BOOKS}#/list/views/0/filter/0/op`, 'Write "empty", or give the field a "maxLength" of 200 or less.'],
  ["WRONG_TYPE", "a yes/no in words in the filter of a view", views((views) => { views[0].filter = [{ field: "returned", op: "eq", value: "no" }]; }), `${LOANS}#/list/views/0/filter/0/value`, 'it is never "no". Write true or false.'],
  ["WRONG_TYPE", "another field of the account where a record refers to it", { [LOANS]: (json) => { json.rights.records[0].filter[0].value = { account: "username" }; } }, `${LOANS}#/rights/records/0/filter/0/value/account`, 'Write "_id": it refers to an account.'],
  ["NOT_ALLOWED", "a tone", { [BOOKS]: (json) => { json.display.badges = [{ field: "genre", is: "poetry", tone: "green" }]; } }, `${BOOKS}#/display/badges/0/tone`, "green"],
  ["NO_LABEL", "a badge for false", { [BOOKS]: (json) => { json.display.badges = [{ field: "available", is: false }]; } }, `${BOOKS}#/display/badges/0`, "has no text"],
  ["NO_LABEL", "a badge without a letter", { [BOOKS]: (json) => { json.display.badges = [{ field: "available", is: true, label: " " }]; } }, `${BOOKS}#/display/badges/0/label`, "is empty"],
  ["NO_LABEL", "a badge in other languages", { [BOOKS]: (json) => { json.display.badges = [{ field: "available", is: false, label: { fr: "Sorti" } }]; } }, `${BOOKS}#/display/badges/0/label`, 'Add "en": "…"'],
  ["BAD_SAMPLE", "a picture without a file", { "samples/books.json": (json) => { json[1].cover = { url: "harbour.png" }; } }, "samples/books.json#/1/cover", 'Write { "file": "…" }, with the name of a file in samples/images.'],
];

/** The same where a widget draws one field of a list's items alone. */
// biome-ignore format: a table, one row a case
const ITEM_CASES: Case[] = [
  ["NOT_DRAWN", "beside the reference of a slot", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.note = { type: "string", title: "Note" }; } }, `entities/reading-lists.json#${P}/books/items/properties/note`, 'Nobody could fill in "note": the widget "record-slots" draws only "book" of each item. Remove the field, or use a widget that draws all fields of the items. Where there is none, a kind of record of its own'],
  ["NOT_DRAWN", "a second reference", { "entities/reading-lists.json": (json) => { json.schema.properties.books.items.properties.subject = { type: "string", title: "Subject", reference: { entity: "subjects", label: "name" } }; } }, `entities/reading-lists.json#${P}/books/items/properties/subject`, '"subject"'],
  ["PLUGIN_VALUE", "a list of texts for a widget of references", field((fields) => Object.assign(fields, { tags: { type: "array", title: "Tags", widget: "record-slots", items: { type: "string" } } })), `${BOOKS}#${P}/tags/widget`, 'The widget "record-slots" is not for a list of texts ("string"), but for a list of objects that hold a reference.'],
];
const SLOTS = pluginsWith("record-slots", { itemField: "reference" });

describe("problems of a config", () => {
  it.each([
    ...CASES.map((one) => [...one, PLUGINS] as const),
    ...ITEM_CASES.map((one) => [...one, SLOTS] as const),
  ])("%s: %s", async (code, _what, changes, at, says, plugins) => {
    const { config, problems } = checkConfig(await libraryWith(changes), plugins, PICTURES);
    expect(config).toBeUndefined();
    expect(problems.map((problem) => `${problem.code} ${problem.file}#${problem.path}`)).toEqual([
      `${code} ${at}`,
    ]);
    expect(problems.map(formatProblem).join()).toMatch(says);
    expect(told(problems)).toMatchSnapshot();
  });

  it.each([
    ...CASES.map((one) => [...one, PLUGINS] as const),
    ...ITEM_CASES.map((one) => [...one, SLOTS] as const),
  ])("%s, %s: whoever follows its hint is rid of it", async (_code, _what, changes, _at, _says, plugins) => {
    expectGone(await libraryWith(changes), plugins, PICTURES);
  });

  it("has a case for every code but those that the disk, plugins, the store and the server have", () => {
    const seen = new Set([...CASES, ...ITEM_CASES].map(([code]) => code));
    const missing = Object.keys(PROBLEM_CODES).filter((code) => !seen.has(code as ProblemCode));
    expect(missing).toEqual(["FILE_UNREADABLE", "BAD_PLUGIN", "PLUGIN_API", "STORED_VALUES", "NOT_SERVED"]);
  });

  it("a name made of another name that is made of a third one is too far to read, and leads nowhere back", async () => {
    const changes: Changes = {
      [BOOKS]: (json) => {
        json.display.title = "{title}, {subject}";
      },
      [LOANS]: (json) => {
        delete json.schema.properties.book.reference.label;
      },
    };
    const { problems } = checkConfig(await libraryWith(changes), PLUGINS, PICTURES);
    expect(problems[0]).toMatchObject({ code: "NOT_SHOWN", file: LOANS, path: "/display/title/en" });
    expect(problems[0]?.message).toContain('"book.subject"');
  });

  it("lets options name what a form has: fields that are never stored, parts of objects and lists, what the machine keeps", async () => {
    const refused = async (name: string, option = "notBefore") => {
      const { problems } = checkConfig(
        await libraryWith({
          "entities/members.json": (json) => {
            Object.assign(json.schema.properties, {
              joinedOn: {
                type: "string",
                title: "x",
                format: "date",
                messages: { format: "x" },
                options: { [option]: name },
              },
              visits: { type: "array", title: "x", widget: "record-slots", items: { type: "string" } },
              address: { type: "object", title: "x", properties: { town: { type: "string", title: "x" } } },
            });
          },
        }),
        PLUGINS,
      );
      return problems.map(({ code, path }) => `${code} ${path}`);
    };
    const wrong = `UNKNOWN_FIELD ${P}/joinedOn/options/notBefore`;
    for (const name of ["confirm", "updatedAt", "visits.0", "address.town"])
      expect(await refused(name), name).toEqual([]);
    for (const name of ["confirms", "visits.first", "address.city"])
      expect(await refused(name), name).toEqual([wrong]);
    // of several kinds of value, one of which names a field, one will do
    for (const name of ["confirm", "today"]) expect(await refused(name, "notAfter"), name).toEqual([]);
    expect(await refused("tomorrow", "notAfter")).toEqual([`UNKNOWN_FIELD ${P}/joinedOn/options/notAfter`]);
  });

  it("lets a list say the messages of its items, and of nothing inside them", async () => {
    const refused = async (items: object, messages: object) => {
      const visits = { type: "array", title: "x", widget: "record-slots", items, messages };
      const config = await libraryWith({
        "entities/members.json": (json) => Object.assign(json.schema.properties, { visits }),
      });
      return checkConfig(config, PLUGINS).problems.map(({ code, path }) => `${code} ${path}`);
    };
    const text = { type: "string", title: "x", maxLength: 3 };
    expect(await refused(text, { maxLength: "x" })).toEqual([]);
    expect(await refused({ ...text, messages: { maxLength: "x" } }, {})).toEqual([]);
    const inside = { type: "object", properties: { text } };
    expect(await refused(inside, { maxLength: "x" })).toEqual([
      `RULE_WITHOUT_MESSAGE ${P}/visits/items/properties/text/maxLength`,
      `MESSAGE_WITHOUT_RULE ${P}/visits/messages/maxLength`,
    ]);
  });

  it("leaves Object.prototype alone, whatever the files are called and hold", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const hostile = '[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]';
    checkConfig(
      await libraryWith({ "samples/books.json": hostile, "entities/__proto__.json": "{}" }),
      PLUGINS,
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
