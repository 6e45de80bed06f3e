import { statSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { StoreTrouble, WriteTrouble } from "../../store.ts";
import { NotStoredError } from "../../store-errors.ts";
import { openConnection, writeTroubleOf } from "../driver.ts";

/** With less than this, a disk counts as full before a write has failed on it. */
const MIN_FREE_BYTES = 1024 * 1024;

export interface FileWatchParts {
  readonly file: string;
  /** Writes something small, as any write is written. */
  probe(): Promise<void>;
  /** Called once when the store gets into trouble, and once when it is out of it. */
  report?: ((trouble: StoreTrouble | undefined) => void) | undefined;
  /** Free bytes of the disk that holds a folder; undefined where the system does not know. */
  freeBytes?(folder: string): Promise<number | undefined>;
}

/** Knows whether the disk below a store lets it be read and written. */
export interface FileWatch {
  /** Runs a write. Where the disk refuses it, rejects with NotStoredError. */
  during<T>(write: () => Promise<T>): Promise<T>;
  /** Looks: reads the file, and where writing failed before, writes. */
  trouble(): Promise<StoreTrouble | undefined>;
  close(): void;
}

/** Begins to watch a store whose file, and journal, are open. */
export function watchStoreFile({
  file,
  probe,
  report = () => undefined,
  freeBytes = systemFreeBytes,
}: FileWatchParts): FileWatch {
  // SQLite goes on with files that were deleted, and everything written to them is lost at the end.
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }));
  // Of its own, since what another one has read already it would not read again.
  const looking = openConnection(file);
  let known: StoreTrouble | undefined;
  let probing: Promise<WriteTrouble | undefined> | undefined;

  function become<Trouble extends StoreTrouble | undefined>(trouble: Trouble): Trouble {
    if (trouble !== known) {
      known = trouble;
      report(trouble);
    }
    return trouble;
  }

  const isGone = () => opened.some(({ path, identity }) => identityOf(path) !== identity);

  async function attempt<T>(write: () => Promise<T>): Promise<T> {
    if (isGone()) throw new NotStoredError("gone");
    try {
      const value = await write();
      // It may have waited long for its turn.
      if (isGone()) throw new NotStoredError("gone");
      return value;
    } catch (error) {
      const trouble = writeTroubleOf(error);
      throw trouble === undefined ? error : new NotStoredError(trouble, { cause: error });
    }
  }

  /** One for all who ask at the same time. */
  function probeOnce(): Promise<WriteTrouble | undefined> {
    probing ??= attempt(probe)
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof NotStoredError) return error.trouble;
          throw error;
        },
      )
      .finally(() => {
        probing = undefined;
      });
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
    // A write that went well may have written nothing: only one that surely writes tells.
    const failing = known === undefined ? undefined : await probeOnce();
    if (failing !== undefined) return failing;
    const isWritable = await access(file, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return "readOnly";
    const free = await freeBytes(dirname(file));
    return free !== undefined && free < MIN_FREE_BYTES ? "full" : undefined;
  }

  return {
    async during(write) {
      try {
        const value = await attempt(write);
        if (known !== undefined) void probeOnce().then(become, () => undefined);
        return value;
      } catch (error) {
        if (error instanceof NotStoredError) become(error.trouble);
        throw error;
      }
    },
    async trouble() {
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
