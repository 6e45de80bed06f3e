import type { ConfigFileKind } from "../../wire/config-editing.ts";

export const APP_FILE = "app.json";
export const MESSAGES_FILE = "messages.json";
const ENTITY = /^entities\/(.+)\.json$/;
const SAMPLES = /^samples\/(.+)\.json$/;

/** Which published schema a file is written by. */
export function fileKind(path: string): ConfigFileKind {
  if (SAMPLES.test(path)) return "samples";
  if (ENTITY.test(path)) return "entity";
  return path === MESSAGES_FILE ? "messages" : "app";
}

/** The entity that a file is about; undefined for files about everything. */
export function entityOf(path: string): string | undefined {
  return (ENTITY.exec(path) ?? SAMPLES.exec(path))?.[1];
}

export const entityFile = (id: string) => `entities/${id}.json`;
export const samplesFile = (id: string) => `samples/${id}.json`;
