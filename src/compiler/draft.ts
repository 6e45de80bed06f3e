import type { AppConfig } from "../model/app-config.ts";
import type { EntityConfig } from "../model/entity-config.ts";
import type { MessagesConfig } from "../model/messages-config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { Fault } from "../model/problem.ts";
import type { ProblemCode } from "../model/problem-codes.ts";
import type { RecordData } from "../model/record.ts";
import type { JsonFile } from "./source/json-file.ts";
import type { Steps } from "./steps.ts";

/** A file whose shape is right, or was made right (`repair-shape.ts`). */
export interface Written<T> {
  readonly file: JsonFile;
  readonly value: T;
}

/** A config read but not yet checked. A file that cannot be read is left out, so that it spoils no other's check. */
export interface Draft {
  readonly app: Written<AppConfig> | undefined;
  readonly messages: Written<MessagesConfig> | undefined;
  readonly entities: ReadonlyMap<string, Written<EntityConfig>>;
  /** Those that cannot be read included: naming one of them is no second mistake. */
  readonly entityIds: ReadonlySet<string>;
  readonly samples: ReadonlyMap<string, Written<readonly RecordData[]>>;
  /** The entities that have samples, those included that cannot be read. */
  readonly sampleFiles: ReadonlySet<string>;
  readonly plugins: KnownPlugins;
}

/** Takes one fault. `path` is a JSON pointer inside the file. */
export type Report = (
  file: JsonFile,
  path: string,
  code: ProblemCode,
  fault: Fault | string,
  part?: "key" | "value",
) => void;

/** Whether something is wrong at a pointer of a file, or inside it, that is told already. */
export type IsTold = (file: string, pointer: string) => boolean;

/** One kind of check, in steps where it is a long one. It reports all it finds and never throws. */
export type Check = (draft: Draft, report: Report, isTold: IsTold) => Steps<void> | undefined;
