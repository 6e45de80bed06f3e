import { type RawBuilder, sql } from "kysely";
import type { ReleasedImages } from "../entries/released-images.ts";
import type { BinnedImage, ImageUser, StoredImage } from "../store.ts";
import type { Context } from "./context.ts";

/** @param binnedOf also a hidden one that the bin keeps for this record */
export function getImage(
  { connection }: Context,
  fileName: string,
  binnedOf?: ImageUser,
): StoredImage | undefined {
  const row = connection.first(
    sql<Omit<StoredImage, "deletionAsked"> & { deletionAsked: number }>`select file_name as fileName, type,
      created_at as createdAt, expires_at as expiresAt, deletion_asked as deletionAsked, uploaded_by as uploadedBy
      from images where file_name = ${fileName} and ${seenBy(binnedOf)}`,
  );
  return row && { ...row, deletionAsked: row.deletionAsked === 1 };
}

/** Whether an image is shown to all, or kept in the bin for this record. */
const seenBy = (binnedOf: ImageUser | undefined) =>
  binnedOf === undefined
    ? sql`is_binned = 0`
    : sql`(is_binned = 0 or exists (select 1 from bin_images where bin_images.file_name = images.file_name
        and from_table = ${binnedOf.table} and record_id = ${binnedOf._id}))`;

export function getImageBytes({ connection }: Context, fileName: string, size: "full" | "small") {
  const row = connection.first(
    sql<{ bytes: ArrayBuffer; type: string }>`select image_bytes.bytes, image_bytes.type from images
      join image_bytes on image_bytes.file_name = images.file_name
      where images.file_name = ${fileName} and is_binned = 0 and size = ${size}`,
  );
  return row && { bytes: new Uint8Array(row.bytes), type: row.type };
}

export function getBinnedImageBytes(
  { connection }: Context,
  table: string,
  id: string,
  fileName: string,
  size: "full" | "small",
): BinnedImage | undefined {
  const row = connection.first(
    sql<{
      bytes: ArrayBuffer;
      type: string;
      version: number;
    }>`select image_bytes.bytes, image_bytes.type, version
      from bin_images join image_bytes on image_bytes.file_name = bin_images.file_name
      where from_table = ${table} and record_id = ${id} and bin_images.file_name = ${fileName} and size = ${size}`,
  );
  if (row === undefined) return undefined;
  const found = connection.all(
    sql<{ position: number }>`select position from journal
      where from_table = ${table} and record_id = ${id} and version = ${row.version}`,
  );
  const positions = found.map(({ position }) => position);
  return { bytes: new Uint8Array(row.bytes), type: row.type, positions };
}

export function addImage(
  { connection }: Context,
  { fileName, type, createdAt, expiresAt, deletionAsked, uploadedBy }: StoredImage,
  full: Uint8Array,
  small: { bytes: Uint8Array; type: string },
): void {
  connection.run(
    sql`insert into images (file_name, type, created_at, expires_at, deletion_asked, uploaded_by)
      values (${fileName}, ${type}, ${createdAt}, ${expiresAt}, ${Number(deletionAsked)}, ${uploadedBy})`,
  );
  connection.run(sql`insert into image_bytes (file_name, size, type, bytes)
    values (${fileName}, 'full', ${type}, ${full}), (${fileName}, 'small', ${small.type}, ${small.bytes})`);
}

export function askImageDeletion(context: Context, fileName: string): void {
  if (!isUsed(context, fileName)) dropImage(context, fileName);
  else context.connection.run(sql`update images set deletion_asked = 1 where file_name = ${fileName}`);
}

export async function collectImages(context: Context, now: string): Promise<number> {
  const { connection } = context;
  let count = 0;
  for (const fileName of fileNames(context, sql`images where expires_at <= ${now}`)) {
    await connection.turn();
    if (!isUsed(context, fileName) && dropImage(context, fileName)) count += 1;
  }
  return count;
}

export function imagesOf(context: Context, table: string, id: string): string[] {
  return fileNames(
    context,
    sql`image_uses where from_table = ${table} and from_id = ${id} order by file_name`,
  );
}

function fileNames({ connection }: Context, from: RawBuilder<unknown>): string[] {
  const rows = connection.all(sql<{ fileName: string }>`select file_name as fileName from ${from}`);
  return rows.map(({ fileName }) => fileName);
}

