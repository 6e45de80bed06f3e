import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFormRules } from "../../src/admin/form/state/form-rules.ts";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { RULES, type Rule } from "../../src/model/keywords.ts";
import type { Json, RecordData, StoredRecord } from "../../src/model/record.ts";
import { conditionOrder } from "../../src/record/apply-conditions.ts";
import type { FieldError } from "../../src/record/field-errors.ts";
import { fillMessage, messageTables } from "../../src/record/messages.ts";
import { guardedEntity } from "../../src/record/rights.ts";
import { walkFields } from "../../src/record/walk.ts";
import { makeRouteTable } from "../../src/server/http/route-table.ts";
import type { EntityRuntime } from "../../src/server/records/entity-runtime.ts";
import { recordRoutes } from "../../src/server/records/record-routes.ts";
import { compileValidator } from "../../src/server/runtime/compile-validator.ts";
import { buildServer, type TestServer } from "../server/build-server.ts";

/** A field that breaks one rule. */
interface Broken {
  readonly schema: FieldSchema;
  /** `self`: the `_id` of the record that is written. */
  readonly value: (self: string) => Json;
  /** Where inside the value the error stands. */
  readonly inside?: string;
  /** Only the server can know it. */
  readonly onServerOnly?: true;
  /** Values of fields beside it. */
  readonly beside?: RecordData;
  readonly limit?: number;
}

const text: FieldSchema = { type: "string" };
const list: FieldSchema = { type: "array", items: text };
const broken = (schema: FieldSchema, value: Json, more: Partial<Broken> = {}): Broken => ({
  schema,
  value: () => value,
  ...more,
});
const reference = { entity: "subjects", label: "name" };

const BROKEN: Readonly<Record<Rule, Broken>> = {
  required: broken(text, " "),
  type: broken({ type: "number" }, "one"),
  enum: broken({ ...text, enum: ["a"] }, "b"),
  format: broken({ ...text, format: "email" }, "nobody"),
  minLength: broken({ ...text, minLength: 3 }, "ab", { limit: 3 }),
  maxLength: broken({ ...text, maxLength: 1 }, "ab", { limit: 1 }),
  pattern: broken({ ...text, pattern: "^a" }, "b"),
  minimum: broken({ type: "number", minimum: 2 }, 1, { limit: 2 }),
  maximum: broken({ type: "number", maximum: 2 }, 3, { limit: 2 }),
  multipleOf: broken({ type: "number", multipleOf: 2 }, 3, { limit: 2 }),
  minItems: broken({ ...list, minItems: 2 }, ["a"], { limit: 2 }),
  maxItems: broken({ ...list, maxItems: 1 }, ["a", "b"], { limit: 1 }),
  uniqueBy: broken(
    { type: "array", uniqueBy: "k", items: { type: "object", properties: { k: { type: "number" } } } },
    [{ k: 1 }, { k: 1 }],
    { inside: "/1/k" },
  ),
  equals: broken({ ...text, equals: "beside" }, "a", { beside: { beside: "b" } }),
  reference: broken({ ...text, reference }, "nobody", { onServerOnly: true }),
  tree: {
    schema: { ...text, reference: { ...reference, tree: true } },
    value: (self) => self,
    onServerOnly: true,
  },
  image: broken({ type: "object", image: true }, { fileName: "none.png" }, { onServerOnly: true }),
  unique: broken({ ...text, unique: true }, "taken", { onServerOnly: true }),
};

/** Rules that are held where the server reads what was sent, before those of the schema are asked. */
const TOO_MUCH: readonly [Rule, Broken][] = [
  ["maxItems", broken({ ...list, maxItems: 1000 }, Array(1001).fill("a"), { limit: 1000 })],
];

/** Where a field that is broken stands. */
type Place = "field" | "item" | "part";
/** Who says the message. */
type Source = "own" | "list" | "entity" | "texts";

const PLACES: Readonly<Record<Place, readonly Source[]>> = {
  field: ["own", "entity", "texts"],
  item: ["own", "list", "entity", "texts"],
  part: ["own", "entity", "texts"],
};
/**
 * An item is neither required nor beside others, no two records can be told apart by what is in a list, and what is in a
 * list directly inside a list is judged by the JSON Schema alone.
 */
const NOWHERE: Readonly<Partial<Record<Rule, readonly Place[]>>> = {
  required: ["item"],
  uniqueBy: ["item"],
  equals: ["item"],
  unique: ["item", "part"],
};

const CASES = [...RULES.map((rule) => [rule, BROKEN[rule]] as const), ...TOO_MUCH].flatMap(([rule, one]) =>
  (Object.keys(PLACES) as Place[])
    .filter((place) => NOWHERE[rule]?.includes(place) !== true)
    .flatMap((place) => PLACES[place].map((source) => ({ rule, place, source, one }))),
);

