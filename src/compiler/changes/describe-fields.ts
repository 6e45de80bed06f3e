import type { Change } from "../../model/change.ts";
import type { FieldCondition, When } from "../../model/condition.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { valueType } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { about, type ComparedPart, changeAt } from "./change.ts";
import {
  type Describe,
  describeList,
  describeNamed,
  describeNothing,
  describeObject,
  describeValue,
  shortText,
} from "./describe-value.ts";

/** Fields side by side: of a record, or of a field that is an object. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The fields of one set. @param ordered whether their order is that of the form */
export function describeFields(
  compared: ComparedPart,
  before: ObjectSchema,
  after: ObjectSchema,
  ordered = true,
): Change[] {
  const old = new Map(Object.entries(before.properties ?? {}));
  const fresh = new Map(Object.entries(after.properties ?? {}));
  return describeNamed(old, fresh, {
    what: "field",
    ordered,
    at: (name, { title }) => ({
      ...about(compared, title ?? name, "properties", name),
      field: compared.field === undefined ? name : `${compared.field}.${name}`,
    }),
    say: valueType,
    changesIn: (at, from, to, name) => [
      ...describeRequired(compared, at, before.required?.includes(name), after.required?.includes(name)),
      ...describeField(at, from, to),
    ],
  });
}

function describeRequired(around: ComparedPart, at: ComparedPart, before = false, after = false): Change[] {
  if (before === after) return [];
  const compared = { ...at, path: below(around.path, "required"), what: "required" };
  return [changeAt(compared, "changed", { from: String(before), to: String(after) })];
}

function describeField(compared: ComparedPart, before: FieldSchema, after: FieldSchema): Change[] {
  // `what` starts over: the fields inside are subjects of their own.
  const nested: Describe = () => describeFields({ ...compared, what: "" }, before, after);
  const items: Describe = (at, from, to) =>
    before.items === undefined || after.items === undefined
      ? describeValue(at, from, to)
      : describeField({ ...at, field: `${compared.field}.*` }, before.items, after.items);
  return describeObject(
    compared,
    before,
    after,
    new Map([
      ["properties", nested],
      // described at the fields that are required
      ["required", describeNothing],
      ["items", items],
      ["conditions", (at) => describeList(at, before.conditions ?? [], after.conditions ?? [], sayCondition)],
    ]),
  );
}

/** Only for the items of `conditions`, whose shape is checked. */
function sayCondition(item: unknown): string {
  const { when, ...effects } = item as FieldCondition;
  return shortText(`${shortText(effects)} (${whenText(when)})`);
}

function whenText(when: When): string {
  const { all, any, not, mode, field, ...test } = when;
  if (all !== undefined) return all.map(partText).join(" & ");
  if (any !== undefined) return any.map(partText).join(" | ");
  if (not !== undefined) return `not ${partText(not)}`;
  if (mode !== undefined) return `mode ${mode}`;
  const tests = Object.entries(test).map(([name, value]) => `${name} ${shortText(value)}`);
  return [field, ...tests].join(" ");
}

function partText(when: When): string {
  const isSeveral = when.all !== undefined || when.any !== undefined;
  return isSeveral ? `(${whenText(when)})` : whenText(when);
}
