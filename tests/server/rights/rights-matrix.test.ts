import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Entity, Field } from "../../../src/model/entity.ts";
import type { Json, StoredRecord } from "../../../src/model/record.ts";
import type { Route } from "../../../src/server/http/route.ts";
import type { CallAnswer } from "../call-answer.ts";
import { type Asking, type Business, openBusiness, SESSIONS } from "./business.ts";
import { makeValue } from "./field-values.ts";
import { mayManageRole, type PersonRights, readThroughReferences, rightsFrom } from "./oracle.ts";

// A test makes hundreds of writes, each safe on the disk before its answer.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The matrix of rights: every route × every role × every kind of session, and of the records every field × own, other and
 * protected record, on the answer and on the store after it. It is made from the config and the routes themselves: a new
 * route without a line below fails, and so does a field of which it cannot make two values. What should be is worked out
 * by `oracle.ts`, from the texts of the config alone. The bytes of images are in `images/image-rights.test.ts`.
 */
const NO_SESSION: ReadonlySet<string> = new Set(["none", "unknown", "ended", "gone"]);

/** Who gets past the door of a route: each of its lines says it of a person. */
type Door = (business: Business, asking: Asking) => boolean;

const anyone: Door = () => true;
const isIn: Door = (_, { session }) => !NO_SESSION.has(session);
const isApproved: Door = (business, asking) => isIn(business, asking) && asking.session !== "unapproved";
const editor: Door = (business, asking) =>
  isApproved(business, asking) && business.config.app.config.editors.includes(asking.role);
const fillsPictures: Door = (business, asking) =>
  isApproved(business, asking) &&
  business.entities.some(({ id, fields }) => {
    const rights = rightsFrom(business.config, id, asking);
    return fields.some(
      (field) => isPictured(field) && (rights.creates(field.name) || rights.edits(field.name)),
    );
  });

/** Every route that is not an entity's. */
const DOORS: Readonly<Record<string, Door>> = {
  "GET /health": anyone,
  "GET /validators/{name}": anyone,
  "GET /config/public": anyone,
  "GET /config/version": anyone,
  "GET /config": isIn,
  "GET /config/blame": isIn,
  "GET /preferences": isIn,
  // Of a tile that the account does not have: 404. Its numbers: tests/server/config/charts.test.ts.
  "GET /home/chart": isIn,
  "PUT /preferences/{key}": isIn,
  "POST /upload/images": fillsPictures,
  "DELETE /upload/images/{name}": fillsPictures,
  "GET /images/{name}": anyone,
  "GET /images/small/{name}": anyone,
};

function doorOf(business: Business, { method, pattern, entity }: Route): Door | undefined {
  const { accounts } = business.config.app;
  const { login, logout, validateToken } = accounts.endpoints;
  if (pattern === login) return anyone;
  if (pattern === logout || pattern === validateToken) return isIn;
  const known = DOORS[`${method} ${pattern}`];
  if (known !== undefined || entity === undefined)
    return known ?? (pattern.startsWith("/config/") ? editor : undefined);
  // Whoever may make no accounts registers one.
  if (method === "POST" && entity === accounts.entity) return anyone;
  return (_, asking) => {
    if (!isApproved(business, asking)) return false;
    const rights = rightsFrom(business.config, entity, asking);
    switch (method) {
      case "GET":
        return rights.mayView || readThroughReferences(business.config, entity, asking).size > 0;
      case "POST":
        return rights.mayCreate;
      case "PUT":
        return rights.mayEdit;
      case "DELETE":
        return rights.mayDelete;
    }
  };
}

function isPictured({ schema, items, fields = [] }: Field): boolean {
  return (
    schema.image === true ||
    schema.format === "html" ||
    (items !== undefined && isPictured(items)) ||
    fields.some(isPictured)
  );
}

