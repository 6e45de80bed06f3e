import { isObject } from "../../model/json-value.ts";
import type { AppView } from "../../wire/views.ts";
import type { ConfigState } from "./config-state.ts";
import { type KnownNames, namesIn } from "./editor/names-at.ts";
import { readLoosely } from "./editor/read-loosely.ts";
import { APP_FILE, entityFile, entityOf, kindOf, MESSAGES_FILE } from "./file-kind.ts";
import { listedFiles } from "./page-state.ts";

/** The names in the texts as they are edited; of files that nobody has opened, as they are served. */
export function knownNames(state: ConfigState, view: AppView): KnownNames {
  const written = (path: string) => readLoosely(state.open.get(path)?.text ?? "");
  const app = written(APP_FILE);
  const inApp = isObject(app) ? app : {};
  const served = view.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
  const languages = namesIn(written(MESSAGES_FILE));
  return {
    entities: listedFiles(state).flatMap(({ path, isGoing }) =>
      kindOf(path) === "entity" && !isGoing ? (entityOf(path) ?? []) : [],
    ),
    permissions: Array.isArray(inApp.permissions)
      ? inApp.permissions.filter((one) => typeof one === "string")
      : [...new Set([...view.menu, ...served].map(({ permission }) => permission))],
    roles: namesIn(inApp.roles),
    languages: languages.length > 0 ? languages : Object.keys(view.messages),
    fieldsOf(entity) {
      const text = written(entityFile(entity));
      const schema = isObject(text) && isObject(text.schema) ? text.schema : undefined;
      const source = schema ?? served.find(({ id }) => id === entity)?.source.schema;
      return namesIn(source?.properties);
    },
  };
}
