import type { Check } from "../draft.ts";
import { findPath } from "../find-path.ts";
import { suggestion } from "../nearest.ts";
import { fieldNamed } from "../placed-field.ts";
import { entityValues } from "./entity-values.ts";

/** What an entity as a whole names exists: its permission, language, label field, the fields of its delete sentence. */
export const checkEntities: Check = (draft, report) => {
  const entities = entityValues(draft);
  const permissions = draft.app?.value.permissions;
  const languages = draft.messages === undefined ? undefined : Object.keys(draft.messages.value);

  if (draft.app !== undefined && languages !== undefined && !languages.includes(draft.app.value.language)) {
    const { language } = draft.app.value;
    const message = `messages.json has no language "${language}".${suggestion(language, languages)}`;
    report(draft.app.file, "/language", "UNKNOWN_LANGUAGE", message);
  }

  for (const { file, value: entity } of draft.entities.values()) {
    const { permission, language, labelField } = entity;
    if (permissions !== undefined && !permissions.includes(permission)) {
      const message = `app.json has no permission "${permission}".${suggestion(permission, permissions)}`;
      report(file, "/permission", "UNKNOWN_PERMISSION", message);
    }
    if (languages !== undefined && !languages.includes(language)) {
      const message = `messages.json has no language "${language}".${suggestion(language, languages)}`;
      report(file, "/language", "UNKNOWN_LANGUAGE", message);
    }

    const { properties } = entity.schema;
    const label = fieldNamed(properties, labelField);
    if (label === undefined) {
      const message = `There is no field "${labelField}" to name a record by.${suggestion(labelField, Object.keys(properties))}`;
      report(file, "/labelField", "UNKNOWN_FIELD", message);
    } else if (label.type !== "string" || label.formOnly === true || label.writeOnly === true) {
      const message = `"${labelField}" cannot name a record: it must be a text that is stored and shown.`;
      report(file, "/labelField", "FIELD_SHAPE", message);
    }

    for (const [, name = ""] of entity.list.deleteConfirm.matchAll(/\{([\w.]+)\}/g)) {
      const found = findPath(entities, entity, name);
      if (found.kind !== "missing") continue;
      const message = `{${name}} is no field.${suggestion(found.name, found.known)}`;
      report(file, "/list/deleteConfirm", "UNKNOWN_FIELD", message);
    }
  }
};
