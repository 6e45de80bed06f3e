import type { BadgeConfig } from "../../model/display.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { type ValueType, valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { fieldsNamed, splitTemplate } from "../../record/title.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { findPath } from "../resolve/find-path.ts";
import { isKnownLanguage, localTextFault, textsOf } from "../resolve/local-text.ts";
import { referenceAt, referredTitle } from "../resolve/written-display.ts";
import { summarizeValue } from "../shape/shape.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { TRUE_OR_FALSE } from "./check-filters.ts";
import { IN_LIST, missingFault, unreadFault, unreadReference } from "./check-lists.ts";

/** What a display names is in list answers and can be shown, and the display does not contradict itself. */
export const checkDisplay: Check = (config) => {
  for (const [id, { report, isReported, value: entity }] of config.entities) {
    const { display = {}, labelField } = entity;
    const { image, title, badges = [] } = display;
    if (labelField === undefined && title === undefined) {
      // A file that lacks a label is no entity, which is reported elsewhere; a label may be written as an empty text.
      const lacksLabel = entity.label === "" && isReported("");
      if (isReported("/display") || isReported("/labelField") || lacksLabel) continue;
      const message = "Nothing says how a record is named.";
      report("", "MISSING_KEY", { message, hint: 'Add "labelField": "…" or "display": { "title": "…" }.' });
    }
    const isNamed =
      labelField === undefined ||
      title === undefined ||
      textsOf(title).every(({ text }) => fieldsNamed(text).includes(labelField));
    if (!isNamed && !isReported("/labelField")) {
      const message = `"labelField" names a record by "${labelField}", but "display.title" does not show that.`;
      report("/labelField", "BAD_DISPLAY", {
        message,
        found: `"${labelField}"`,
        hint: 'Remove "labelField", or name its field in the title.',
      });
    }
    for (const key of TEMPLATES) checkTemplates(config, id, key);
    if (image !== undefined) checkImage(config, entity, image, report);
    const seen = new Set<string>();
    badges.forEach((badge, index) => {
      const at = below("/display/badges", index);
      const state = JSON.stringify([badge.field, badge.is]);
      if (seen.has(state))
        report(at, "FIELD_TWICE", `"${badge.field}" has a second badge for the same value.`);
      seen.add(state);
      checkBadge(config, entity, badge, at, report);
    });
  }
};

const TEMPLATES = ["title", "subtitle"] as const;

/** The one in the language of the entity is shown; the others hold too, so that its language can be changed. */
function checkTemplates(config: WrittenConfig, id: string, key: (typeof TEMPLATES)[number]): void {
  const written = config.entities.get(id);
  const given = written?.value.display?.[key];
  if (written === undefined || given === undefined) return;
  const { value: entity, report } = written;
  const place = below("/display", key);
  const { language } = entity;
  const untold = typeof given === "string" ? undefined : localTextFault(given, language);
  if (untold !== undefined && isKnownLanguage(config, language)) report(place, "NO_LABEL", untold);
  for (const { text, at } of textsOf(given)) checkTemplate(config, id, text, { report, at: place + at, key });
}

interface Placed {
  readonly report: Report;
  readonly at: string;
  readonly key: (typeof TEMPLATES)[number];
}

function checkTemplate(
  config: WrittenConfig,
  id: string,
  template: string,
  { report, at, key }: Placed,
): void {
  const entity = config.entities.get(id)?.value;
  if (entity === undefined) return;
  const stray = splitTemplate(template).find((part) => typeof part === "string" && /[{}]/.test(part));
  if (stray !== undefined) {
    const message = `A brace of the ${key} has no partner.`;
    report(at, "BAD_VALUE", { message, found: `"${template}"`, hint: 'Write a field as "{name}".' });
    return;
  }
  if (!template.includes("{") && !/^[\w.-]*$/.test(template)) {
    const message = `The ${key} is neither a field nor a text with fields in braces.`;
    const braced = inBraces(config, entity, template);
    const hint = braced === template ? 'Name one, as "{name}".' : `Write "${braced}".`;
    report(at, "BAD_DISPLAY", { message, found: `"${template}"`, hint });
    return;
  }
  for (const field of fieldsNamed(template)) {
    const what = `The ${key} shows "${field}"`;
    const reference = referenceAt(entity, field);
    if (reference !== undefined) {
      const fault = nameFault(config, id, field, what);
      if (fault !== undefined) report(at, ...fault);
      continue;
    }
    const found = findPath(config, entity, field);
    const fault = pathFault(config, entity, field, what);
    if (fault !== undefined) report(at, ...fault);
    else if (found.kind === "found" && !IS_TEXT[found.valueType]) {
      const message = `${what}, but a text cannot say ${valueWords(found.valueType)}.`;
      const hint =
        found.valueType === "boolean"
          ? `Make it a badge: "badges": [{ "field": "${field}", "is": true }].`
          : "Name another field.";
      report(at, "NOT_SHOWN", { message, hint });
    }
  }
}

/** A text with each name of a field in braces. */
function inBraces(config: WrittenConfig, entity: EntityConfig, text: string): string {
  const isField = (path: string) =>
    referenceAt(entity, path) !== undefined || findPath(config, entity, path).kind === "found";
  return text.replace(/\w+(?:\.\w+)*/g, (path) => (isField(path) ? `{${path}}` : path));
}

