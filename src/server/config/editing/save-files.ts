import { ownValue } from "../../../model/json-value.ts";
import { ApiError } from "../../api-error.ts";
import type { Answer, ApiRequest } from "../../request.ts";
import { editedFiles, readText, readVersion, refuseLongTexts } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { listFiles } from "./list-files.ts";
import { saveTexts } from "./save-texts.ts";

/** `PUT` of files: all of them are saved, or none. */
export async function saveFiles(editing: Editing, request: ApiRequest): Promise<Answer> {
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
