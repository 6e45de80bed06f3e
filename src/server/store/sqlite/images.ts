import type { StoredImage } from "../store.ts";
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

export function collectImages(context: Context, now: string): number {
  const { connection } = context;
  const past = connection.all(
    connection.db.selectFrom("images").select("file_name").where("expires_at", "<=", now),
  );
  const unused = past.filter(({ file_name }) => !isUsed(context, file_name));
  for (const { file_name } of unused) deleteImage(context, file_name);
  return unused.length;
}

export function isUsed({ connection }: Context, fileName: string): boolean {
  const use = connection.db.selectFrom("image_uses").select("from_id").where("file_name", "=", fileName);
  return connection.first(use.limit(1)) !== undefined;
}

export function deleteImage({ connection }: Context, fileName: string): void {
  connection.run(connection.db.deleteFrom("images").where("file_name", "=", fileName));
  connection.run(connection.db.deleteFrom("image_bytes").where("file_name", "=", fileName));
}
