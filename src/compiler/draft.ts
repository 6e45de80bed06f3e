import type { AppConfig } from "../model/app-config.ts";
import type { Messages } from "../model/config.ts";
import type { EntityConfig } from "../model/entity-config.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { Fault } from "../model/problem.ts";
import type { ProblemCode } from "../model/problem-codes.ts";
import type { RecordData } from "../model/record.ts";
import { below } from "../record/path.ts";
import {
  ENTITY_FIELDS,
  fieldNamed,
  type Properties,
  type WrittenField,
  writtenFields,
} from "./resolve/written-field.ts";
import type { JsonFile } from "./source/json-file.ts";
import type { Steps } from "./steps.ts";

/** A file whose shape is right, or was made right (`repair-shape.ts`). */
export interface Written<T> {
  readonly file: JsonFile;
  readonly value: T;
}

/** The files of a config that can be read. One that cannot is left out, so that it does not spoil the check of others. */
export interface DraftFiles {
  readonly app: Written<AppConfig> | undefined;
  readonly messages: Written<Messages> | undefined;
  readonly entities: ReadonlyMap<string, Written<EntityConfig>>;
  /** Those that cannot be read included: naming one of them is no second mistake. */
  readonly entityIds: ReadonlySet<string>;
  readonly samples: ReadonlyMap<string, Written<readonly RecordData[]>>;
  /** The entities that have samples, those included that cannot be read. */
  readonly sampleFiles: ReadonlySet<string>;
  readonly plugins: KnownPlugins;
  /** The schemas of fields whose shape was wrong. It is reported already, and nothing may be concluded from them. */
  readonly broken: ReadonlySet<object>;
}

/** A config read but not yet checked. */
export interface Draft extends DraftFiles {
  readonly fieldSets: readonly FieldSet[];
  /** The entities as written, without their files. */
  readonly entityConfigs: ReadonlyMap<string, EntityConfig>;
}

/** Fields that are edited together: an entity's, or the registration page's. */
export interface FieldSet {
  readonly file: JsonFile;
  readonly properties: Properties;
  readonly required: readonly string[];
  /** Pointer of the schema that holds them. */
  readonly at: string;
  /** Entity whose form it is; undefined for registration. */
  readonly entity: string | undefined;
  readonly fields: readonly WrittenField[];
  readonly language: string;
  /** The entity's own messages; registration has none. */
  readonly messages: Readonly<Record<string, string>>;
  /** Registration: the accounts' field that a field is stored as. */
  storedAs?(name: string): FieldSchema | undefined;
}

/** Takes one fault. `path` is a JSON pointer inside the file. */
export type Report = (
  file: JsonFile,
  path: string,
  code: ProblemCode,
  fault: Fault | string,
  part?: "key" | "value",
) => void;

/** Whether something is wrong at a pointer of a file, or inside it, that is reported already. */
export type IsReported = (file: string, pointer: string) => boolean;

/** One kind of check, in steps where it is a long one. It reports all it finds and never throws. */
export type Check = (draft: Draft, report: Report, isReported: IsReported) => Steps<void> | undefined;

export function completeDraft(files: DraftFiles): Draft {
  const entityConfigs = new Map([...files.entities].map(([id, { value }]) => [id, value]));
  return { ...files, fieldSets: makeFieldSets(files), entityConfigs };
}

function makeFieldSets({ app, entities }: DraftFiles): FieldSet[] {
  const sets: FieldSet[] = [];
  for (const [id, { file, value }] of entities) {
    const { properties, required = [] } = value.schema;
    const fields = [...writtenFields(properties, ENTITY_FIELDS)];
    const { language, messages = {} } = value;
    sets.push({ file, properties, required, at: "/schema", entity: id, fields, language, messages });
  }
  if (app !== undefined) {
    const { file, value } = app;
    const { properties, required = [] } = value.registration.schema;
    const at = "/registration/schema";
    const accounts = entities.get(value.accounts.entity)?.value.schema.properties ?? {};
    sets.push({
      file,
      properties,
      required,
      at,
      entity: undefined,
      fields: [...writtenFields(properties, below(at, "properties"))],
      language: value.language,
      messages: {},
      storedAs: (name) => fieldNamed(accounts, name),
    });
  }
  return sets;
}
