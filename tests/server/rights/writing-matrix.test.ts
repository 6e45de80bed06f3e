import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Field } from "../../../src/model/entity.ts";
import type { Json, StoredRecord } from "../../../src/model/record.ts";
import type { CallAnswer } from "../call-answer.ts";
import type { Asking, Business } from "./business.ts";
import { makeValue } from "./field-values.ts";
import {
  describeMatrix,
  entityOf,
  free,
  idsOf,
  listAddress,
  pair,
  recordAddress,
  storedFields,
} from "./matrix.ts";
import { mayManageRole, type PersonRights, rightsFrom } from "./oracle.ts";

// A test makes hundreds of writes, each safe on the disk before its answer.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The matrix of rights, of writing: every role × every field × own, other and protected record, on the answer and on the
 * store after it. A field of which it cannot make two values fails. What should be is worked out by `oracle.ts`, from the
 * texts of the config alone.
 */
describeMatrix(({ folder, mostRights, business: opened, people }) => {
  it.each(idsIn(folder))("stores of each field of %s what the role may change, of any record", async (id) => {
    const business = opened();
    const first = people.get(mostRights);
    if (first === undefined) throw new Error(`There is no role ${mostRights}.`);
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
  });

  it("lets each role make records with what it may fill in", async () => {
    const business = opened();
    const problems: string[] = [];
    for (const asking of people.values())
      for (const id of idsOf(business)) problems.push(...(await makeRecords(business, asking, id)));
    expect(problems).toEqual([]);
  });

  it("lets each role delete what it may", async () => {
    const business = opened();
    const problems: string[] = [];
    for (const asking of people.values())
      for (const id of idsOf(business))
        for (const kind of ["own", "other", "protected"] as const)
          problems.push(...(await deleteRecord(business, asking, id, kind)));
    expect(problems).toEqual([]);
  });
});

function idsIn(folder: string): readonly string[] {
  return readdirSync(join(folder, "entities")).map((file) => file.replace(".json", ""));
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
  problems.push(...wrongWords(answer, what, business, id, refusalKey("edit", rights, record)));
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

/** The message of a refusal for want of the right; undefined where it is not that for which it is refused. */
function refusalKey(right: "edit" | "delete", rights: PersonRights, record: StoredRecord) {
  const may = right === "edit" ? rights.mayEdit : rights.mayDelete;
  if (!rights.mayAsk(right)) return "server.forbidden";
  if (!rights.sees(record) || record.isProtected) return undefined;
  if (!may) return "server.forbidden";
  return rights.reaches(right, record) ? undefined : "server.recordRight";
}

/** Who may not do it with any record is told so, and who may not do it with this one is told that. */
function wrongWords(
  { status, body }: CallAnswer,
  what: string,
  { config }: Business,
  id: string,
  key: string | undefined,
): string[] {
  const entity = config.entities.get(id);
  if (key === undefined || entity === undefined) return [];
  const { message } = body as { message?: string };
  const expected = entity.messages[key] ?? config.messages[entity.language]?.[key];
  return status === 403 && message === expected
    ? []
    : [`${what}: ${status} with "${message}", not 403 with "${expected}"`];
}

const FOLLOWING = ["updatedAt", "updatedBy", "updatedById", "_version"];
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
  // It would leave the person's part.
  if (!rights.reaches("edit", { ...record, [field.name]: value })) return [403];
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
    problems.push(...wrongWords(answer, `${asking.role} makes ${id}`, business, id, "server.forbidden"));
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
    ...wrongWords(answer, what, business, id, refusalKey("delete", rights, record)),
    ...(JSON.stringify(after) === JSON.stringify(left) ? [] : [`${what}: the store is not as it should be`]),
  ];
}
