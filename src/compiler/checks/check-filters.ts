import type { EntityConfig } from "../../model/entity-config.ts";
import type { Filter, FilterCondition } from "../../model/filter.ts";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import {
  isLongText,
  type ListFilterKind,
  MAX_TEXT_LENGTH,
  OPS_OF_KIND,
} from "../../model/list/list-filter.ts";
import type { Fault } from "../../model/problem.ts";
import { below } from "../../record/path.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { isNeverEmpty } from "../resolve/emptiness.ts";
import { type FilterableField, filterableField } from "../resolve/filterable.ts";
import { localTextFault } from "../resolve/local-text.ts";
import type { Check } from "../written-config.ts";

/** The filters of a list name fields by which records can be told apart. */
export const checkFilters: Check = (config) => {
  for (const { report, value: entity } of config.entities.values()) {
    const seen = new Set<string>();
    entity.list.filters?.forEach((written, index) => {
      const place = below("/list/filters", index);
      const { field, label } = typeof written === "string" ? { field: written, label: undefined } : written;
      const at = typeof written === "string" ? place : below(place, "field");
      if (seen.has(field)) report(at, "FIELD_TWICE", `The list has a filter by "${field}" already.`);
      seen.add(field);
      const found = mustBeFilterable(config, entity, field, report, at);
      const unlabelled =
        label !== undefined
          ? localTextFault(label, entity.language)
          : found !== undefined && found.schema?.title === undefined
            ? noLabel(field)
            : undefined;
      if (unlabelled !== undefined)
        report(label === undefined ? place : below(place, "label"), "NO_LABEL", unlabelled);
    });
  }
};

const noLabel = (field: string): Fault => ({
  message: `The filter by "${field}" has no label: it is no field that has a title.`,
  hint: `Write { "field": "${field}", "label": "…" }.`,
});

/** What of a config filters are checked against. */
interface FilterScope {
  readonly app: { readonly value: { readonly accounts: { readonly entity: string } } } | undefined;
  readonly entities: ReadonlyMap<string, { readonly value: EntityConfig }>;
  readonly broken: ReadonlySet<object>;
}

/** Reports what is wrong about a filter of a config, which stands at a pointer; `mayAsk`: whether it may name the account that looks. */
export function checkFilter(
  config: FilterScope,
  entity: EntityConfig,
  filter: Filter,
  { report, at, mayAsk }: { readonly report: Report; readonly at: string; readonly mayAsk: boolean },
): void {
  const seen = new Set<string>();
  filter.forEach((condition, index) => {
    const { field, op } = condition;
    const place = below(at, index);
    const found = mustBeFilterable(config, entity, field, report, below(place, "field"));
    if (seen.has(`${op} ${field}`))
      report(place, "FIELD_TWICE", `There is a condition "${op}" on "${field}" already.`);
    seen.add(`${op} ${field}`);
    if (found === undefined) return;
    if (!OPS_OF_KIND[found.kind].includes(op)) {
      const message = `"${field}" cannot be asked for "${op}": it is ${KIND_WORDS[found.kind]}.`;
      const hint = isLongText(found.schema)
        ? `Write "empty", or give the field a "maxLength" of ${MAX_TEXT_LENGTH} or less.`
        : `Write one of ${quoted(OPS_OF_KIND[found.kind])}.`;
      const hints = nameHints(op, OPS_OF_KIND[found.kind]);
      report(below(place, "op"), "NOT_ALLOWED", { message, ...hints, hint });
      return;
    }
    if (op === "empty" && isNeverEmpty(entity.schema, field)) {
      const message = `"${field}" is never empty.`;
      const hint =
        found.kind === "boolean" ? 'Write "op": "eq", with true or false.' : "Remove this condition.";
      report(below(place, "op"), "NOT_ALLOWED", { message, hint });
      return;
    }
    checkValue(config, found, condition, { report, at: below(place, "value"), mayAsk });
  });
}

const KIND_WORDS: Readonly<Record<ListFilterKind, string>> = {
  choice: "a choice",
  boolean: "a yes/no",
  reference: "a reference",
  number: "a number",
  date: "a date",
  text: "a text",
  filled: "a value of which filters know only whether it is there",
};

/** The field that a filter, or `asker`, names; undefined where that is wrong and was reported. */
export function mustBeFilterable(
  config: FilterScope,
  entity: EntityConfig,
  field: string,
  report: Report,
  at: string,
  asker = "filter",
): FilterableField | undefined {
  const found = filterableField(config.broken, entity, field);
  switch (found.at) {
    case "field":
      return found;
    case "nothing": {
      const hints = nameHints(found.name, found.known);
      report(at, "UNKNOWN_FIELD", {
        message: `The ${asker} asks for "${field}", which is no field that lists have.`,
        ...hints,
      });
      return undefined;
    }
    case "inside": {
      const isOther = found.schema.reference !== undefined;
      const what = isOther ? "record referred to" : "value";
      const other = isOther ? ", or a field of this entity that says what you ask for" : "";
      report(at, "UNKNOWN_FIELD", {
        message: `The ${asker} asks for "${field}", but a ${asker} does not look into "${found.outer}".`,
        hint: `Name "${found.outer}" itself${other}: a ${asker} asks for the ${what} as a whole.`,
      });
      return undefined;
    }
    case "leftOut":
      report(at, "NOT_LISTED", `The ${asker} asks for "${field}", which lists are answered without.`);
      return undefined;
    case "unreadable":
      return undefined;
  }
}

