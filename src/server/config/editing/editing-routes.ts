import { API, PATHS } from "../../../wire/paths.ts";
import type { Answer, ApiRequest } from "../../request.ts";
import { type Route, SMALL_JSON } from "../../route.ts";
import { EDIT_JSON } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { editingOf } from "./editor-of.ts";
import { listFiles } from "./list-files.ts";
import { makeDraft } from "./make-draft.ts";
import { readFile } from "./read-file.ts";
import { returnFile } from "./return-file.ts";
import { saveFiles } from "./save-files.ts";

/** The calls of whoever edits the config. */
export function editingRoutes(): Route[] {
  return [
    route("GET", PATHS.configFiles, "list config files", listFiles),
    route("GET", PATHS.configFile, "read config file", readFile),
    route("POST", PATHS.configDrafts, "draft config", makeDraft, EDIT_JSON),
    { ...route("PUT", PATHS.configFiles, "save config files", saveFiles, EDIT_JSON), once: true },
    { ...route("POST", PATHS.configReturn, "return config file", returnFile, SMALL_JSON), once: true },
  ];
}

function route(
  method: Route["method"],
  path: string,
  operation: string,
  handle: (editing: Editing, request: ApiRequest) => Promise<Answer>,
  jsonLimit?: number,
): Route {
  return {
    method,
    pattern: path.slice(API.length),
    operation,
    access: "editor",
    ...(jsonLimit === undefined ? {} : { jsonLimit }),
    handle: async (request) => handle(editingOf(request), request),
  };
}
