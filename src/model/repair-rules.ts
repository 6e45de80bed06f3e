import type { EntityConfig } from "./entity-config.ts";
import { ownValue } from "./json-value.ts";
import { ENTITY_FIELDS } from "./placed-field.ts";
import { below } from "./pointer.ts";
import type { RepairRules } from "./repair-shape.ts";

/** Stands for what is missing or wrong in an entity, where no other part is judged by it. */
export const EMPTY_ENTITY: Omit<EntityConfig, "schema"> & { readonly schema: { readonly type: "object" } } = {
  label: "",
  language: "",
  permission: "",
  endpoints: { list: "/", record: "/{id}" },
  listKey: "",
  labelField: "",
  menu: { label: "", create: "", list: "" },
  schema: { type: "object" },
  form: { title: { create: "", edit: "" } },
  list: { title: "", columns: [{ field: "_id" }], deleteConfirm: "" },
};

export const ENTITY_REPAIR: RepairRules = {
  standIn: (segments) =>
    hasPlace(EMPTY_ENTITY, segments) ? segments.reduce<unknown>(ownValue, EMPTY_ENTITY) : undefined,
  fieldsAt: ENTITY_FIELDS,
  isVital: ([first, second, third]) =>
    first === "schema" && (second === undefined || (second === "properties" && third === undefined)),
};

/** What the rest of `app.json` is not judged by. Everything else there is named by other parts and files. */
const APP: Readonly<Record<string, unknown>> = {
  title: "",
  dateLocale: "en",
  limits: {
    pageSize: 1,
    optionsPageSize: 1,
    loginTriesPerAccount: 1,
    loginTriesPerAddress: 1,
    imageBytes: 1,
    imagesPerUpload: 1,
    imageHours: 1,
    sessionHours: 1,
  },
};
const APP_KEYS = new Set([
  "language",
  "format",
  "permissions",
  "roles",
  "accounts",
  "registration",
  "menu",
  "config",
]);
const REGISTRATION_FIELDS = "/registration/schema/properties";

export const APP_REPAIR: RepairRules = {
  standIn: (segments) => (hasPlace(APP, segments) ? segments.reduce<unknown>(ownValue, APP) : undefined),
  fieldsAt: REGISTRATION_FIELDS,
  isVital: (segments) =>
    APP_KEYS.has(segments[0] ?? "") && !below("", ...segments).startsWith(`${REGISTRATION_FIELDS}/`),
};

/** A sentence that is no text is still there. */
export const MESSAGES_REPAIR: RepairRules = {
  standIn: (segments) => (segments.length === 2 ? "" : undefined),
  isVital: (segments) => segments.length < 2,
};

/** Whether the stand-in has something there; lists have no places of their own. */
function hasPlace(standIn: unknown, segments: readonly string[]): boolean {
  return (
    !segments.some((segment) => /^\d+$/.test(segment)) &&
    segments.reduce<unknown>(ownValue, standIn) !== undefined
  );
}

/** A manifest whose name, kind or values are wrong is no plugin. */
export const MANIFEST_REPAIR: RepairRules = {
  standIn: ([key, ...rest]) => (key === "description" && rest.length === 0 ? "" : undefined),
  isVital: ([key = ""]) => ["name", "kind", "api", "values"].includes(key),
};