describe.each([
  ["the shop", "config", "superAdmin"],
  ["the library", "tests/fixtures/library", "director"],
] as const)("%s", (_name, folder, most) => {
  let business: Business;
  beforeAll(async () => {
    business = await openBusiness(folder);
  });
  afterAll(() => business.close());

  it("has a line for every route", () => {
    const without = business.routes.filter((route) => doorOf(business, route) === undefined);
    expect(without.map(({ method, pattern }) => `${method} ${pattern}`)).toEqual([]);
    expect(business.routes.length).toBeGreaterThan(30);
  });

  it("opens each route to whom it is for, in every kind of session, and whoever is refused changes nothing", async () => {
    const found: Record<string, number | string> = {};
    const expected: Record<string, number | string> = {};
    for (const role of business.roles)
      for (const session of SESSIONS) {
        const asking = await business.person(role, session);
        for (const route of business.routes) {
          // It ends the session with which the next one is asked.
          if (route.pattern === business.config.app.accounts.endpoints.logout) continue;
          const key = `${role}, ${session}: ${route.method} ${route.pattern}`;
          const before = await stored(business);
          const answer = await business.call(asking, route.method, addressOf(route), bodyFor(route));
          const isOpen = doorOf(business, route)?.(business, asking) === true;
          expected[key] = isOpen ? "open" : NO_SESSION.has(session) ? 401 : 403;
          found[key] = answer.status === 401 || isClosed(route, answer) ? answer.status : "open";
          if (!isOpen) expect([key, await stored(business)]).toEqual([key, before]);
        }
      }
    expect(found).toEqual(expected);
  });

  describe("of the records", () => {
    const people = new Map<string, Asking>();
    beforeAll(async () => {
      for (const role of business.roles) people.set(role, await business.person(role, "valid"));
    });
    const entities = () => business.entities.map(({ id }) => id);

    it("answers each role its fields and its records alone, in lists, one by one, and counted", async () => {
      for (const asking of people.values())
        for (const id of entities()) {
          const { own, other } = await pair(business, id, asking);
          await expectReading(business, asking, id, [own, other]);
        }
    });

    it("sorts, searches and filters by what the role sees, and refuses the rest", async () => {
      for (const asking of people.values())
        for (const id of entities()) await expectAsking(business, asking, id);
    });

    it("shows no role's browser a field that it may not see", async () => {
      for (const asking of people.values()) await expectView(business, asking);
    });

    it.each(idsIn(folder))(
      "stores of each field of %s what the role may change, of any record",
      async (id) => {
        const first = people.get(most);
        if (first === undefined) throw new Error(`There is no role ${most}.`);
        const problems: string[] = [];
        for (const field of storedFields(business, id)) {
          const twin = await business.insert(id, free(business, id));
          const changed = { [field.name]: makeValue(field, 1, business.source) };
          const answer = await business.call(first, "PUT", recordAddress(business, id, twin._id), changed);
          const [now] = (await business.rows(id)).filter(({ _id }) => _id === twin._id);
          const isChanged = JSON.stringify(now?.[field.name]) !== JSON.stringify(twin[field.name]);
          const allowed = { status: answer.status, isChanged };
          if (answer.status === 200 && !isChanged && !RULED.has(`${id}.${field.name}`))
            problems.push(`The matrix cannot change ${id}.${field.name}.`);
          for (const asking of people.values())
            for (const kind of ["own", "other", "protected"] as const)
              problems.push(...(await changeField({ business, asking, id, field, kind, allowed })));
        }
        expect(problems).toEqual([]);
      },
    );

    it("lets each role make records with what it may fill in", async () => {
      const problems: string[] = [];
      for (const asking of people.values())
        for (const id of entities()) problems.push(...(await makeRecords(business, asking, id)));
      expect(problems).toEqual([]);
    });

    it("lets each role delete what it may", async () => {
      const problems: string[] = [];
      for (const asking of people.values())
        for (const id of entities())
          for (const kind of ["own", "other", "protected"] as const)
            problems.push(...(await deleteRecord(business, asking, id, kind)));
      expect(problems).toEqual([]);
    });
  });
});

function idsIn(folder: string): readonly string[] {
  return readdirSync(join(folder, "entities")).map((file) => file.replace(".json", ""));
}