type CodedFault = readonly [code: ProblemCode, fault: Fault];

/** Why a path cannot be shown in a list; undefined where it can, or nothing is known of it. */
function pathFault(
  config: WrittenConfig,
  entity: EntityConfig,
  field: string,
  what: string,
): CodedFault | undefined {
  const found = findPath(config, entity, field);
  if (found.kind === "missing") return ["UNKNOWN_FIELD", missingFault(what, field, found)];
  const unread = unreadReference(found, field);
  if (unread !== undefined) return ["NOT_SHOWN", unreadFault(what, IN_LIST, unread)];
  if (found.kind === "found" && found.leftOut)
    return ["NOT_LISTED", { message: `${what}, which lists are answered without.` }];
  return undefined;
}

/** Why a reference cannot stand for the name of its record: that reaches through another reference, maybe in a loop. */
function nameFault(config: WrittenConfig, id: string, field: string, what: string): CodedFault | undefined {
  const way = [id];
  let path = field;
  for (let at = id; ; ) {
    const entity = config.entities.get(at)?.value;
    const reference = entity && referenceAt(entity, path);
    const target = reference && config.entities.get(reference.entity)?.value;
    const title = reference && referredTitle(reference, config.entities);
    if (reference === undefined || target === undefined || title === undefined) return undefined;
    const next = fieldsNamed(title).find((one) => isThroughReference(target, one));
    const isBare = next !== undefined && referenceAt(target, next) !== undefined;
    if (isBare && way.includes(reference.entity)) {
      const message = `${what}, but that record's name leads back here: ${[...way, reference.entity].join(" → ")}.`;
      return ["BAD_DISPLAY", { message, hint: `Name a field of it: "{${field}.…}".` }];
    }
    if (next === undefined && way.length === 1) return undefined;
    if (!isBare) {
      const [second = ""] = (next ?? path).split(".");
      const entity = next === undefined ? reference.entity : (referenceAt(target, second)?.entity ?? "");
      const unread = { reference: `${field}.${second}`, entity };
      return ["NOT_SHOWN", unreadFault(what, IN_LIST, unread)];
    }
    way.push(reference.entity);
    at = reference.entity;
    path = next;
  }
}

/** Whether a path ends at a reference or leads through one. */
function isThroughReference(entity: EntityConfig, path: string): boolean {
  return referenceAt(entity, path.split(".")[0] ?? "") !== undefined;
}

function checkImage(config: WrittenConfig, entity: EntityConfig, field: string, report: Report): void {
  const at = "/display/image";
  const what = `The picture is "${field}"`;
  const fault = pathFault(config, entity, field, what);
  if (fault !== undefined) {
    report(at, ...fault);
    return;
  }
  const found = findPath(config, entity, field);
  if (found.kind !== "found" || found.valueType === "image" || found.valueType === "images") return;
  // An object without fields is reported for that.
  if (found.valueType === "object" && found.schema?.properties === undefined) return;
  const message = `${what}, which is ${valueWords(found.valueType)}.`;
  report(at, "BAD_DISPLAY", {
    message,
    hint: 'Name a field with "image": true, or one of a list: "images.0".',
  });
}

function checkBadge(
  config: WrittenConfig,
  entity: EntityConfig,
  { field, is, label }: BadgeConfig,
  at: string,
  report: Report,
): void {
  const what = `A badge shows the state "${field}"`;
  const fault = pathFault(config, entity, field, what);
  if (fault !== undefined) {
    report(below(at, "field"), ...fault);
    return;
  }
  const found = findPath(config, entity, field);
  if (found.kind !== "found") return;
  const { valueType, schema } = found;
  if ((valueType !== "boolean" && valueType !== "choice") || found.inList) {
    const message = `${what}, but ${valueWords(valueType)} cannot be a state.`;
    report(below(at, "field"), "BAD_DISPLAY", { message, hint: "Name a yes/no or a choice." });
    return;
  }
  const allowed: readonly unknown[] = valueType === "boolean" ? [true, false] : (schema?.enum ?? []);
  if (!allowed.includes(is)) {
    const message = `"${field}" is never ${summarizeValue(is)}.`;
    const hints =
      valueType === "boolean"
        ? { found: summarizeValue(is), expected: "true or false", hint: TRUE_OR_FALSE }
        : nameHints(String(is), allowed.map(String));
    report(below(at, "is"), "NOT_ALLOWED", { message, ...hints });
  }
  if (is === false && label === undefined) {
    const message = `The badge for "${field}" being false has no text.`;
    report(at, "NO_LABEL", { message, hint: 'Add "label": "…" to the badge.' });
  }
  const unlabelled = label === undefined ? undefined : localTextFault(label, entity.language);
  if (unlabelled !== undefined) report(below(at, "label"), "NO_LABEL", unlabelled);
}

const IS_TEXT: Readonly<Record<ValueType, boolean>> = {
  string: true,
  number: true,
  integer: true,
  choice: true,
  date: true,
  "date-time": true,
  boolean: false,
  reference: false,
  object: false,
  array: false,
  html: false,
  image: false,
  images: false,
};
