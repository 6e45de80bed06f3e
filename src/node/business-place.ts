/** Where a business is: a data folder or a database. What reads it whole, and what makes it anew there. */
import { rmSync } from "node:fs";
import { MoveRefusedError } from "../server/store/moving/move-store.ts";
import type { StoreReader, StoreWriter } from "../server/store/moving/parts.ts";
import { readDatabase, writeDatabase } from "../server/store/postgres/moving/moved-database.ts";
import { placePart, removePart } from "../server/store/sqlite/file/durable-file.ts";
import { readStoreFile, writeStoreFile } from "../server/store/sqlite/file/moved-file.ts";
import { inspectStoreFile, requireStore } from "../server/store/sqlite/file/store-file.ts";
import { lockData } from "./data-lock.ts";
import { markStore, storeFileIn, storeRefusal } from "./data-store.ts";
import { databaseRefusal } from "./database.ts";
import { isDatabaseUrl, StartRefused } from "./settings.ts";

/** A folder's path, or postgres://… */
export type BusinessPlace = { readonly folder: string } | { readonly url: string };

export const businessPlace = (text: string): BusinessPlace =>
  isDatabaseUrl(text) ? { url: text } : { folder: text };

/** For the operator: of a database without its user and password. */
export function nameOfPlace(place: BusinessPlace): string {
  if ("folder" in place) return `the data folder ${place.folder}`;
  const { host, pathname } = new URL(place.url);
  return `the database ${host}${pathname}`;
}

interface OpenSource {
  readonly reader: StoreReader;
  close(): Promise<void>;
}

interface OpenTarget {
  readonly writer: StoreWriter;
  /** Makes it a business. */
  commit(): Promise<void>;
  /** Without `commit`, nothing of it is left but a mark by which no server starts. */
  close(): Promise<void>;
}

/** A business that nobody changes meanwhile. Throws where a server runs on it. */
export const openSource = (place: BusinessPlace): Promise<OpenSource> =>
  told(place, async () => {
    if ("url" in place) {
      const { close, ...reader } = await readDatabase(place, true);
      return { reader, close };
    }
    const file = storeFileIn(place.folder);
    requireStore(file);
    const unlock = await lockData(place.folder);
    try {
      const { close, ...reader } = readStoreFile(file);
      return {
        reader,
        async close() {
          close();
          unlock();
        },
      };
    } catch (error) {
      unlock();
      throw error;
    }
  });

/** Throws where there is something. */
export const openTarget = (place: BusinessPlace): Promise<OpenTarget> =>
  told(place, async () => {
    if ("url" in place) {
      const { commit, close, ...writer } = await writeDatabase(place);
      return { writer, commit, close };
    }
    return openTargetFolder(place.folder);
  });

async function openTargetFolder(folder: string): Promise<OpenTarget> {
  const file = storeFileIn(folder);
  const unlock = await lockData(folder);
  try {
    const { state } = inspectStoreFile(file);
    if (state !== "missing" && state !== "empty")
      throw new MoveRefusedError(
        `Something is at ${file} (${state}), and a move replaces nothing. Name a folder without a store.`,
      );
    markStore(folder);
    const { close, ...writer } = writeStoreFile(file);
    return {
      writer,
      async commit() {
        close();
        if (inspectStoreFile(file).state === "empty") rmSync(file);
        placePart(file);
      },
      async close() {
        close();
        removePart(file);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whatever the place refuses, in words. */
export async function told<T>(place: BusinessPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MoveRefusedError)
      throw new StartRefused([`${nameOfPlace(place)}: ${error.message}`]);
    throw "url" in place ? databaseRefusal(error) : storeRefusal(error, place.folder);
  }
}
