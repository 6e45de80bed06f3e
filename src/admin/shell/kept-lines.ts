import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { recordTitle } from "../../record/title.ts";
import { FIELDS, mapInside, walkValue } from "../../record/walk.ts";
import { writtenText } from "../../record/written-text.ts";
import type { KeptChange } from "../../wire/journal.ts";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import type { Say } from "../messages/say.ts";
import { valueText } from "../messages/value-text.ts";
import { makeReferenceSource } from "../services/reference-source.ts";

interface LineParts {
  readonly client: Client;
  readonly view: AppView;
  readonly say: Say;
}

/** Longer values are cut: the history has them whole. */
const MAX_LENGTH = 120;

/** The fields that stand in the way of undoing a change of a record, a line for each: what the change made them, and what they are. */
export async function keptLines(
  { entity: id, fields = [] }: KeptChange,
  parts: LineParts,
): Promise<readonly string[]> {
  const own = parts.view.entities.find((one) => one.access === "full" && one.entity.id === id);
  const known = own?.access === "full" ? own.entity.fields : [];
  const lines = fields.map(async ({ field: name, was, now, long }) => {
    const field = known.find((one) => one.name === name);
    if (field === undefined) return [];
    const text = (value: Json | undefined) =>
      long === true ? parts.say("history.long") : shownText(field, value ?? null, parts);
    const [before, after] = await Promise.all([text(was), text(now)]);
    return [parts.say("undo.keptField", { label: field.label, was: before, now: after })];
  });
  return (await Promise.all(lines)).flat();
}

async function shownText(field: Field, value: Json, { client, view, say }: LineParts): Promise<string> {
  const { getReference } = makeReferenceSource(client, () => ({ view, say }));
  const titles = new Map<string, string>();
  for (const { field: one, value: id } of walkValue(FIELDS, field, value)) {
    const { reference } = one;
    if (reference === undefined || typeof id !== "string") continue;
    // What is gone, or may not be seen, is named by its id.
    const record = await Promise.resolve()
      .then(() => getReference(reference.entity, id))
      .catch(() => undefined);
    if (record !== undefined)
      titles.set(id, recordTitle({ display: { title: reference.title } }, record, view));
  }
  const worded = (one: Field, part: Json): Json => {
    if (typeof part === "string" && one.reference !== undefined) return titles.get(part) ?? part;
    if (typeof part === "string") return writtenText(one.valueType, part, view);
    return mapInside(one, part, (inner, deep) => (deep === undefined ? undefined : worded(inner, deep)));
  };
  const text = valueText(field, worded(field, value), say);
  if (text === "") return say("history.nothing");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
