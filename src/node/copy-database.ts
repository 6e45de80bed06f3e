import { moveStore, type PartContent } from "../server/store/moving/move-store.ts";
import { readDatabase } from "../server/store/postgres/moving/moved-database.ts";
import { requireRoomForCopy, type StoreCopy } from "../server/store/sqlite/file/copy.ts";
import { placePart, removePart } from "../server/store/sqlite/file/durable-file.ts";
import { writeStoreFile } from "../server/store/sqlite/file/moved-file.ts";
import { STORE_VERSION } from "../server/store/sqlite/file/upgrade-steps.ts";

/**
 * Copies the store in a database, as it is at one moment, without its sessions, to a file that a store opens from; servers go on
 * meanwhile. The file is opened and compared before it gets its name. Throws where the copy would replace a file.
 */
export async function copyDatabase(url: string, copy: string): Promise<StoreCopy> {
  requireRoomForCopy(copy);
  const source = await readDatabase({ url }, false);
  try {
    const { close, ...writer } = writeStoreFile(copy);
    try {
      const contents = await moveStore(source, writer);
      close();
      placePart(copy);
      const sum = (some: readonly PartContent[]) => some.reduce((all, { rows }) => all + rows, 0);
      return {
        version: STORE_VERSION,
        records: sum(contents.filter(({ entity }) => entity !== undefined)),
        images: sum(contents.filter(({ table }) => table === "images")),
      };
    } finally {
      close();
      removePart(copy);
    }
  } finally {
    await source.close();
  }
}
