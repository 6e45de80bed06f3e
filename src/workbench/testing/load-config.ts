import { join } from "node:path";
import { makeFormRules } from "../../admin/form/state/form-rules.ts";
import { checkConfig } from "../../compiler/compile.ts";
import { nearest } from "../../compiler/report/nearest.ts";
import { parseJsonFile } from "../../compiler/source/json-file.ts";
import { readFolder, readPictures } from "../../compiler/source/read-folder.ts";
import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { formatProblem } from "../../model/problem.ts";
import type { RecordData } from "../../model/record.ts";
import { installedPlugins } from "../../node/installed-plugins.ts";
import type { Mode } from "../../record/conditions.ts";
import { defaultRecord } from "../../record/defaults.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { messageTables } from "../../record/messages.ts";
import { type CompiledRecordValidator, compileValidator } from "../../server/runtime/compile-validator.ts";

/** A valid config. */
export interface TestedConfig {
  readonly folder: string;
  readonly config: Config;
  /** Throws for a name that no entity has. */
  entity(id: string): TestedEntity;
}

/** The problems of a config folder, one line each. */
export async function configProblems(folder: string): Promise<readonly string[]> {
  return (await read(folder)).lines;
}

/** Reads a config folder with the installed plugins. Rejects with all its problems. @param folder relative to the project's root */
export async function loadConfig(folder: string): Promise<TestedConfig> {
  const { config, files, lines } = await read(folder);
  if (config === undefined || lines.length > 0) throw new Error(brokenConfig(folder, lines));
  const tested = new Map(
    [...config.entities].map(([id, entity]) => [id, new TestedEntity(folder, files, config, entity)]),
  );
  return {
    folder,
    config,
    entity(id) {
      const entity = tested.get(id);
      if (entity !== undefined) return entity;
      const meant = nearest(id, tested.keys());
      const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
      throw new Error(`${folder} has no entity "${id}".${hint}`);
    },
  };
}

export function brokenConfig(folder: string, lines: readonly string[]): string {
  return `The config in ${folder} does not hold:\n\n${lines.join("\n")}`;
}

async function read(folder: string) {
  const { registry, problems } = installedPlugins();
  const files = await readFolder(folder);
  const answer = checkConfig(files, registry, await readPictures(folder));
  const lines = [
    ...problems.map(formatProblem),
    ...answer.problems.map((one) => formatProblem({ ...one, file: join(folder, one.file) })),
  ];
  return { config: answer.config, files, lines };
}

/** One entity of a loaded config, for `expect`. */
export class TestedEntity {
  /** Path of its file inside the config folder. */
  readonly file: string;
  #compiled: CompiledRecordValidator | undefined;

  constructor(
    readonly folder: string,
    readonly files: ReadonlyMap<string, string>,
    readonly config: Config,
    /** Resolved: everything that has a default is there. */
    readonly entity: Entity,
  ) {
    this.file = `entities/${entity.id}.json`;
  }

  /** The errors of a record, by the function that form and server share. */
  errors(record: RecordData, mode: Mode, stored: RecordData = record): readonly FieldError[] {
    const { entity, config } = this;
    this.#compiled ??= compileValidator(entity.source.schema.properties);
    const tables = messageTables(config.messages, config.app.language, entity);
    const rules = makeFormRules(entity, mode, tables, this.#compiled.check);
    const base = mode === "create" ? defaultRecord(entity.fields) : stored;
    return rules.errors(rules.applyConditions(record, base));
  }

  /** Where something is written: `config/entities/books.json:14:17`. */
  place(pointer: string, file = this.file): string {
    const found = parseJsonFile(file, this.files.get(file) ?? "").file?.place(pointer);
    return `${join(this.folder, file)}:${found?.line ?? 1}:${found?.column ?? 1}`;
  }
}
