import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import { makeFields } from "../../compiler/resolve/make-fields.ts";
import { type ListFilter, OPS_OF_KIND } from "../../model/list/list-filter.ts";
import { MAX_LIMIT } from "../../model/list/list-view.ts";
import { isWithin, splitPath } from "../../record/path.ts";
import { isFieldOpen } from "../../record/rights.ts";
import { EXPAND } from "../../wire/expand-query.ts";
import { IDEMPOTENCY_HEADER, MAX_KEY_LENGTH } from "../../wire/idempotency-key.ts";
import type { Account } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { EntityRuntime, Expansion } from "../records/entity-runtime.ts";
import { ownViews, type SeenPaths } from "../records/list-views.ts";
import { allFilters } from "../records/referring/inverse-filters.ts";
import { type EntityRights, maySortBy, mayUse, rightsOf } from "../records/rights/entity-rights.ts";
import { shownFields } from "../records/table-shape.ts";
import { inQuery, type Operation, type Parameter } from "./operation.ts";
import {
  answeredProperties,
  type ReferenceSchema,
  requiredNames,
  SYSTEM_PROPERTIES,
  sentProperties,
} from "./record-schemas.ts";
import { arrayOf, exactObject, nullable, shared, VALUE } from "./schema-parts.ts";

/** An operation on records, as the account may do it; undefined where it may not. */
export function entityOperation(
  target: EntityRuntime,
  account: Account,
  { method, pattern }: Route,
): Operation | undefined {
  const rights = rightsOf(account, target);
  const { may, access } = rights;
  const isAccounts = target.entity.id === target.config.app.accounts.entity;
  const id = target.entity.id;
  const record = { schema: shared(recordName(id)) };
  if (method === "GET") {
    if (access === "none") return undefined;
    if (pattern === target.entity.endpoints.list)
      return {
        parameters: listParameters(target, account, rights),
        answers: { 200: { schema: shared(`${id}-list`) } },
      };
    const read = expandsTitle(target, rights)
      ? { schema: { anyOf: [record.schema, shared(namedName(id))] } }
      : record;
    return {
      parameters: expandsTitle(target, rights) ? [EXPANDED] : [],
      answers: { 200: access === "full" ? { ...read, hasTag: true } : read },
      refusals: ["NOT_FOUND"],
    };
  }
  if (method === "POST" && !may.create) return isAccounts ? registration(target) : undefined;
  if (method === "POST") {
    return {
      parameters: [KEY],
      body: sentRecord(target, rights.creates, true),
      answers: { 200: { ...record, hasTag: true }, 201: { ...record, hasTag: true } },
      refusals: ["DUPLICATE", "NOT_FOUND"],
    };
  }
  if (method === "PUT" && may.edit) {
    return {
      parameters: [IF_MATCH],
      body: sentRecord(target, rights.edits, false),
      answers: { 200: { ...record, hasTag: true } },
      refusals: ["NOT_FOUND", "PROTECTED", "DUPLICATE", "STALE", ...(isAccounts ? LAST_ADMIN : [])],
    };
  }
  if (method === "DELETE" && may.delete) {
    return {
      parameters: [IF_MATCH],
      body: exactVersion,
      answers: { 200: { schema: shared("Message") } },
      refusals: ["NOT_FOUND", "PROTECTED", "STALE", "REFERRED_TO", ...(isAccounts ? LAST_ADMIN : [])],
    };
  }
  return undefined;
}

const EXPANDED: Parameter = inQuery(
  EXPAND.name,
  { type: "string", enum: ["", EXPAND.title] },
  "Answers the references that the record's title leads through as lists do.",
);

/** Whether the account sees a reference that the title of the records leads through. */
function expandsTitle({ titleExpansions }: EntityRuntime, { views }: EntityRights): boolean {
  return titleExpansions.some(({ path }) => views.has(splitPath(path)[0] ?? ""));
}

const LAST_ADMIN = ["LAST_ADMIN"] as const;

const KEY: Parameter = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  description: "The same for each attempt: where one before has created the record, it is answered with 200.",
  schema: { type: "string", maxLength: MAX_KEY_LENGTH },
};

const IF_MATCH: Parameter = {
  name: "if-match",
  in: "header",
  description:
    "The ETag of the record as it was read. Then only what was changed is sent, and changes of others stay.",
  schema: VALUE.text,
};

const updatedAt: JsonSchema = {
  ...nullable(VALUE.moment),
  description:
    "Of the record as it was read: if it has changed since, it is not overwritten. Absent: not compared.",
};
const exactVersion: JsonSchema = { type: "object", properties: { updatedAt } };

const recordName = (id: string) => `${id}-record`;
const namedName = (id: string) => `${id}-named`;

