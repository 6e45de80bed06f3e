import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ConfigSource } from "../../../../src/server/config/config-source.ts";
import { createServer } from "../../../../src/server/runtime/create-server.ts";
import type { EditingServer } from "./open-editing.ts";

interface Otherwise {
  readonly log?: string[];
  readonly isWritable?: ConfigSource["isWritable"];
  read?(read: ConfigSource["read"]): ReturnType<ConfigSource["read"]>;
  write?(write: () => Promise<void>): Promise<void>;
}

/** Another server over the same files, records and config, whose disk behaves otherwise. */
export function otherServer(
  { server }: EditingServer,
  { log = [], isWritable = async () => true, read, write }: Otherwise,
): FastifyInstance {
  const { store, holder, effects, config } = server;
  if (config === undefined) throw new Error("The server has no files.");
  const source: ConfigSource = {
    ...config,
    isWritable,
    read: () => (read === undefined ? config.read() : read(config.read)),
    write: (files) => (write === undefined ? config.write(files) : write(() => config.write(files))),
  };
  return createServer({
    store,
    holder,
    effects,
    config: source,
    log: { line: () => {}, note: (text) => log.push(text) },
  });
}

/** Every file below the config's folder, so that nothing half is left beside them. */
export function everyFile({ library }: EditingServer): string[] {
  const all = readdirSync(library.config, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();
}
