import type { FieldSchema } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import type { Check } from "../draft.ts";
import { nameHints } from "../report/nearest.ts";
import { findPath } from "../resolve/find-path.ts";
import { fieldNamed } from "../resolve/written-field.ts";

/** What an entity as a whole names exists: its permission, language, label field, the fields of its delete sentence. */
export const checkEntities: Check = (draft, report) => {
  const permissions = draft.app?.value.permissions;
  const languages = draft.messages === undefined ? undefined : Object.keys(draft.messages.value);

  if (draft.app !== undefined && languages !== undefined && !languages.includes(draft.app.value.language)) {
    const { language } = draft.app.value;
    const message = `messages.json has no language "${language}".`;
    report(draft.app.file, "/language", "UNKNOWN_LANGUAGE", { message, ...nameHints(language, languages) });
  }

  for (const { file, value: entity } of draft.entities.values()) {
    const { permission, language, labelField } = entity;
    if (permissions !== undefined && !permissions.includes(permission)) {
      const message = `app.json has no permission "${permission}".`;
      report(file, "/permission", "UNKNOWN_PERMISSION", { message, ...nameHints(permission, permissions) });
    }
    if (languages !== undefined && !languages.includes(language)) {
      const message = `messages.json has no language "${language}".`;
      report(file, "/language", "UNKNOWN_LANGUAGE", { message, ...nameHints(language, languages) });
    }

    const { properties } = entity.schema;
    const label = fieldNamed(properties, labelField);
    if (label === undefined) {
      const message = `There is no field "${labelField}" to name a record by.`;
      const hints = nameHints(labelField, Object.keys(properties));
      report(file, "/labelField", "UNKNOWN_FIELD", { message, ...hints });
    } else if (!draft.broken.has(label) && !isShownText(label)) {
      const message = `"${labelField}" cannot name a record: it must be a text that is stored and shown.`;
      report(file, "/labelField", "FIELD_SHAPE", {
        message,
        hint: 'Name a field of "type": "string", neither "formOnly" nor "writeOnly".',
      });
    } else if (!draft.broken.has(label) && !isInLists(label)) {
      const message = `"${labelField}" cannot name a record: lists are answered without it.`;
      report(file, "/labelField", "NOT_LISTED", message);
    }

    for (const [, name = ""] of entity.list.deleteConfirm.matchAll(/\{([\w.]+)\}/g)) {
      const found = findPath(draft, entity, name);
      if (found.kind === "found" && found.leftOut) {
        const message = `The question before deleting names {${name}}, which lists are answered without.`;
        report(file, "/list/deleteConfirm", "NOT_LISTED", message);
      }
      if (found.kind !== "missing") continue;
      const message = `The question before deleting names {${name}}, which is no field.`;
      const hints = nameHints(found.name, found.known);
      report(file, "/list/deleteConfirm", "UNKNOWN_FIELD", { message, ...hints });
    }
  }
};

function isShownText({ type, formOnly, writeOnly }: FieldSchema): boolean {
  return type === "string" && formOnly !== true && writeOnly !== true;
}