/** The schemas of an entity's records that the operations above refer to; none where the account reads none. */
export function entitySchemas(target: EntityRuntime, account: Account): Readonly<Record<string, JsonSchema>> {
  const rights = rightsOf(account, target);
  const { access } = rights;
  if (access === "none") return {};
  const { entity, titleExpansions, entities } = target;
  const expansions = access === "full" ? target.expansions : titleExpansions;
  const expandedBy =
    (some: readonly Expansion[]): ReferenceSchema =>
    (reference) => {
      const referred = entities.get(reference.entity);
      const expanded = some.find((one) => one.reference === reference);
      if (expanded === undefined || referred === undefined) return undefined;
      const { views } = rightsOf(account, referred);
      const names = shownFields(reference, referred.listedFields).filter((name) => views.has(name));
      const fields = referred.listedFields.filter(({ name }) => names.includes(name));
      const further = some.flatMap((one) =>
        one.path !== expanded.path && isWithin(one.path, expanded.path)
          ? [{ ...one, path: one.path.slice(expanded.path.length + 1) }]
          : [],
      );
      return exactObject({ _id: VALUE.text, ...answeredProperties(fields, expandedBy(further)) });
    };
  const listed = answeredRecordSchema(target, rights, target.listedFields, expandedBy(expansions));
  const counted = { totalIsMore: { const: true }, isPartial: { const: true } };
  return {
    [recordName(entity.id)]: answeredRecordSchema(target, rights),
    ...(expandsTitle(target, rights)
      ? {
          [namedName(entity.id)]: answeredRecordSchema(
            target,
            rights,
            target.fields,
            expandedBy(titleExpansions),
          ),
        }
      : {}),
    [`${entity.id}-list`]: exactObject(
      { [entity.listKey]: arrayOf(listed), total: { type: "integer" } },
      counted,
    ),
  };
}

/** @param answered the fields that the answer has: those of a list leave out formatted texts */
function answeredRecordSchema(
  target: EntityRuntime,
  { access, views }: Pick<EntityRights, "access" | "views">,
  answered = target.fields,
  expanded?: ReferenceSchema,
): JsonSchema {
  const { fields, config, entity } = target;
  const seen = answered.filter(({ name }) => views.has(name));
  const values = answeredProperties(seen, expanded);
  if (access !== "full") {
    const unlisted = fields.filter(({ name }) => views.has(name) && !Object.hasOwn(values, name));
    const empty = Object.fromEntries(unlisted.map(({ name }) => [name, { type: "null" }]));
    return exactObject({ _id: VALUE.text, ...values, ...empty });
  }
  const { accounts } = config.app;
  const permissions = entity.id === accounts.entity && views.has(accounts.role);
  return {
    title: entity.label,
    ...exactObject({
      ...SYSTEM_PROPERTIES,
      ...values,
      ...(permissions ? { permissions: arrayOf(VALUE.text) } : {}),
    }),
  };
}

function sentRecord({ fields }: EntityRuntime, open: ReadonlySet<string>, isNew: boolean): JsonSchema {
  const sent = fields.filter(({ name }) => open.has(name));
  const required = isNew ? requiredNames(sent) : [];
  return {
    type: "object",
    description: isNew
      ? "Other keys are dropped."
      : "A field that is absent keeps its value. System fields and unknown keys are dropped.",
    properties: { ...sentProperties(sent), ...(isNew ? {} : { updatedAt }) },
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Whoever may make no accounts registers one. */
function registration(target: EntityRuntime): Operation | undefined {
  const { config, guarded } = target;
  if (!config.app.registration.open) return undefined;
  const { properties, required = [] } = config.app.registration.schema;
  const fields = makeFields(properties, required);
  const open = guarded.fieldNames.filter((name) => isFieldOpen(guarded.rights, name, []));
  return {
    body: { type: "object", properties: sentProperties(fields), required: [...requiredNames(fields)] },
    answers: {
      201: { schema: answeredRecordSchema(target, { access: "full", views: new Set(open) }) },
    },
    refusals: ["DUPLICATE", "FORBIDDEN", "TOO_MANY_TRIES"],
  };
}

function listParameters(target: EntityRuntime, account: Account, rights: EntityRights): readonly Parameter[] {
  const { config, entity } = target;
  const seen: SeenPaths = {
    mayName: (path) => mayUse(account, target, rights, path),
    maySort: (path) => maySortBy(account, target, rights, path),
  };
  const { search, columns } = entity.list;
  const sorted = columns.filter(({ field, sortable }) => sortable && seen.maySort(field));
  const views = rights.access === "full" ? ownViews(entity, account, seen) : [];
  const oneOf = (names: readonly string[]) => ({ type: "string", enum: ["", ...names] });
  return [
    inQuery("page", { type: "integer", minimum: 1, default: 1 }),
    inQuery("limit", {
      type: "integer",
      minimum: 1,
      maximum: MAX_LIMIT,
      default: config.app.limits.pageSize,
    }),
    ...(search?.fields.some(({ field }) => seen.mayName(field)) === true
      ? [inQuery("nameQuery", VALUE.text, "A part of a text, in any case. It is no pattern.")]
      : []),
    ...(sorted.length === 0
      ? []
      : [
          inQuery("sortField", oneOf(sorted.map(({ field }) => field))),
          inQuery("sortOrder", oneOf(["asc", "desc"])),
        ]),
    ...(views.length === 0 ? [] : [inQuery("view", oneOf(views.map(({ id }) => id)))]),
    ...allFilters(config, entity)
      .filter(({ field }) => seen.mayName(field))
      .flatMap(filterParameters),
  ];
}

function filterParameters({ field, kind, values = [] }: ListFilter): readonly Parameter[] {
  const value: JsonSchema =
    kind === "boolean"
      ? { type: "boolean" }
      : kind === "number"
        ? { type: "number" }
        : kind === "choice"
          ? { enum: values.map((one) => one.value) }
          : kind === "date"
            ? { type: "string", description: "A day, or one counted from today: today-7." }
            : VALUE.text;
  return OPS_OF_KIND[kind].map((op) =>
    inQuery(
      op === "eq" ? `filter[${field}]` : `filter[${field}][${op}]`,
      op === "empty" ? { type: "boolean" } : op === "in" ? arrayOf(value) : value,
    ),
  );
}