function storedFields(business: Business, id: string): readonly Field[] {
  return business.server.holder.current.entities.get(id)?.fields ?? [];
}

function entityOf(business: Business, id: string): Entity {
  const found = business.config.entities.get(id);
  if (found === undefined) throw new Error(`There is no entity ${id}.`);
  return found;
}

const recordAddress = (business: Business, id: string, record: string) =>
  `/api${entityOf(business, id).endpoints.record.replace("{id}", record)}`;
const listAddress = (business: Business, id: string) => `/api${entityOf(business, id).endpoints.list}`;

const NOWHERE = "ffffffffffffffffffffffff";

function addressOf({ pattern }: Route): string {
  return `/api${pattern.replace(/\{\w+\}/g, NOWHERE)}`;
}

/** Nothing that could be stored: whoever gets past the door is told so. */
function bodyFor({ method, jsonLimit }: Route): unknown {
  return jsonLimit === undefined || method === "GET"
    ? undefined
    : method === "DELETE"
      ? {}
      : { nothing: true };
}

/** 403 is also what a protected record answers, and a closed registration. */
function isClosed({ pattern }: Route, { status, body }: CallAnswer): boolean {
  return (
    status === 403 && (body as { errorCode?: string }).errorCode === "FORBIDDEN" && !pattern.includes("login")
  );
}

async function stored(business: Business): Promise<unknown> {
  return Promise.all(business.entities.map(({ id }) => business.rows(id)));
}

/** A record of the person's own part and one outside it; the same kind twice where there are no parts. */
async function pair(business: Business, id: string, asking: Asking, system: { isProtected?: boolean } = {}) {
  const rights = rightsFrom(business.config, id, asking);
  const { accounts } = business.config.app;
  if (id === accounts.entity && rights.filledIn.size > 0) {
    const [own] = (await business.rows(id)).filter(({ _id }) => _id === asking.account._id);
    if (own === undefined) throw new Error("The person has no account.");
    return { own, other: await business.insert(id, { ...free(business, id), ...system }) };
  }
  const own = await business.insert(id, {
    ...free(business, id),
    ...Object.fromEntries(rights.filledIn),
    ...system,
  });
  return { own, other: await business.insert(id, { ...free(business, id), ...system }) };
}

/** Of accounts: a role that everybody who manages accounts may manage. */
function free({ config, source }: Business, id: string): { [field: string]: Json } {
  const { accounts } = config.app;
  if (id !== accounts.entity) return {};
  // The matrix changes it to the second.
  const [least = ""] = config.entities.get(id)?.source.schema.properties[accounts.role]?.enum ?? [];
  return { [accounts.role]: least, [accounts.username]: `user-${source.next()}` };
}

async function expectReading(business: Business, asking: Asking, id: string, some: readonly StoredRecord[]) {
  const { config } = business;
  const rights = rightsFrom(config, id, asking);
  const shown = readThroughReferences(config, id, asking);
  const { accounts } = config.app;
  const isHidden = (record: StoredRecord) =>
    id === accounts.entity &&
    config.app.roles[String(record[accounts.role])]?.hidden === true &&
    config.app.roles[asking.role]?.hidden !== true;
  const mayRead = rights.mayView || shown.size > 0;
  const fields = entityOf(business, id).fields.filter(
    ({ schema }) => schema.writeOnly !== true && schema.formOnly !== true,
  );
  const seen = fields.filter(({ name }) => (rights.mayView ? rights.views(name) : shown.has(name)));
  const names = (more: readonly string[]) => [...seen.map(({ name }) => name), ...more].sort();
  const system = rights.mayView ? ["_id", "createdAt", "updatedAt", "updatedBy", "isProtected"] : ["_id"];
  const computed =
    id === accounts.entity && rights.mayView && rights.views(accounts.role) ? ["permissions"] : [];
  for (const record of some) {
    const answer = await business.call(asking, "GET", recordAddress(business, id, record._id));
    const status = !mayRead ? 403 : rights.sees(record) && !isHidden(record) ? 200 : 404;
    expect([asking.role, id, answer.status]).toEqual([asking.role, id, status]);
    if (status === 200) expect(Object.keys(answer.record).sort()).toEqual(names([...system, ...computed]));
  }
  const list = await business.call(asking, "GET", `${listAddress(business, id)}?limit=100`);
  expect([asking.role, id, list.status]).toEqual([asking.role, id, mayRead ? 200 : 403]);
  if (!mayRead) return;
  const all = (await business.rows(id)).filter((record) => rights.sees(record) && !isHidden(record));
  expect([asking.role, id, list.total]).toEqual([asking.role, id, all.length]);
  const rows = list.rows(entityOf(business, id).listKey);
  expect(rows.length).toBe(Math.min(100, all.length));
  const ids = new Set(all.map(({ _id }) => _id));
  const listed = seen.filter(
    ({ schema, items }) => schema.format !== "html" && items?.schema.format !== "html",
  );
  for (const row of rows) {
    expect(ids.has(row._id)).toBe(true);
    expect(Object.keys(row).sort()).toEqual(
      [...listed.map(({ name }) => name), ...system, ...computed].sort(),
    );
    expectReferred(business, asking, id, row);
  }
}

