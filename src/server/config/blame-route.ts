import { checkInSteps } from "../../compiler/compile.ts";
import { parseJsonFile } from "../../compiler/source/json-file.ts";
import { WHOLE_FILE } from "../../compiler/source/place.ts";
import type { Config } from "../../model/config.ts";
import type { Entity, PluginUse } from "../../model/entity.ts";
import { formatProblem, type Problem } from "../../model/problem.ts";
import { below, fieldAt, schemaPointer, splitPath } from "../../record/path.ts";
import type { Blame } from "../../wire/blame.ts";
import { API, PATHS } from "../../wire/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { inTurns } from "../in-turns.ts";
import { type Answer, type ApiRequest, holdsAny } from "../runtime/request.ts";
import type { Route } from "../runtime/route.ts";

/** Who is to blame for a widget or cell that broke, as far as the config can tell. */
export function blameRoute(): Route {
  return {
    method: "GET",
    pattern: PATHS.blame.slice(API.length),
    operation: "ask for blame",
    access: "session",
    handle: answerBlame,
  };
}

/** A plugin as the config uses it, with the JSON pointer of the field or column in the entity's file. */
interface Used {
  readonly use: PluginUse;
  readonly pointer: string;
}

async function answerBlame(request: ApiRequest): Promise<Answer> {
  const { runtime, account, query } = request;
  const kind = query.get("kind");
  const [id, field] = [query.get("entity"), query.get("field")];
  if (id === null || field === null || !(kind === "widget" || kind === "cell"))
    throw new ApiError("BAD_REQUEST");
  const entity = runtime.config.entities.get(id);
  if (entity === undefined) throw new ApiError("NOT_FOUND");
  if (!holdsAny(account, [entity.permission])) throw new ApiError("FORBIDDEN");
  const used = kind === "widget" ? widgetAt(entity, field) : cellAt(entity, field);
  const plugins = kind === "widget" ? runtime.registry.widgets : runtime.registry.cells;
  const plugin = used === undefined ? undefined : plugins.get(used.use.name);
  if (used === undefined || plugin === undefined) throw new ApiError("NOT_FOUND");
  const file = `entities/${id}.json`;
  const options = below(used.pointer, "options");
  const { line, column } = placeOf(runtime.config, file, `${options}${optionPointer(query.get("option"))}`);
  const problems = await problemsOf(request);
  const blame: Blame = {
    plugin: plugin.folder,
    place: { file, line, column },
    problems: problems.filter((problem) => isAbout(problem, file, used.pointer, kind)).map(formatProblem),
  };
  return { status: 200, body: blame };
}

function cellAt({ list }: Entity, field: string): Used | undefined {
  const index = list.columns.findIndex((column) => column.field === field);
  const column = list.columns[index];
  return column && { use: column.cell, pointer: below("/list/columns", index) };
}

/** The field at a dotted path. The items of a list are all one: `3` or `*`. */
function widgetAt({ fields }: Entity, path: string): Used | undefined {
  const found = fieldAt(fields, splitPath(path));
  return (
    found?.field.widget && {
      use: found.field.widget,
      pointer: `/schema${schemaPointer(found.path)}`,
    }
  );
}

/** An option is named, or pointed to inside the options. */
function optionPointer(option: string | null): string {
  if (option === null || option === "") return "";
  return option.startsWith("/") ? option : below("", option);
}

/** Of what stands there, else of the nearest that stands around it: an option, the options, the field. */
function placeOf({ files }: Config, file: string, pointer: string) {
  const text = files.get(file);
  return (text === undefined ? undefined : parseJsonFile(file, text).file)?.place(pointer) ?? WHOLE_FILE;
}

/** Each config is checked again once, and anew where that broke. */
const checkedAgain = new WeakMap<Config, Promise<readonly Problem[]>>();

/** All that is wrong with the config that is served, by the plugins that are installed. */
function problemsOf({ runtime: { config, registry }, effects }: ApiRequest): Promise<readonly Problem[]> {
  const known = checkedAgain.get(config);
  if (known !== undefined) return known;
  const checking = inTurns(checkInSteps(config.files, registry), effects).then(
    ({ answer }) => answer.problems,
  );
  checkedAgain.set(config, checking);
  checking.catch(() => checkedAgain.delete(config));
  return checking;
}

/** Whether it is about the plugin that a field or column names, or about its options. */
function isAbout({ file, path }: Problem, ofFile: string, pointer: string, kind: string): boolean {
  if (file !== ofFile) return false;
  const options = below(pointer, "options");
  return path === below(pointer, kind) || path === options || path.startsWith(`${options}/`);
}
