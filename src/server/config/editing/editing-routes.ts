import { ownValue } from "../../../record/json.ts";
import { belowApi, PATHS } from "../../../wire/paths.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import { type Route, SMALL_JSON } from "../../http/route.ts";
import { EDIT_JSON, editedFiles, readText, readVersion, refuseLongTexts } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { answerFile, listFiles } from "./list-files.ts";
import { makeDraft } from "./make-draft.ts";
import { returnFile } from "./return-file.ts";
import { saveTexts } from "./save-texts.ts";

/** The calls that edit the config. */
export function editingRoutes(editing: Editing): Route[] {
  const route = (
    method: Route["method"],
    path: string,
    operation: string,
    handle: (editing: Editing, request: ApiRequest) => Promise<Answer>,
    jsonLimit?: number,
  ): Route => ({
    method,
    pattern: belowApi(path),
    operation,
    access: "editor",
    ...(jsonLimit === undefined ? {} : { jsonLimit }),
    handle: (request) => handle(editing, request),
  });
  return [
    route("GET", PATHS.configFiles, "list config files", listFiles),
    route("GET", PATHS.configFile, "read config file", answerFile),
    route("POST", PATHS.configDrafts, "draft config", makeDraft, EDIT_JSON),
    { ...route("PUT", PATHS.configFiles, "save config files", saveFiles, EDIT_JSON), once: true },
    { ...route("POST", PATHS.configReturn, "return config file", returnFile, SMALL_JSON), once: true },
  ];
}

/** `PUT` of files: all of them are saved, or none. */
async function saveFiles(editing: Editing, request: ApiRequest): Promise<Answer> {
  const wanted = editedFiles(request.body, (file) => ({
    text: readText(ownValue(file, "text")),
    version: readVersion(ownValue(file, "version")),
  }));
  refuseLongTexts(new Map([...wanted].map(([path, { text }]) => [path, text])));
  if (wanted.size === 0) throw new ApiError("BAD_REQUEST");
  return editing.inTurn(async () => {
    await saveTexts(editing, request, wanted, "saved");
    return listFiles(editing);
  });
}