/** What a list answers of a record that it refers to is what the person reads of it. */
function expectReferred({ config }: Business, asking: Asking, id: string, row: StoredRecord): void {
  for (const { name, reference } of config.entities.get(id)?.fields ?? []) {
    const value = row[name];
    if (reference === undefined || typeof value !== "object" || value === null || Array.isArray(value))
      continue;
    const rights = rightsFrom(config, reference.entity, asking);
    const shown = readThroughReferences(config, reference.entity, asking);
    for (const key of Object.keys(value))
      if (key !== "_id")
        expect([asking.role, id, name, key, rights.views(key) || shown.has(key)]).toContain(true);
  }
}

/** Whether the person sees what a path of a list leads to. */
function maySee({ config }: Business, asking: Asking, id: string, path: string): boolean {
  const rights = rightsFrom(config, id, asking);
  const shown = readThroughReferences(config, id, asking);
  const [top = "", next] = path.split(".");
  const field = config.entities.get(id)?.fields.find(({ name }) => name === top);
  if (field === undefined) return rights.mayView;
  if (!rights.mayView) return next === undefined && shown.has(top);
  if (!rights.views(top)) return false;
  if (field.reference === undefined || next === undefined) return true;
  const { entity } = field.reference;
  return (
    rightsFrom(config, entity, asking).views(next) || readThroughReferences(config, entity, asking).has(next)
  );
}

/** Whether a part of the records that a path leads to is kept from the person: their order would tell of it. */
function isKeptFrom({ config }: Business, asking: Asking, id: string, path: string): boolean {
  const [top, next] = path.split(".");
  const reference = config.entities.get(id)?.fields.find(({ name }) => name === top)?.reference;
  return (
    next !== undefined &&
    reference !== undefined &&
    rightsFrom(config, reference.entity, asking).filledIn.size > 0
  );
}

