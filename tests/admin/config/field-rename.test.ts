import { describe, expect, it } from "vitest";
import { type Rename, renamesIn, withOldName } from "../../../src/admin/config/field-rename.ts";
import type { ConfigChange } from "../../../src/wire/config-editing.ts";

const FILE = "entities/books.json";
const gone = (field: string, from = "number", more: Partial<ConfigChange> = {}): ConfigChange => ({
  file: FILE,
  path: "",
  subject: ["book", field],
  kind: "removed",
  what: "field",
  from,
  field,
  left: { count: 2, atLeast: false },
  ...more,
});
const came = (field: string, to = "number", more: Partial<ConfigChange> = {}): ConfigChange => ({
  file: FILE,
  path: "",
  subject: ["book", field],
  kind: "added",
  what: "field",
  to,
  field,
  ...more,
});
const names = (changes: readonly ConfigChange[]) =>
  renamesIn(changes).map((one) => [one.gone.field, one.came.field]);

describe("a field that went may be one that came", () => {
  it("of its type, beside it, in the same file", () => {
    expect(names([gone("price"), came("cost")])).toEqual([["price", "cost"]]);
    expect(names([gone("price"), came("cost", "string")])).toEqual([]);
    expect(names([gone("price"), came("scores.cost")])).toEqual([]);
    expect(names([gone("scores.wom"), came("scores.mouth")])).toEqual([["scores.wom", "scores.mouth"]]);
    expect(names([gone("price"), came("cost", "number", { file: "entities/loans.json" })])).toEqual([]);
    expect(names([gone("price"), came("cost", "number", { what: "column" })])).toEqual([]);
  });

  it("where values are stored in it: without any, a new name takes nothing away", () => {
    expect(names([gone("price", "number", { left: { count: 0, atLeast: false } }), came("cost")])).toEqual(
      [],
    );
    expect(names([came("cost"), { ...gone("price"), kind: "added" }])).toEqual([]);
  });

  it("each once, the one of its label first", () => {
    const changes = [
      came("a"),
      came("b", "number", { subject: ["book", "Price"] }),
      gone("price", "number", { subject: ["book", "Price"] }),
      gone("fee"),
      gone("toll"),
    ];
    expect(names(changes)).toEqual([
      ["price", "b"],
      ["fee", "a"],
    ]);
  });
});

describe("the old name", () => {
  const rename = (from: string, to: string): Rename => ({ gone: gone(from), came: came(to) });
  const entity = (name: string) => `{
  "label": "cost", "labelField": "${name}", "rights": { "fields": { "${name}": { "view": "cost" } } },
  "schema": { "required": ["x", "${name}"], "properties": {
    "${name}": { "title": "cost", "default": "cost", "messages": { "cost": "cost" } },
    "x": { "equals": "${name}", "enum": ["cost"], "conditions": [{ "when": { "field": "${name}", "is": "cost" } }] },
    "deep": { "required": ["cost"], "properties": { "cost": {} } },
    "self": { "reference": { "entity": "books", "label": "${name}", "fields": ["${name}"] } } } },
  "display": { "image": "${name}.0", "title": { "en": "${name}", "de": "cost {${name}}" }, "subtitle": "cost {${name}}, {self.${name}} {deep.cost}", "badges": [{ "field": "${name}", "is": "cost", "label": "cost" }] },
  "webhooks": [{ "url": "https://cost/", "on": ["create"], "fields": ["${name}"] }],
  "form": { "rail": ["${name}"], "tabs": [{ "label": "cost", "fields": ["${name}", ["x", "${name}"]] }] },
  "list": { "title": "cost", "columns": [{ "field": "${name}", "label": "cost" }, { "field": "self.${name}" }, { "field": "deep.cost" }],
    "search": { "fields": ["${name}", "self.${name}", "deep.cost"] }, "filters": ["${name}", { "field": "${name}", "label": "cost" }], "defaultSort": { "field": "${name}" }, "deleteConfirm": "cost {${name}} {deep.cost}?" }
}`;

  it("stands again wherever the entity names the field, and nowhere else", () => {
    expect(withOldName(FILE, entity("cost"), rename("price", "cost"))).toBe(entity("price"));
    // what nothing names stays, byte for byte
    expect(withOldName(FILE, entity("cost"), rename("price", "toll"))).toBe(entity("cost"));
  });

  it("of a field inside an object, or of the items of a list", () => {
    const inner = (name: string) =>
      `{"schema":{"properties":{"cost":{"type":"x"},"deep":{"required":["${name}"],"properties":{"${name}":{}}}}},"list":{"columns":[{"field":"deep.${name}"},{"field":"cost"}]}}`;
    expect(withOldName(FILE, inner("cost"), rename("deep.price", "deep.cost"))).toBe(inner("price"));
    const slots = (name: string) =>
      `{"schema":{"properties":{"s":{"uniqueBy":"${name}","items":{"required":["${name}"],"properties":{"${name}":{}}}}}},"list":{"columns":[{"field":"s.0.${name}"}]}}`;
    expect(withOldName(FILE, slots("cost"), rename("s.*.price", "s.*.cost"))).toBe(slots("price"));
  });

  it("stands in other files that name it: references to the entity, accounts, its samples", () => {
    const loans = (name: string) =>
      `{"labelField":"cost","display":{"title":"cost {book.${name}}, {other.cost}","image":"book.${name}"},"schema":{"properties":{"book":{"reference":{"entity":"books","label":"${name}"}},"other":{"reference":{"entity":"x","label":"cost"}}}},"list":{"columns":[{"field":"book.${name}"},{"field":"other.cost"},{"field":"cost"}]}}`;
    const renamed = rename("price", "cost");
    expect(withOldName("entities/loans.json", loans("cost"), renamed)).toBe(loans("price"));
    const lists = (name: string) =>
      `{"referredBy":[{"entity":"books","field":"${name}","columns":["${name}","x"],"sort":{"field":"${name}"}},{"entity":"x","field":"cost","columns":["cost"]}]}`;
    expect(withOldName("entities/shelves.json", lists("cost"), renamed)).toBe(lists("price"));
    const app = (name: string, holder = "books") =>
      `{"title":"cost","accounts":{"entity":"${holder}","username":"${name}"},"registration":{"schema":{"required":["${name}"],"properties":{"${name}":{}}}}}`;
    expect(withOldName("app.json", app("cost"), renamed)).toBe(app("price"));
    expect(withOldName("app.json", app("cost", "x"), renamed)).toBe(app("cost", "x"));
    const chart = (name: string, entity = "books") =>
      `{"home":{"tiles":[{"label":"cost","entity":"${entity}","chart":{"by":"${name}","sum":"${name}"}}]}}`;
    expect(withOldName("app.json", chart("cost"), renamed)).toBe(chart("price"));
    expect(withOldName("app.json", chart("cost", "x"), renamed)).toBe(chart("cost", "x"));
    const samples = (name: string) => `[{"${name}":"cost","deep":{"cost":1}}]`;
    expect(withOldName("samples/books.json", samples("cost"), renamed)).toBe(samples("price"));
    expect(withOldName("samples/loans.json", samples("cost"), renamed)).toBe(samples("cost"));
    expect(withOldName("messages.json", '{"en":{"cost":"cost"}}', renamed)).toBe('{"en":{"cost":"cost"}}');
    expect(withOldName(FILE, "", renamed)).toBe("");
  });
});
