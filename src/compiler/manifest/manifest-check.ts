import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Takes one fault. `path` is a JSON pointer inside the manifest. */
export type ManifestReport = (path: string, code: ProblemCode, fault: Fault, part?: "key" | "value") => void;

/** A manifest whose shape is right, or was made right. */
export interface CheckedManifest {
  readonly file: JsonFile;
  readonly manifest: PluginManifest;
  /** Whether something is wrong at a pointer, or inside it, that is reported already. */
  isReported(pointer: string): boolean;
}

/** One kind of check. It reports all it finds and never throws. */
export type ManifestCheck = (checked: CheckedManifest, report: ManifestReport) => void;