async function expectAsking(business: Business, asking: Asking, id: string): Promise<void> {
  const { list } = entityOf(business, id);
  const address = listAddress(business, id);
  const rights = rightsFrom(business.config, id, asking);
  const mayRead = rights.mayView || readThroughReferences(business.config, id, asking).size > 0;
  const status = (may: boolean) => (!mayRead ? 403 : may ? 200 : 400);
  const everyField = storedFields(business, id).map(({ name }) => name);
  const sortable = new Set(list.columns.filter((column) => column.sortable).map(({ field }) => field));
  for (const field of new Set([...sortable, ...everyField, "updatedAt", "createdAt"])) {
    const answer = await business.call(asking, "GET", `${address}?sortField=${field}&sortOrder=asc`);
    const may =
      sortable.has(field) && maySee(business, asking, id, field) && !isKeptFrom(business, asking, id, field);
    expect([asking.role, id, "sort", field, answer.status]).toEqual([
      asking.role,
      id,
      "sort",
      field,
      status(may),
    ]);
  }
  const answer = await business.call(asking, "GET", `${address}?nameQuery=canary`);
  const maySearch = list.search?.fields.some(({ field }) => maySee(business, asking, id, field)) === true;
  expect([asking.role, id, "search", answer.status]).toEqual([asking.role, id, "search", status(maySearch)]);
  const declared = new Set(list.filters.map(({ field }) => field));
  // What inverse lists ask for is taken as the declared filters are.
  const lists = business.entities.flatMap(({ source }) => source.referredBy ?? []);
  for (const list of lists) if (list.entity === id) declared.add(list.field);
  for (const field of new Set([...everyField, ...declared])) {
    const filtered = await business.call(asking, "GET", `${address}?filter[${field}][empty]=false`);
    const may = declared.has(field) && maySee(business, asking, id, field);
    expect([asking.role, id, "filter", field, filtered.status]).toEqual([
      asking.role,
      id,
      "filter",
      field,
      status(may),
    ]);
  }
}

async function expectView(business: Business, asking: Asking): Promise<void> {
  const { body, text } = await business.call(asking, "GET", "/api/config");
  const { entities } = body as {
    entities: {
      access: string;
      id?: string;
      entity?: Entity;
      validator?: { url: string };
      rights?: object;
    }[];
  };
  for (const id of business.entities.map((one) => one.id)) {
    const rights = rightsFrom(business.config, id, asking);
    const view = entities.find((one) => (one.entity?.id ?? one.id) === id);
    const shown = readThroughReferences(business.config, id, asking);
    const access = rights.mayView ? "full" : shown.size > 0 ? "reference" : "none";
    expect([asking.role, id, view?.access]).toEqual([asking.role, id, access]);
    if (view?.entity === undefined) continue;
    const unseen = entityOf(business, id).fields.filter(({ name }) => !rights.views(name));
    const validator = await business.call(asking, "GET", view.validator?.url ?? "");
    expect(validator.status).toBe(200);
    for (const { name, label } of unseen) {
      for (const told of [JSON.stringify(view.entity), validator.text]) {
        expect([asking.role, id, name, told.includes(`"${name}"`)]).toEqual([asking.role, id, name, false]);
        expect([asking.role, id, label, told.includes(`"${label}"`)]).toEqual([
          asking.role,
          id,
          label,
          false,
        ]);
      }
    }
    expect(view.rights).toMatchObject({
      create: rights.mayCreate,
      edit: rights.mayEdit,
      delete: rights.mayDelete,
    });
    expect(text).not.toContain('"rights":{"view"');
    expect(text).not.toContain('"unless"');
  }
}

interface FieldChange {
  readonly business: Business;
  readonly asking: Asking;
  readonly id: string;
  readonly field: Field;
  readonly kind: "own" | "other" | "protected";
  /** What whoever may do most is answered to the same change. */
  readonly allowed: { readonly status: number; readonly isChanged: boolean };
}

async function recordFor(business: Business, asking: Asking, id: string, kind: FieldChange["kind"]) {
  const { own, other } = await pair(business, id, asking, kind === "protected" ? { isProtected: true } : {});
  return kind === "other" ? other : own;
}

