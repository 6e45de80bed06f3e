import { ApiError } from "../../api-error.ts";
import { ownValue } from "../../records/field-walk.ts";
import type { Answer, ApiRequest } from "../../request.ts";
import { readVersion } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { listFiles } from "./list-files.ts";
import { saveTexts } from "./save-texts.ts";
import { readTextsBefore } from "./texts-before.ts";

/** `POST`: a file's text before its last save is saved. What it replaces is then the text before. */
export async function returnFile(editing: Editing, request: ApiRequest): Promise<Answer> {
  const path = ownValue(request.body, "path");
  const version = readVersion(ownValue(request.body, "version"));
  if (typeof path !== "string") throw new ApiError("BAD_REQUEST");
  return editing.inTurn(async () => {
    const before = (await readTextsBefore(editing.store)).get(path);
    if (before === undefined)
      throw new ApiError("NOT_FOUND", { key: "config.nothingBefore", values: { file: path } });
    await saveTexts(editing, request, new Map([[path, { text: before.text, version }]]), "returned");
    return listFiles(editing);
  });
}
