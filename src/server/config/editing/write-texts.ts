import type { MessageName } from "../../../model/message-keys.ts";
import { ApiError } from "../../api-error.ts";
import type { Editing } from "./editing.ts";

/** What a system says of a folder in which nothing can be written. */
const REASONS: ReadonlyMap<unknown, MessageName> = new Map([
  ["EROFS", "config.readOnly"],
  ["EACCES", "config.readOnly"],
  ["EPERM", "config.readOnly"],
  ["ENOSPC", "config.diskFull"],
  ["EDQUOT", "config.diskFull"],
]);

/** Writes the files. Where they cannot be, says so in words to who saves, and in the system's to the operator. */
export async function writeTexts(
  { source, log }: Editing,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  try {
    await source.write(texts);
  } catch (error) {
    const key = error instanceof Error && "code" in error ? REASONS.get(error.code) : undefined;
    if (key === undefined || !(error instanceof Error)) throw error;
    log(`config: ${error.message}`);
    throw new ApiError("NOT_WRITTEN", { key });
  }
}