/** One `PUT` of one field: what is wrong about the answer, or about what is stored then. */
async function changeField(change: FieldChange): Promise<string[]> {
  const { business, asking, id, field, kind, allowed } = change;
  const { config } = business;
  const rights = rightsFrom(config, id, asking);
  const record = await recordFor(business, asking, id, kind);
  const before = await business.rows(id);
  const sent = { [field.name]: makeValue(field, 1, business.source) };
  const answer = await business.call(asking, "PUT", recordAddress(business, id, record._id), sent);
  const after = await business.rows(id);
  const what = `${asking.role} changes ${field.name} of ${kind} ${id}`;
  const expected = expectedChange(change, rights, record, sent[field.name] ?? null);
  const problems: string[] = [];
  if (!expected.includes(answer.status))
    problems.push(`${what}: ${answer.status}, not ${expected.join(" or ")}`);
  if (answer.status === 403 && isFieldRefusal(rights, field, record, kind, business, asking, id)) {
    const path = (answer.body as { errors?: { path: string }[] }).errors?.[0]?.path;
    if (path !== `/${field.name}`) problems.push(`${what}: refused at ${path}`);
  }
  await forget(business, id, record._id);
  const changed = changedFields(before, after, record._id);
  if (changed.others) problems.push(`${what}: other records changed`);
  const isStored = answer.status === 200 && rights.edits(field.name) && allowed.isChanged;
  const may = new Set(
    isStored
      ? [...FOLLOWING, field.name, ...(TOGETHER[field.name] ?? [])]
      : answer.status === 200
        ? FOLLOWING
        : [],
  );
  const wrong = changed.fields.filter((name) => !may.has(name));
  if (wrong.length > 0) problems.push(`${what}: ${wrong.join()} changed`);
  if (isStored && !changed.fields.includes(field.name)) problems.push(`${what}: it was not stored`);
  if (answer.status === 200) problems.push(...shownTooMuch(answer, rights, what, business, id));
  return problems;
}

const FOLLOWING = ["updatedAt", "updatedBy"];
/** What the config's conditions change with a field. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {};
/** Fields that the config's conditions keep as they are in the records of the matrix. */
const RULED: ReadonlySet<string> = new Set(["loans.returnedOn"]);

function isManaged({ config }: Business, asking: Asking, id: string, record: StoredRecord): boolean {
  const { accounts } = config.app;
  return id !== accounts.entity || mayManageRole(config.app, asking, record[accounts.role]);
}

function isFieldRefusal(
  rights: PersonRights,
  field: Field,
  record: StoredRecord,
  kind: string,
  business: Business,
  asking: Asking,
  id: string,
): boolean {
  return (
    kind !== "protected" &&
    rights.mayEdit &&
    rights.reaches("edit", record) &&
    rights.views(field.name) &&
    !rights.edits(field.name) &&
    isManaged(business, asking, id, record)
  );
}

function expectedChange(
  { business, asking, id, field, kind, allowed }: FieldChange,
  rights: PersonRights,
  record: StoredRecord,
  value: Json,
): readonly number[] {
  const { config } = business;
  const { accounts } = config.app;
  if (!rights.mayAsk("edit")) return [403];
  if (!rights.sees(record)) return [404];
  if (record.isProtected || kind === "protected") {
    if (record.isProtected) return [403];
  }
  if (!rights.mayEdit || !rights.reaches("edit", record)) return [403];
  const isManager = isManaged(business, asking, id, record);
  if (!rights.views(field.name)) return [isManager ? 200 : 403];
  if (!rights.edits(field.name)) return [403];
  const mayGive =
    field.name !== accounts.role || id !== accounts.entity || mayManageRole(config.app, asking, value);
  const isOwn = id === accounts.entity && record._id === asking.account._id;
  if (!isManager || !mayGive) return allowed.status === 200 ? [403] : [allowed.status, 403];
  // The last one with a right keeps it.
  return isOwn ? [allowed.status, 409, 403] : [allowed.status];
}

/** So that the store stays small, which is read whole at each step. */
async function forget({ server, config }: Business, id: string, record: string): Promise<void> {
  if (id !== config.app.accounts.entity)
    await server.store.write((transaction) => transaction.delete(id, record));
}

function changedFields(before: readonly StoredRecord[], after: readonly StoredRecord[], id: string) {
  const was = new Map(before.map((record) => [record._id, record]));
  const differing = after.filter((record) => JSON.stringify(record) !== JSON.stringify(was.get(record._id)));
  const [now] = differing.filter((record) => record._id === id);
  const fields = now === undefined ? [] : Object.keys(now);
  return {
    others: before.length !== after.length || differing.some((record) => record._id !== id),
    fields: fields.filter((name) => JSON.stringify(now?.[name]) !== JSON.stringify(was.get(id)?.[name])),
  };
}

