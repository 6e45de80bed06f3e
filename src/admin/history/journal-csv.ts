import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { mapInside } from "../../record/walk.ts";
import type { ChangedField, HistoryAnswer } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { getJournal, type HistoryQuery, isHistoryEvent } from "../api/journal.ts";
import { htmlText } from "../messages/html-text.ts";
import type { Say } from "../messages/say.ts";
import { valueText } from "../messages/value-text.ts";
import type { WorkContext } from "../services/overlay-store.ts";

/** So many changes are in one file. */
const MAX_EXPORTED = 10_000;
const PAGE = "100";

interface Exported {
  readonly entries: HistoryAnswer["entries"];
  /** There are earlier ones. */
  readonly isCut: boolean;
}

/** All changes that the filters find, page by page, up to a bound. */
export async function collectChanges(
  client: Client,
  query: HistoryQuery,
  { signal, progress, text }: WorkContext,
  say: Say,
): Promise<Exported> {
  const entries: HistoryAnswer["entries"][number][] = [];
  let before: number | undefined;
  do {
    const answer = await getJournal(client, { ...query, limit: PAGE }, before, signal);
    entries.push(...answer.entries);
    before = answer.next;
    progress(Math.min(1, entries.length / MAX_EXPORTED));
    text(say("journal.exporting", { count: entries.length }));
  } while (before !== undefined && entries.length < MAX_EXPORTED);
  return { entries, isCut: before !== undefined };
}

interface CsvParts {
  readonly open: readonly OpenEntity[];
  readonly style: { readonly timeZone: string };
  readonly say: Say;
}

/** A row for each changed field, and one for each event, with headings. The files of a saved config stand where the record's name does. */
export function changesCsv(entries: HistoryAnswer["entries"], { open, style, say }: CsvParts): string {
  const heads = ["time", "by", "kind", "entity", "record", "id", "change", "undoes", "field"] as const;
  const rows = entries.flatMap((entry) => {
    const what = [
      sortableMoment(entry.at, style.timeZone),
      entry.by ?? say("history.system"),
      say(`history.${entry.kind}`),
    ];
    if (isHistoryEvent(entry))
      return [[...what, "", (entry.files ?? []).join("\n"), "", entry.changeId, "", "", "", ""]];
    const entity = open.find((one) => one.entity.id === entry.entity)?.entity;
    const { title, _id, changeId, undoes = "", names = {} } = entry;
    const start = [...what, entity?.label ?? entry.entity, title, _id, changeId, undoes];
    const changes = entry.fields.map((change) => {
      const field = entity?.fields.find(({ name }) => name === change.field);
      return [...start, field?.label ?? change.field, ...valueTexts(field, change, names, say)];
    });
    return changes.length === 0 ? [[...start, "", "", ""]] : changes;
  });
  const head = [...heads.map((name) => say(`journal.${name}`)), say("history.before"), say("history.after")];
  return csvText([head, ...rows]);
}

/** `YYYY-MM-DD HH:mm:ss` on the app's clocks, which spreadsheets put in order. */
function sortableMoment(moment: string, timeZone: string): string {
  // Swedish dates are written so.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(
    new Date(moment),
  );
}

function valueTexts(
  field: Field | undefined,
  { was, now, secret, long }: ChangedField,
  names: Readonly<Record<string, string>>,
  say: Say,
): string[] {
  const named = (one: Field, value: Json): Json => {
    if (one.reference !== undefined && typeof value === "string")
      return ownValue<Json>(names, value) ?? value;
    return mapInside(one, value, (inner, part) => (part === undefined ? undefined : named(inner, part)));
  };
  if (secret) return [say("history.secret"), say("history.secret")];
  if (long) return [say("history.long"), say("history.long")];
  const text = (value: Json | undefined) => {
    if (value === undefined) return "";
    if (field === undefined) return typeof value === "string" ? value : JSON.stringify(value);
    return field.valueType === "html" && typeof value === "string"
      ? htmlText(value)
      : valueText(field, named(field, value), say);
  };
  return [text(was), text(now)];
}

/** So that spreadsheets take the file as UTF-8. */
const BOM = "\uFEFF";

/**
 * Where a cell begins, to any spreadsheet: many split at semicolons, some at tabs or lines too, and then see none of the quotes around.
 * What follows is a formula there, or would be read as one of those that were made inert.
 */
const FORMULA = /^(?=['"]*[\t\r\n])|(?<=^|[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/gu;
const QUOTED = /[",\r\n]/;

/** A table as RFC 4180 has it. An apostrophe in front keeps what looks like a formula a text; whoever reads the file takes each away again. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${BOM}${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(text: string): string {
  const inert = text.replace(FORMULA, "'");
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