interface Place {
  readonly report: Report;
  readonly at: string;
  readonly mayAsk: boolean;
}

function checkValue(
  config: FilterScope,
  found: FilterableField,
  { field, op, value }: FilterCondition,
  place: Place,
): void {
  const { report, at } = place;
  if (op === "empty") {
    if (typeof value !== "boolean")
      report(at, "WRONG_TYPE", { message: '"empty" goes with true or false.', expected: "true or false" });
    return;
  }
  if (typeof value === "object" && "account" in value) {
    checkAccountValue(config, found, field, value.account, place);
    return;
  }
  if (typeof value === "object" && "today" in value) {
    if (found.kind !== "date")
      report(at, "WRONG_TYPE", `"${field}" is compared with a day, but it is ${KIND_WORDS[found.kind]}.`);
    return;
  }
  if ((op === "in") !== (typeof value === "object")) {
    const message = op === "in" ? '"in" goes with a list of values.' : `"${op}" goes with one value.`;
    report(at, "WRONG_TYPE", message);
    return;
  }
  if (typeof value !== "object") {
    const wrong = wrongValue(found, field, value);
    if (wrong !== undefined) report(at, ...wrong);
    return;
  }
  value.forEach((one, index) => {
    const wrong = wrongValue(found, field, one);
    if (wrong !== undefined) report(below(at, index), ...wrong);
  });
}

const TYPES: Readonly<Record<ListFilterKind, "string" | "number" | "boolean" | "any">> = {
  choice: "any",
  boolean: "boolean",
  reference: "string",
  number: "number",
  date: "string",
  text: "string",
  filled: "any",
};

/** What to do with another value where a yes/no goes. */
export const TRUE_OR_FALSE = "Write true or false.";

type Wrong = readonly [code: "WRONG_TYPE" | "NOT_ALLOWED" | "BAD_VALUE", fault: Fault];

function wrongValue(
  { kind, isMoment, schema }: FilterableField,
  field: string,
  value: string | number | boolean,
): Wrong | undefined {
  const found = JSON.stringify(value);
  const type = TYPES[kind];
  if (type !== "any" && typeof value !== type) {
    const message = `"${field}" is ${KIND_WORDS[kind]}: it is never ${found}.`;
    return ["WRONG_TYPE", { message, found, ...(type === "boolean" ? { hint: TRUE_OR_FALSE } : {}) }];
  }
  if (kind === "choice" && schema?.enum?.some((one) => one === value) !== true) {
    const hints = nameHints(String(value), (schema?.enum ?? []).map(String));
    return ["NOT_ALLOWED", { message: `"${field}" has no choice ${found}.`, ...hints }];
  }
  const isTime =
    typeof value === "string" &&
    (FORMAT_CHECKS.date(value) || (isMoment && FORMAT_CHECKS["date-time"](value)));
  if (kind === "date" && !isTime)
    return [
      "BAD_VALUE",
      {
        message: `${found} is no day.`,
        found,
        expected: 'a day such as "2026-02-28", or { "today": -7 }',
        hint: 'Write year, month and day as in "2026-02-28", or days from today as in { "today": 7 }.',
      },
    ];
  return undefined;
}

/** What the account has must be of the field's kind. */
function checkAccountValue(
  config: FilterScope,
  found: FilterableField,
  field: string,
  name: string,
  { report, at, mayAsk }: Place,
): void {
  const inside = below(at, "account");
  if (!mayAsk) {
    report(
      at,
      "NOT_ALLOWED",
      `This filter is the same for every account: it cannot ask for "${name}" of one.`,
    );
    return;
  }
  const id = config.app?.value.accounts.entity;
  const accounts = id === undefined ? undefined : config.entities.get(id)?.value;
  if (accounts === undefined) return;
  const reference = found.schema?.reference?.entity;
  const mismatch = {
    message: `"${field}" is never what an account has in "${name}".`,
    hint:
      reference !== undefined && reference === id
        ? 'Write "_id": it refers to an account.'
        : `Compare a field that refers to "${id}" with "_id", or one whose values are like those of "${name}".`,
  };
  if (name === "_id") {
    if (found.kind !== "text" && reference !== id) report(inside, "WRONG_TYPE", mismatch);
    return;
  }
  const own = accounts.schema.properties;
  const schema = Object.hasOwn(own, name) ? own[name] : undefined;
  if (schema === undefined) {
    const message = `The filter asks for "${name}" of the account, which is no field of "${id}".`;
    report(inside, "UNKNOWN_FIELD", { message, ...nameHints(name, ["_id", ...Object.keys(own)]) });
    return;
  }
  const one = schema.type === "array" ? schema.items : schema;
  const isSame = one?.type === (found.schema?.type ?? "string") && one?.reference?.entity === reference;
  if (!config.broken.has(schema) && !isSame) report(inside, "WRONG_TYPE", mismatch);
}
