import { expect, it, vi } from "vitest";
import type { Entity } from "../../../src/model/entity.ts";
import type { StoredRecord } from "../../../src/model/record.ts";
import type { Asking, Business } from "./business.ts";
import { describeMatrix, entityOf, idsOf, listAddress, pair, recordAddress, storedFields } from "./matrix.ts";
import { readThroughReferences, rightsFrom } from "./oracle.ts";

// It inserts two records for each role and entity, each safe on the disk before the next.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The matrix of rights, of reading: every role × every entity, its own records and others, field by field. What should be is
 * worked out by `oracle.ts`, from the texts of the config alone. The bytes of images are in `images/image-rights.test.ts`.
 */
describeMatrix(({ business, people }) => {
  it("answers each role its fields and its records alone, in lists, one by one, and counted", async () => {
    for (const asking of people.values())
      for (const id of idsOf(business())) {
        const { own, other } = await pair(business(), id, asking);
        await expectReading(business(), asking, id, [own, other]);
      }
  });

  it("sorts, searches and filters by what the role sees, and refuses the rest", async () => {
    for (const asking of people.values())
      for (const id of idsOf(business())) await expectAsking(business(), asking, id);
  });

  it("shows no role's browser a field that it may not see", async () => {
    for (const asking of people.values()) await expectView(business(), asking);
  });
});

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
  const system = rights.mayView
    ? ["_id", "createdAt", "updatedAt", "updatedBy", "updatedById", "isProtected"]
    : ["_id"];
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

/** Whether some of the records that a path leads to are kept from the person: their order would tell of it. */
function isKeptFrom({ config }: Business, asking: Asking, id: string, path: string): boolean {
  const [top, next] = path.split(".");
  const reference = config.entities.get(id)?.fields.find(({ name }) => name === top)?.reference;
  return next !== undefined && reference !== undefined && rightsFrom(config, reference.entity, asking).isKept;
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
