import type { FieldSchema } from "../../model/field-schema.ts";
import { isListed } from "../../model/listed-fields.ts";
import type { Check } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import { findPath } from "../resolve/find-path.ts";
import { fieldNamed } from "../resolve/written-field.ts";

/** What an entity as a whole names exists: its permission, language, label field, the fields of its delete sentence. */
export const checkEntities: Check = (config, report) => {
  const permissions = config.app?.value.permissions;
  const languages = config.messages === undefined ? undefined : Object.keys(config.messages.value);

  if (config.app !== undefined && languages !== undefined && !languages.includes(config.app.value.language)) {
    const { language } = config.app.value;
    const message = `messages.json has no language "${language}".`;
    report(config.app.file, "/language", "UNKNOWN_LANGUAGE", { message, ...nameHints(language, languages) });
  }

  for (const { file, value: entity } of config.entities.values()) {
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
    } else if (!config.broken.has(label) && !isShownText(label)) {
      const message = `"${labelField}" cannot name a record: it must be a text that is stored and shown.`;
      report(file, "/labelField", "FIELD_SHAPE", {
        message,
        hint: 'Name a field of "type": "string", neither "formOnly" nor "writeOnly".',
      });
    } else if (!config.broken.has(label) && !isListed(label)) {
      const message = `"${labelField}" cannot name a record: lists are answered without it.`;
      report(file, "/labelField", "NOT_LISTED", message);
    }

    for (const [, name = ""] of entity.list.deleteConfirm.matchAll(/\{([\w.]+)\}/g)) {
      const found = findPath(config, entity, name);
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
