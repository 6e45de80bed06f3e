import { CONFIG_FORMAT } from "./app-config.ts";
import { parseJsonFile } from "./json-file.ts";
import { ownValue } from "./json-value.ts";
import { problemAt } from "./place-problem.ts";
import type { Problem } from "./problem.ts";

const FILE = "app.json";

/** That the config is written for another version of the program; undefined where it is not, or does not say. */
export function otherFormat(files: ReadonlyMap<string, string>): Problem | undefined {
  const format = ownValue(parseJsonFile(FILE, files.get(FILE) ?? "").file?.value, "format");
  if (typeof format !== "number" || !Number.isInteger(format) || format < 1 || format === CONFIG_FORMAT)
    return undefined;
  const said = { found: String(format), expected: String(CONFIG_FORMAT) };
  const message = `The config is of format ${format}; this program reads format ${CONFIG_FORMAT}.`;
  return problemAt(files, FILE, "/format", format < CONFIG_FORMAT ? "OLD_FORMAT" : "NEW_FORMAT", {
    message,
    ...said,
  });
}
