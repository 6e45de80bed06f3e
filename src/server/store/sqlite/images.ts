import { sql } from "kysely";
import type { ImageUser, StoredImage } from "../store.ts";
import type { Context } from "./context.ts";

export function getImage({ connection }: Context, fileName: string): StoredImage | undefined {
  const row = connection.first(
    connection.db.selectFrom("images").selectAll().where("file_name", "=", fileName),
  );
  return (
    row && {
      fileName: row.file_name,
      type: row.type,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      deletionAsked: row.deletion_asked === 1,
      uploadedBy: row.uploaded_by,
    }
  );
}

export function getImageBytes({ connection }: Context, fileName: string, size: "full" | "small") {
  const row = connection.first(
    connection.db
      .selectFrom("image_bytes")
      .select(["bytes", "type"])
      .where("file_name", "=", fileName)
      .where("size", "=", size),
  );
  // The driver hands out an ArrayBuffer.
  return row && { bytes: new Uint8Array(row.bytes), type: row.type };
}

export function addImage(
  { connection }: Context,
  image: StoredImage,
  full: Uint8Array,
  small: { bytes: Uint8Array; type: string },
): void {
  const { db } = connection;
  connection.run(
    db.insertInto("images").values({
      file_name: image.fileName,
      type: image.type,
      created_at: image.createdAt,
      expires_at: image.expiresAt,
      deletion_asked: Number(image.deletionAsked),
      uploaded_by: image.uploadedBy,
    }),
  );
  const { fileName: file_name, type } = image;
  connection.run(db.insertInto("image_bytes").values({ file_name, size: "full", type, bytes: full }));
  connection.run(db.insertInto("image_bytes").values({ file_name, size: "small", ...small }));
}

export function askImageDeletion(context: Context, fileName: string): void {
  const { connection } = context;
  if (!isUsed(context, fileName)) deleteImage(context, fileName);
  else
    connection.run(
      connection.db.updateTable("images").set({ deletion_asked: 1 }).where("file_name", "=", fileName),
    );
}

export async function collectImages(context: Context, now: string): Promise<number> {
  const { connection } = context;
  const past = connection.all(
    connection.db.selectFrom("images").select("file_name").where("expires_at", "<=", now),
  );
  let count = 0;
  for (const { file_name } of past) {
    await connection.turn();
    if (isUsed(context, file_name)) continue;
    deleteImage(context, file_name);
    count += 1;
  }
  return count;
}

export function isUsed({ connection }: Context, fileName: string): boolean {
  const use = connection.db.selectFrom("image_uses").select("from_id").where("file_name", "=", fileName);
  return connection.first(use.limit(1)) !== undefined;
}

export function deleteImage({ connection }: Context, fileName: string): void {
  connection.run(connection.db.deleteFrom("images").where("file_name", "=", fileName));
  connection.run(connection.db.deleteFrom("image_bytes").where("file_name", "=", fileName));
}

export function imagesOf({ connection }: Context, table: string, id: string): string[] {
  return connection
    .all(
      connection.db
        .selectFrom("image_uses")
        .select("file_name")
        .where("from_table", "=", table)
        .where("from_id", "=", id)
        .orderBy("file_name"),
    )
    .map(({ file_name }) => file_name);
}

/** The next records that use an image, by table and `_id`, after the given one. */
export function imageUsers(
  { connection }: Context,
  fileName: string,
  after: ImageUser | undefined,
  limit: number,
): ImageUser[] {
  return connection
    .all(
      sql<{ from_table: string; from_id: string }>`select from_table, from_id from image_uses
        where file_name = ${fileName} and (from_table, from_id) > (${after?.table ?? ""}, ${after?._id ?? ""})
        order by from_table, from_id limit ${limit}`,
    )
    .map(({ from_table, from_id }) => ({ table: from_table, _id: from_id }));
}

/**
 * Writes down which images a record uses; it goes on using those that `stillNames` says. One used no longer by any
 * record goes at once where `releasedUntil` is undefined or its deletion was asked for, else expires then. Throws where
 * an image does not exist.
 */
export function keepImages(
  context: Context,
  table: string,
  id: string,
  images: readonly string[],
  releasedUntil: string | undefined,
  stillNames: (fileName: string) => boolean = () => false,
): void {
  const before = new Set(imagesOf(context, table, id));
  const after = new Set(images);
  for (const fileName of after) use(context, fileName);
  for (const fileName of after) if (!before.has(fileName)) addUse(context, table, id, fileName);
  for (const fileName of before)
    if (!after.has(fileName) && !stillNames(fileName)) release(context, table, id, fileName, releasedUntil);
}

/** Naming an image takes back that its deletion was asked for. */
function use({ connection }: Context, fileName: string): void {
  const { changes } = connection.run(
    connection.db
      .updateTable("images")
      .set({ expires_at: null, deletion_asked: 0 })
      .where("file_name", "=", fileName),
  );
  if (changes === 0) throw new Error(`There is no image ${fileName}.`);
}

function addUse({ connection }: Context, table: string, id: string, fileName: string): void {
  connection.run(
    connection.db.insertInto("image_uses").values({ from_table: table, from_id: id, file_name: fileName }),
  );
}

function release(
  context: Context,
  table: string,
  id: string,
  fileName: string,
  until: string | undefined,
): void {
  const { connection } = context;
  connection.run(
    connection.db
      .deleteFrom("image_uses")
      .where("from_table", "=", table)
      .where("from_id", "=", id)
      .where("file_name", "=", fileName),
  );
  if (isUsed(context, fileName)) return;
  if (until === undefined || getImage(context, fileName)?.deletionAsked === true)
    deleteImage(context, fileName);
  else
    connection.run(
      connection.db.updateTable("images").set({ expires_at: until }).where("file_name", "=", fileName),
    );
}
