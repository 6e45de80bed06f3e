import { ownValue } from "../../../record/json.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import { textVersionIn } from "../text-version.ts";
import { readVersion } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { listFiles } from "./list-files.ts";
import { type NewText, saveTexts } from "./save-texts.ts";
import { readTextsBefore, type TextBefore } from "./texts-before.ts";

/**
 * `POST`: saves a file's text before its last save. The replaced text is then the text before. If the file alone would
 * bring problems, the other files of that save are returned too, unless they have changed since.
 */
export async function returnFile(editing: Editing, request: ApiRequest): Promise<Answer> {
  const path = ownValue(request.body, "path");
  const version = readVersion(ownValue(request.body, "version"));
  if (typeof path !== "string") throw new ApiError("BAD_REQUEST");
  return editing.inTurn(async () => {
    const kept = await readTextsBefore(editing.store);
    const before = kept.get(path);
    if (before === undefined)
      throw new ApiError("NOT_FOUND", { key: "config.nothingBefore", values: { file: path } });
    const alone = { text: before.text, version };
    try {
      await saveTexts(editing, request, new Map([[path, alone]]), "returned");
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "VALIDATION_ERROR")) throw error;
      const whole = await wholeSave(editing, kept, before);
      if (whole === undefined) throw error;
      await saveTexts(editing, request, new Map([...whole, [path, alone]]), "returned");
    }
    return listFiles(editing);
  });
}

/** The texts before all of a save; undefined if one of its files has changed since. */
async function wholeSave(
  { source }: Editing,
  kept: ReadonlyMap<string, TextBefore>,
  { together, savedAt }: TextBefore,
): Promise<ReadonlyMap<string, NewText> | undefined> {
  const onDisk = await source.read();
  const texts = new Map<string, NewText>();
  for (const { path, version } of together) {
    const before = kept.get(path);
    if (before?.savedAt !== savedAt || textVersionIn(onDisk, path) !== version) return undefined;
    texts.set(path, { text: before.text, version });
  }
  return texts.size > 1 ? texts : undefined;
}
