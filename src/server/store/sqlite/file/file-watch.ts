import { statSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { StoreTrouble, WriteTrouble } from "../../store.ts";
import { NotStoredError } from "../../store-errors.ts";
import { openConnection, writeTroubleOf } from "../driver.ts";

/** A disk with less counts as full, even if no write has failed yet. */
const MIN_FREE_BYTES = 1024 * 1024;

interface FileWatchParts {
  readonly file: string;
  /** Writes something small, through the same queue as all writes. */
  probe(): Promise<void>;
  /** Called once when trouble begins, and once with undefined when it is over. */
  report?: ((trouble: StoreTrouble | undefined) => void) | undefined;
  /** Free bytes of a folder's disk; undefined where the system does not know. */
  freeBytes?(folder: string): Promise<number | undefined>;
  /** Whether the system would let this process write a file. */
  isWritable?(file: string): Promise<boolean>;
}

/** Watches whether the disk lets a store be read and written, from when its file and journal are open. */
export function watchStoreFile({
  file,
  probe,
  report = () => undefined,
  freeBytes = systemFreeBytes,
  isWritable = systemIsWritable,
}: FileWatchParts) {
  // SQLite goes on with files that were deleted, and what is written to them is lost.
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }));
  // Its own connection: the others have pages in memory that they would not read again.
  const looking = openConnection(file);
  let known: StoreTrouble | undefined;
  let probing: Promise<WriteTrouble | undefined> | undefined;

  function become(trouble: StoreTrouble | undefined): StoreTrouble | undefined {
    if (trouble !== known) report(trouble);
    known = trouble;
    return trouble;
  }

  const isGone = () => opened.some(({ path, identity }) => identityOf(path) !== identity);

  async function attempt<T>(write: () => Promise<T>): Promise<T> {
    if (isGone()) throw new NotStoredError("gone");
    try {
      const value = await write();
      // The write may have waited long.
      if (isGone()) throw new NotStoredError("gone");
      return value;
    } catch (error) {
      const trouble = writeTroubleOf(error);
      throw trouble === undefined ? error : new NotStoredError(trouble, { cause: error });
    }
  }

  async function probeTrouble(): Promise<WriteTrouble | undefined> {
    try {
      await attempt(probe);
      return undefined;
    } catch (error) {
      if (error instanceof NotStoredError) return error.trouble;
      throw error;
    } finally {
      probing = undefined;
    }
  }

  /** One probe for all who ask at the same time. */
  function probeOnce(): Promise<WriteTrouble | undefined> {
    probing ??= probeTrouble();
    return probing;
  }

  function isReadable(): boolean {
    try {
      looking.exec("pragma shrink_memory");
      return looking.rows("select count(*) from sqlite_schema", []).length === 1;
    } catch {
      return false;
    }
  }

  async function writeTrouble(): Promise<WriteTrouble | undefined> {
    // Other writes may have succeeded because they wrote nothing; a probe always writes.
    const failing = known === undefined ? undefined : await probeOnce();
    if (failing !== undefined) return failing;
    if (!(await isWritable(file))) return "readOnly";
    const free = await freeBytes(dirname(file));
    return free !== undefined && free < MIN_FREE_BYTES ? "full" : undefined;
  }

  return {
    /** Runs a write. Rejects with NotStoredError where the disk refuses it. */
    async during<T>(write: () => Promise<T>): Promise<T> {
      try {
        const value = await attempt(write);
        if (known !== undefined) void probeOnce().then(become, () => undefined);
        return value;
      } catch (error) {
        if (error instanceof NotStoredError) become(error.trouble);
        throw error;
      }
    },
    /** Reads the file, and writes where writing failed before. */
    async trouble(): Promise<StoreTrouble | undefined> {
      if (isGone()) return become("gone");
      if (!isReadable()) return become("unreadable");
      return become(await writeTrouble());
    },
    close: () => looking.close(),
  };
}

/** Which file is at a path, whatever is in it; undefined where there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

async function systemFreeBytes(folder: string): Promise<number | undefined> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? undefined : bavail * bsize;
}

function systemIsWritable(file: string): Promise<boolean> {
  return access(file, constants.W_OK).then(
    () => true,
    () => false,
  );
}