function shownTooMuch(
  answer: CallAnswer,
  rights: PersonRights,
  what: string,
  business: Business,
  id: string,
): string[] {
  const known = new Set(entityOf(business, id).fields.map(({ name }) => name));
  const shown = Object.keys(answer.record).filter((name) => known.has(name) && !rights.views(name));
  return shown.length === 0 ? [] : [`${what}: is answered ${shown.join()}`];
}

async function makeRecords(business: Business, asking: Asking, id: string): Promise<string[]> {
  const { config } = business;
  const rights = rightsFrom(config, id, asking);
  const { accounts } = config.app;
  const problems: string[] = [];
  const fields = storedFields(business, id);
  const full = () => {
    const values = { ...business.values(id), ...free(business, id) };
    return Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => rights.creates(name) || (id === accounts.entity && !rights.mayCreate),
      ),
    );
  };
  if (!rights.mayCreate) {
    // Accounts are then registered, by anybody.
    if (id === accounts.entity) return [];
    const before = await business.rows(id);
    const answer = await business.call(asking, "POST", listAddress(business, id), business.values(id));
    if (answer.status !== 403) problems.push(`${asking.role} makes ${id}: ${answer.status}`);
    if (JSON.stringify(before) !== JSON.stringify(await business.rows(id))) problems.push(`${id}: stored`);
    return problems;
  }
  const made = await business.call(asking, "POST", listAddress(business, id), full());
  if (made.status !== 201) return [`${asking.role} makes ${id}: ${made.text}`];
  problems.push(...shownTooMuch(made, rights, `${asking.role} makes ${id}`, business, id));
  const [kept] = (await business.rows(id)).filter(({ _id }) => _id === made.record._id);
  if (kept === undefined) return [`${asking.role} makes ${id}: nothing stored`];
  for (const [name, value] of rights.filledIn)
    if (kept[name] !== value) problems.push(`${asking.role} makes ${id}: ${name} is ${String(kept[name])}`);
  for (const field of fields.filter(({ name }) => !rights.creates(name))) {
    const before = await business.rows(id);
    const sent = { ...full(), [field.name]: makeValue(field, 1, business.source) };
    const answer = await business.call(asking, "POST", listAddress(business, id), sent);
    const status = rights.views(field.name) ? 403 : 201;
    const what = `${asking.role} makes ${id} with ${field.name}`;
    if (answer.status !== status) problems.push(`${what}: ${answer.status} ${answer.text}`);
    if (status === 403 && JSON.stringify(before) !== JSON.stringify(await business.rows(id)))
      problems.push(`${what}: stored`);
    if (answer.status === 201) {
      const [record] = (await business.rows(id)).filter(({ _id }) => _id === answer.record._id);
      if (JSON.stringify(record?.[field.name]) !== JSON.stringify(kept[field.name]))
        problems.push(`${what}: stored it`);
    }
  }
  return problems;
}

async function deleteRecord(
  business: Business,
  asking: Asking,
  id: string,
  kind: FieldChange["kind"],
): Promise<string[]> {
  const rights = rightsFrom(business.config, id, asking);
  const record = await recordFor(business, asking, id, kind);
  const isOwnAccount = record._id === asking.account._id;
  const before = await business.rows(id);
  const answer = await business.call(asking, "DELETE", recordAddress(business, id, record._id));
  const after = await business.rows(id);
  const may = rights.mayDelete && rights.reaches("delete", record) && !record.isProtected;
  const isAllowed = may && !isOwnAccount && isManaged(business, asking, id, record);
  const status = isAllowed ? 200 : rights.mayAsk("delete") && !rights.sees(record) ? 404 : 403;
  const left = before.filter(({ _id }) => !isAllowed || _id !== record._id);
  const what = `${asking.role} deletes ${kind} ${id}`;
  return [
    ...(answer.status === status ? [] : [`${what}: ${answer.status}, not ${status}`]),
    ...(JSON.stringify(after) === JSON.stringify(left) ? [] : [`${what}: the store is not as it should be`]),
  ];
}
