import type { AppConfig } from "../model/app-config.ts";
import type { Messages } from "../model/config.ts";
import type { EntityConfig } from "../model/entity-config.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { KnownPlugins, PluginManifest } from "../model/plugin-manifest.ts";
import type { RecordData } from "../model/record.ts";
import { below } from "../record/path.ts";
import type { FileFaults } from "./report/reported-faults.ts";
import { fieldNamed, type Properties, type WrittenField, writtenFields } from "./resolve/written-field.ts";
import type { Steps } from "./steps.ts";

/** A file whose shape is right or was repaired (`repair-shape.ts`), and where its faults are reported. */
export interface Written<T> extends FileFaults {
  readonly value: T;
}

/** The files of a config that can be read. The others are left out, so that they do not disturb the check of these. */
export interface WrittenFiles {
  readonly app: Written<AppConfig> | undefined;
  readonly messages: Written<Messages> | undefined;
  readonly entities: ReadonlyMap<string, Written<EntityConfig>>;
  /** Includes entities that cannot be read: naming one of them is no second mistake. */
  readonly entityIds: ReadonlySet<string>;
  readonly samples: ReadonlyMap<string, Written<readonly RecordData[]>>;
  /** The entities that have samples, including samples that cannot be read. */
  readonly sampleFiles: ReadonlySet<string>;
  /** The names of the pictures beside the samples; undefined where these are not known. */
  readonly pictures?: ReadonlySet<string> | undefined;
  readonly plugins: KnownPlugins;
  /** The schemas of fields whose shape was wrong. That is reported already; nothing may be concluded from them. */
  readonly broken: ReadonlySet<object>;
}

/** A config as its files say it, not yet checked. */
export interface WrittenConfig extends WrittenFiles {
  readonly fieldSets: readonly FieldSet[];
}

/** Fields that are edited together: an entity's, or the registration page's. */
export interface FieldSet extends FileFaults {
  readonly properties: Properties;
  readonly required: readonly string[];
  /** Pointer of the schema around the fields. */
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

/** One kind of check, in steps if it takes long. It reports all it finds and never throws. */
export type Check = (config: WrittenConfig) => Steps<void> | undefined;

/** The same for the manifest of a plugin. */
export type ManifestCheck = (manifest: Written<PluginManifest>) => void;

export function* withFieldSets(files: WrittenFiles): Steps<WrittenConfig> {
  const { app, entities } = files;
  const fieldSets: FieldSet[] = [];
  for (const [entity, { report, isReported, value }] of entities) {
    yield;
    const { schema, language, messages = {} } = value;
    fieldSets.push({ ...fieldsIn(schema, "/schema"), report, isReported, entity, language, messages });
  }
  if (app !== undefined) {
    const { registration, accounts, language } = app.value;
    const stored = entities.get(accounts.entity)?.value.schema.properties ?? {};
    fieldSets.push({
      ...fieldsIn(registration.schema, "/registration/schema"),
      report: app.report,
      isReported: app.isReported,
      entity: undefined,
      language,
      messages: {},
      storedAs: (name) => fieldNamed(stored, name),
    });
  }
  return { ...files, fieldSets };
}

function fieldsIn({ properties, required = [] }: EntityConfig["schema"], at: string) {
  return { at, properties, required, fields: [...writtenFields(properties, below(at, "properties"))] };
}