/** The next records that use an image, by table and `_id`, after the given one. */
export function imageUsers(
  { connection }: Context,
  fileName: string,
  after: ImageUser | undefined,
  limit: number,
): ImageUser[] {
  return connection.all(
    sql<ImageUser>`select from_table as "table", from_id as _id from image_uses
      where file_name = ${fileName} and (from_table, from_id) > (${after?.table ?? ""}, ${after?._id ?? ""})
      order by from_table, from_id limit ${limit}`,
  );
}

/**
 * Sets which images a record uses; it also goes on using those that `stillNames` confirms. An image that no record uses
 * any more is released. Throws where an image does not exist.
 */
export function setImages(
  context: Context,
  table: string,
  id: string,
  images: readonly string[],
  released: ReleasedImages,
  stillNames: (fileName: string) => boolean = () => false,
): void {
  const { connection } = context;
  const before = new Set(imagesOf(context, table, id));
  const after = new Set(images);
  for (const fileName of after) {
    // A record that names an image cancels its deletion, and takes it out of the bin.
    const { changes } = connection.run(
      sql`update images set expires_at = null, deletion_asked = 0, is_binned = 0
        where file_name = ${fileName} and ${seenBy({ table, _id: id })}`,
    );
    if (changes === 0) throw new Error(`There is no image ${fileName}.`);
    if (before.has(fileName)) continue;
    connection.run(sql`insert into image_uses (from_table, from_id, file_name)
      values (${table}, ${id}, ${fileName})`);
    takeImageFromBin(context, table, id, fileName);
  }
  for (const fileName of before) {
    if (after.has(fileName) || stillNames(fileName)) continue;
    connection.run(sql`delete from image_uses
      where from_table = ${table} and from_id = ${id} and file_name = ${fileName}`);
    if (released.binned !== undefined) putImageInBin(context, table, id, fileName, released.binned);
    release(context, fileName, released);
  }
}

function release(context: Context, fileName: string, { expiresAt }: ReleasedImages): void {
  if (isUsed(context, fileName)) return;
  if (expiresAt === undefined || getImage(context, fileName)?.deletionAsked === true)
    dropImage(context, fileName);
  else context.connection.run(sql`update images set expires_at = ${expiresAt} where file_name = ${fileName}`);
}

function putImageInBin(
  { connection }: Context,
  table: string,
  id: string,
  fileName: string,
  { until, version }: NonNullable<ReleasedImages["binned"]>,
): void {
  connection.run(sql`insert or replace into bin_images (from_table, record_id, file_name, version, until)
    values (${table}, ${id}, ${fileName}, ${version}, ${until})`);
}

export function takeImageFromBin({ connection }: Context, table: string, id: string, fileName: string): void {
  connection.run(sql`delete from bin_images
    where from_table = ${table} and record_id = ${id} and file_name = ${fileName}`);
}

/** Deletes an image that no record uses, in the bin or out of it. */
export function deleteUnused(context: Context, fileName: string): void {
  if (!isUsed(context, fileName)) dropImage(context, fileName);
}

/** Deletes an image that no record uses, or hides it where the bin keeps it for one. Answers whether it is gone. */
function dropImage(context: Context, fileName: string): boolean {
  const kept = binnedUntil(context, fileName);
  if (kept === undefined) deleteImage(context, fileName);
  else hideImage(context, fileName, kept);
  return kept === undefined;
}

/** A record that gets it back uses it, whatever was asked before. */
function hideImage({ connection }: Context, fileName: string, until: string): void {
  connection.run(sql`update images set expires_at = ${until}, is_binned = 1, deletion_asked = 0
    where file_name = ${fileName}`);
}

/** Until when the bin keeps it for one record or another. */
function binnedUntil({ connection }: Context, fileName: string): string | undefined {
  const row = connection.first(
    sql<{ until: string | null }>`select max(until) as until from bin_images where file_name = ${fileName}`,
  );
  return row?.until ?? undefined;
}

function isUsed({ connection }: Context, fileName: string): boolean {
  return connection.first(sql`select 1 from image_uses where file_name = ${fileName} limit 1`) !== undefined;
}

function deleteImage({ connection }: Context, fileName: string): void {
  connection.run(sql`delete from images where file_name = ${fileName}`);
  connection.run(sql`delete from image_bytes where file_name = ${fileName}`);
}