let server: TestServer;
let subjects: EntityRuntime;
let stored: StoredRecord;
let token: string;

beforeAll(async () => {
  server = await buildServer();
  const found = server.holder.current.entities.get("subjects");
  if (found === undefined) throw new Error("The library has no subjects.");
  subjects = found;
  await server.insert("subjects", { name: "taken" });
  stored = await server.insert("subjects", { name: "this" });
  token = await server.as("stocker");
});
afterAll(() => server.close());

/** The field named `f` and those beside it, at its place, with every message that its source and those after it have. */
function placed(rule: Rule, place: Place, source: Source, { schema, beside = {} }: Broken) {
  const sources = PLACES[place].slice(PLACES[place].indexOf(source));
  const saying = (who: Source) => (sources.includes(who) ? { messages: { [rule]: said(rule, who) } } : {});
  const own = { ...schema, ...saying("own"), title: "Own" };
  // The one field of the table that may not be there twice.
  const name = rule === "unique" ? "name" : "f";
  const others = Object.fromEntries(Object.keys(beside).map((key) => [key, text]));
  const required = rule === "required" ? [name] : [];
  const object = { type: "object", properties: { [name]: own, ...others }, required } as const;
  const top: Readonly<Record<Place, Readonly<Record<string, FieldSchema>>>> = {
    field: object.properties,
    item: { l: { type: "array", title: "List", items: own, ...saying("list") } },
    part: { l: { type: "array", title: "List", items: object } },
  };
  const entityMessages = sources.includes("entity") ? { [`rule.${rule}`]: said(rule, "entity") } : {};
  return { properties: top[place], required: place === "field" ? required : [], entityMessages, name };
}

function said(rule: Rule, source: Source): string {
  return `${source} says that {label} breaks ${rule} {limit}`;
}

function sent(place: Place, name: string, { value, beside }: Broken): RecordData {
  const own = value(stored._id);
  if (place === "item") return { l: [own] };
  const object = { [name]: own, ...beside };
  return place === "field" ? object : { l: [object as Json] };
}

/** What the form and the server say of the same record. */
async function judge(rule: Rule, place: Place, source: Source, one: Broken) {
  const { properties, required, entityMessages, name } = placed(rule, place, source, one);
  const fields = makeFields(properties, required);
  const { check } = compileValidator(properties);
  const entity = { ...subjects.entity, fields, messages: entityMessages };
  const runtime: EntityRuntime = {
    ...subjects,
    entity,
    fields,
    placed: new Map([...walkFields(fields)].map((field) => [field.path, field])),
    conditionOrder: conditionOrder(fields),
    guarded: guardedEntity(entity),
    rules: {},
    check,
  };
  const { holder } = server;
  const { config } = holder.current;
  const entities = new Map(holder.current.entities).set("subjects", runtime);
  const before = holder.current;
  holder.current = {
    ...before,
    entities,
    routes: makeRouteTable(recordRoutes(runtime, { effects: server.effects })),
  };
  const body = sent(place, name, one);
  const answer = await server.call<{ errors: readonly FieldError[] }>(
    "PUT",
    `/api/rest/subjects/${stored._id}`,
    { token, body },
  );
  holder.current = before;
  const tables = messageTables(config.messages, config.app.language, entity);
  const inForm = makeFormRules(entity, "edit", tables, check).errors(body);
  return { inForm, onServer: answer.body.errors, texts: config.messages.en ?? {}, name };
}

describe("a broken rule is said in one message by the form and by the server", () => {
  it("is tried for every rule there is", () => {
    expect(new Set(CASES.map(({ rule }) => rule))).toEqual(new Set(RULES));
  });

  it.each(CASES)("$rule, at a $place: $source", async ({ rule, place, source, one }) => {
    const { inForm, onServer, texts, name } = await judge(rule, place, source, one);
    const at = { field: `/${name}`, item: "/l/0", part: `/l/0/${name}` }[place];
    // What breaks "type" here is a number.
    const key = rule === "type" ? "rule.number" : `rule.${rule}`;
    const template = source === "texts" ? (texts[key] ?? "") : said(rule, source);
    const value = one.value(stored._id);
    const values = { label: "Own", limit: one.limit, ...(typeof value === "object" ? {} : { value }) };
    const expected = [
      { path: `${at}${one.inside ?? ""}`, keyword: rule, message: fillMessage(template, values) },
    ];
    expect(onServer).toEqual(expected);
    if (one.onServerOnly !== true) expect(inForm).toEqual(expected);
  });
});
