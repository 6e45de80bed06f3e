import { checkInSteps } from "../../compiler/compile.ts";
import { parseJsonFile } from "../../compiler/source/json-file.ts";
import { WHOLE_FILE } from "../../compiler/source/place.ts";
import type { Config } from "../../model/config.ts";
import type { Entity, PluginUse } from "../../model/entity.ts";
import { formatProblem, type Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import { below, fieldAt, schemaPointer, splitPath } from "../../record/path.ts";
import type { Blame } from "../../wire/blame.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { Effects } from "../effects.ts";
import { ApiError } from "../http/api-error.ts";
import type { Answer, ApiRequest } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { inTurns } from "../in-turns.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import { mayUse, rightsOf } from "../records/rights/entity-rights.ts";

/** Whether the config or the plugin is at fault for a widget or cell that broke. */
export function blameRoute(
  { config, entities }: EntityRuntimes,
  registry: Registry,
  effects: Effects,
): Route {
  let checked: Promise<readonly Problem[]> | undefined;
  /** All problems of the served config with the installed plugins. Found once; after a failure, again. */
  function problems(): Promise<readonly Problem[]> {
    checked ??= inTurns(checkInSteps(config.files, registry), effects).then(
      ({ answer }) => answer.problems,
      (error: unknown) => {
        checked = undefined;
        throw error;
      },
    );
    return checked;
  }
  return {
    method: "GET",
    pattern: belowApi(PATHS.blame),
    operation: "ask for blame",
    access: "session",
    handle: (request) => answerBlame({ config, entities }, registry, problems, request),
  };
}

/** A plugin as the config uses it, with the JSON pointer of the field or column in the entity's file. */
interface Used {
  readonly use: PluginUse;
  readonly pointer: string;
}

async function answerBlame(
  { config, entities }: Pick<EntityRuntimes, "config" | "entities">,
  registry: Registry,
  problems: () => Promise<readonly Problem[]>,
  { account, query }: ApiRequest,
): Promise<Answer> {
  const kind = query.get("kind");
  const [id, field] = [query.get("entity"), query.get("field")];
  if (id === null || field === null || !(kind === "widget" || kind === "cell"))
    throw new ApiError("BAD_REQUEST");
  const target = entities.get(id);
  if (target === undefined) throw new ApiError("NOT_FOUND");
  const { entity } = target;
  const rights = rightsOf(account, target);
  if (rights.access !== "full") throw new ApiError("FORBIDDEN");
  // As one that there is not.
  if (!mayUse(account, target, rights, field)) throw new ApiError("NOT_FOUND");
  const [used, plugins] =
    kind === "widget" ? [widgetAt(entity, field), registry.widgets] : [cellAt(entity, field), registry.cells];
  const plugin = used && plugins.get(used.use.name);
  if (used === undefined || plugin === undefined) throw new ApiError("NOT_FOUND");
  const { pointer } = used;
  const file = `entities/${id}.json`;
  const option = `${below(pointer, "options")}${optionPointer(query.get("option"))}`;
  const { line, column } = placeOf(config, file, option);
  const about = (await problems()).filter((problem) => isAbout(problem, file, pointer, kind));
  const body: Blame = {
    plugin: plugin.folder,
    place: { file, line, column },
    problems: about.map(formatProblem),
  };
  return { status: 200, body };
}

function cellAt({ list }: Entity, field: string): Used | undefined {
  const index = list.columns.findIndex((column) => column.field === field);
  const column = list.columns[index];
  return column && { use: column.cell, pointer: below("/list/columns", index) };
}

/** The field at a dotted path, where items of a list are `3` or `*`. */
function widgetAt({ fields }: Entity, path: string): Used | undefined {
  const found = fieldAt(fields, splitPath(path));
  return found?.field.widget && { use: found.field.widget, pointer: `/schema${schemaPointer(found.path)}` };
}

/** An option is given by its name, or by a pointer inside the options. */
function optionPointer(option: string | null): string {
  if (option === null || option === "") return "";
  return option.startsWith("/") ? option : below("", option);
}

/** The place of the pointer's value, else of the nearest value around it. */
function placeOf({ files }: Config, file: string, pointer: string) {
  const text = files.get(file);
  return (text === undefined ? undefined : parseJsonFile(file, text).file)?.place(pointer) ?? WHOLE_FILE;
}

/** Whether the problem is about the plugin of a field or column, or about its options. */
function isAbout({ file, path }: Problem, ofFile: string, pointer: string, kind: string): boolean {
  if (file !== ofFile) return false;
  const options = below(pointer, "options");
  return path === below(pointer, kind) || path === options || path.startsWith(`${options}/`);
}
