import { isInLists } from "../../model/fields-in-lists.ts";
import { type ValueType, valueWords } from "../../model/value-type.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { TITLE_PLACEHOLDER } from "../../record/title.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { findPath } from "../resolve/find-path.ts";
import { fieldNamed, isSearchable } from "../resolve/written-field.ts";
import type { Check } from "../written-config.ts";
import { IN_LIST, unreadFault, unreadReference } from "./check-lists.ts";
import { permissionHints } from "./check-rights.ts";

/** What an entity as a whole names exists: its permission, language, label field, the fields of its delete sentence. */
export const checkEntities: Check = (config) => {
  const { app, messages, entities, broken } = config;
  const permissions = app?.value.permissions;
  const languages = messages && Object.keys(messages.value);
  const checkLanguage = (report: Report, language: string) => {
    if (languages === undefined || languages.includes(language)) return;
    const message = `messages.json has no language "${language}".`;
    report("/language", "UNKNOWN_LANGUAGE", { message, ...nameHints(language, languages) });
  };
  if (app !== undefined) checkLanguage(app.report, app.value.language);

  for (const { report, value: entity } of entities.values()) {
    const { permission, language, labelField } = entity;
    // What is no text is reported elsewhere.
    if (permission !== "" && permissions !== undefined && !permissions.includes(permission)) {
      const message = `app.json has no permission "${permission}".`;
      report("/permission", "UNKNOWN_PERMISSION", { message, ...permissionHints(permission, app?.value) });
    }
    checkLanguage(report, language);

    const { properties } = entity.schema;
    const label = labelField === undefined ? undefined : fieldNamed(properties, labelField);
    if (labelField === undefined) {
      // The title names it, which is checked there.
    } else if (label === undefined) {
      const message = `There is no field "${labelField}" to name a record by.`;
      const hints = nameHints(labelField, Object.keys(properties));
      report("/labelField", "UNKNOWN_FIELD", { message, ...hints });
    } else if (!broken.has(label) && !isSearchable(label)) {
      const message = `"${labelField}" cannot name a record: it must be a text that is stored and shown.`;
      const hint =
        'Name a field of "type": "string" that is no reference, neither "formOnly" nor "writeOnly".';
      report("/labelField", "FIELD_SHAPE", { message, hint });
    } else if (!broken.has(label) && !isInLists(label)) {
      const message = `"${labelField}" cannot name a record: lists are answered without it.`;
      report("/labelField", "NOT_LISTED", message);
    }

    for (const name of placeholdersOf(entity.list.deleteConfirm)) {
      if (name === TITLE_PLACEHOLDER) continue;
      const found = findPath(config, entity, name);
      const what = `The question before deleting names {${name}}`;
      const unread = unreadReference(found, name);
      if (unread !== undefined) {
        report("/list/deleteConfirm", "NOT_SHOWN", unreadFault(what, IN_LIST, unread));
      } else if (found.kind === "found" && found.leftOut) {
        report("/list/deleteConfirm", "NOT_LISTED", `${what}, which lists are answered without.`);
      } else if (found.kind === "found" && !isSayable(found.valueType)) {
        const { reference } = found.schema ?? {};
        const message = `${what}, but a sentence cannot say ${valueWords(found.valueType)}.`;
        const hint = reference && { hint: `Write {${name}.${reference.label ?? "…"}}.` };
        report("/list/deleteConfirm", "NOT_SHOWN", { message, ...hint });
      } else if (found.kind === "missing") {
        const hints = nameHints(found.name, found.known);
        report("/list/deleteConfirm", "UNKNOWN_FIELD", { message: `${what}, which is no field.`, ...hints });
      }
    }
  }
};

/** Whether a value of the type is one text, number, day or choice. */
function isSayable(type: ValueType): boolean {
  return !["object", "array", "image", "images", "reference"].includes(type);
}
