import type { Badge, Display, ShownField, Template } from "../../model/display.ts";
import type { ResolvedReference } from "../../model/entity.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { Reference } from "../../model/field-schema.ts";
import { ownValue } from "../../record/json.ts";
import { splitTemplate } from "../../record/title.ts";
import { findPath, type PathScope } from "./find-path.ts";
import { localTextIn } from "./local-text.ts";
import { labelFieldOf, referenceShows, titleOf, withReferredTitles } from "./written-display.ts";

/** How the records of an entity are recognised, complete. Only for a config without problems. */
export function resolveDisplay(config: EntityConfig, scope: PathScope): Display {
  const { display = {} } = config;
  const { image, subtitle, badges = [] } = display;
  return {
    ...(image === undefined ? {} : { image }),
    title: resolveTemplate(config, titleOf(config), scope),
    ...(subtitle === undefined
      ? {}
      : { subtitle: resolveTemplate(config, localTextIn(subtitle, config.language), scope) }),
    badges: badges.map((badge): Badge => {
      const { field, is, label, tone = "neutral" } = badge;
      const given = label === undefined ? undefined : localTextIn(label, config.language);
      return { field, is, tone, label: given ?? stateLabel(config, field, is, scope) };
    }),
  };
}

/** What a badge without a label says: the label of the choice, else that of the field. */
function stateLabel(config: EntityConfig, path: string, is: Badge["is"], scope: PathScope): string {
  const found = findPath(scope, config, path);
  if (found.kind !== "found") throw new Error(`The badge of ${path} of ${config.label} was not checked.`);
  if (found.valueType !== "choice") return found.labels.at(-1) ?? path;
  return ownValue<string>(found.schema?.labels ?? {}, String(is)) ?? String(is);
}

function resolveTemplate(config: EntityConfig, template: string, scope: PathScope): Template {
  return splitTemplate(withReferredTitles(config, template, scope.entities)).map((part) =>
    typeof part === "string" ? part : shownField(config, part.field, scope),
  );
}

function shownField(config: EntityConfig, path: string, scope: PathScope): ShownField {
  const found = findPath(scope, config, path);
  // Only in the one field of an example may the title be of any type.
  if (found.kind !== "found") return { field: path, valueType: "string" };
  const { valueType, schema } = found;
  return { field: path, valueType, ...(schema?.labels === undefined ? {} : { labels: schema.labels }) };
}

/** A reference with what it names and shows of the other records. */
export function resolveReference(reference: Reference, scope: PathScope): ResolvedReference {
  const target = scope.entities.get(reference.entity)?.value;
  const label = reference.label ?? (target === undefined ? "_id" : labelFieldOf(target));
  const naming = reference.label ?? (target === undefined ? "_id" : titleOf(target));
  return {
    ...reference,
    label,
    fields: referenceShows(reference, scope.entities).filter((name) => name !== label),
    title:
      target === undefined ? [{ field: label, valueType: "string" }] : resolveTemplate(target, naming, scope),
  };
}
