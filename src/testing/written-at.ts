import type { FieldSchema } from "../model/field-schema.ts";
import { below, segmentsOf } from "../model/pointer.ts";
import type { FieldError } from "../wire/error.ts";
import type { TestedEntity } from "./load-config.ts";

/** A schema on the way from the record to a field, with its pointer in the entity's file. */
interface Step {
  readonly name: string;
  readonly schema: Pick<FieldSchema, "properties" | "items" | "required" | "messages" | "conditions">;
  readonly pointer: string;
}

/** The way to the field that a pointer into a record leads to, outermost first; undefined where there is no such field. */
function wayTo(entity: TestedEntity, path: string): readonly Step[] | undefined {
  const way: Step[] = [{ name: "", schema: entity.entity.source.schema, pointer: "/schema" }];
  for (const name of segmentsOf(path)) {
    const { schema, pointer } = way.at(-1) ?? {};
    if (schema === undefined || pointer === undefined) return undefined;
    const inner = Object.entries(schema.properties ?? {}).find(([key]) => key === name)?.[1];
    if (inner !== undefined) way.push({ name, schema: inner, pointer: below(pointer, "properties", name) });
    else if (schema.items != null && /^\d+$/.test(name)) {
      way.push({ name, schema: schema.items, pointer: below(pointer, "items") });
    } else return undefined;
  }
  return way;
}

/** Where the field that a pointer into a record leads to is written; undefined where there is no such field. */
export function fieldPlace(entity: TestedEntity, path: string): string | undefined {
  const field = wayTo(entity, path)?.at(-1);
  return field === undefined ? undefined : entity.place(field.pointer);
}

/** Where the rule that a record breaks is written. A list's rule may be broken at a field of its items. */
export function rulePlace(entity: TestedEntity, { path, keyword }: FieldError): string {
  const way = wayTo(entity, path) ?? [];
  const field = way.at(-1);
  if (keyword === "required") {
    const around = way.at(-2);
    const index = around?.schema.required?.indexOf(field?.name ?? "") ?? -1;
    if (around !== undefined && index >= 0) return entity.place(below(around.pointer, "required", index));
    return entity.place(below(field?.pointer ?? "", "conditions"));
  }
  const declared = way.findLast(({ schema }) => Object.hasOwn(schema, keyword)) ?? field;
  return entity.place(below(declared?.pointer ?? "", keyword));
}

/** Where the sentence that it says is written: in the field, the entity or messages.json. */
export function sentencePlace(entity: TestedEntity, { path, keyword }: FieldError): string {
  const own = wayTo(entity, path)?.findLast(({ schema }) => Object.hasOwn(schema.messages ?? {}, keyword));
  if (own !== undefined) return entity.place(below(own.pointer, "messages", keyword));
  const key = `rule.${keyword}`;
  if (Object.hasOwn(entity.entity.messages, key)) return entity.place(below("/messages", key));
  return entity.place(below("", entity.entity.language, key), "messages.json");
}
