import { whyUnreadable } from "../../../model/unreadable-file.ts";
import type { ConfigFileText } from "../../../wire/config-editing.ts";
import { ApiError } from "../../api-error.ts";
import type { Answer, ApiRequest } from "../../request.ts";
import type { Editing } from "./editing.ts";
import { textVersion } from "./text-version.ts";

/** `GET` of one file's text. The path is looked up among the config's files; it never names a place on the disk. */
export async function readFile({ source }: Editing, { query }: ApiRequest): Promise<Answer> {
  const path = query.get("path") ?? "";
  const text = (await source.read()).get(path);
  if (text === undefined)
    throw new ApiError("NOT_FOUND", { key: "config.noSuchFile", values: { file: path } });
  const isReadable = whyUnreadable(text) === undefined;
  const body: ConfigFileText = { path, text: isReadable ? text : "", version: textVersion(text) };
  return { status: 200, body };
}
