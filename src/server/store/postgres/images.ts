import { type RawBuilder, sql } from "kysely";
import type { ReleasedImages } from "../entries/released-images.ts";
import type { BinnedImage, ImageUser, StoredImage } from "../store.ts";
import type { Access, WriteAccess } from "./access.ts";

type Bytes = { readonly bytes: Uint8Array; readonly type: string };

/** @param binnedOf also a hidden one that the bin keeps for this record */
export async function shownImage(
  { query }: Access,
  fileName: string,
  binnedOf?: ImageUser,
): Promise<StoredImage | undefined> {
  const [image] = await query(
    sql<StoredImage>`select file_name as "fileName", type, created_at as "createdAt", expires_at as "expiresAt",
      deletion_asked as "deletionAsked", uploaded_by as "uploadedBy"
      from images where file_name = ${fileName} and ${isSeenBy(binnedOf)}`,
  );
  return image;
}

/** Whether an image is shown to all, or kept in the bin for this record. */
const isSeenBy = (binnedOf: ImageUser | undefined) =>
  binnedOf === undefined
    ? sql`not is_binned`
    : sql`(not is_binned or exists (select 1 from bin_images where bin_images.file_name = images.file_name
        and from_table = ${binnedOf.table} and record_id = ${binnedOf._id}))`;

export async function findImageBytes({ query }: Access, fileName: string, size: "full" | "small") {
  const [row] = await query(
    sql<Bytes>`select image_bytes.bytes, image_bytes.type from images join image_bytes using (file_name)
      where file_name = ${fileName} and not is_binned and size = ${size}`,
  );
  return row && plainBytes(row);
}

export async function findBinnedBytes(
  { query }: Access,
  table: string,
  id: string,
  fileName: string,
  size: "full" | "small",
): Promise<BinnedImage | undefined> {
  const [row] = await query(
    sql<Bytes & { positions: number[] }>`select image_bytes.bytes, image_bytes.type,
      array(select position from journal where journal.from_table = bin_images.from_table
        and journal.record_id = bin_images.record_id and journal.version = bin_images.version)::float8[] as positions
      from bin_images join image_bytes using (file_name)
      where from_table = ${table} and record_id = ${id} and file_name = ${fileName} and size = ${size}`,
  );
  return row && { ...plainBytes(row), positions: row.positions };
}

/** Not the driver's Buffer, which is a part of what it received. */
const plainBytes = ({ bytes, type }: Bytes) => ({ bytes: new Uint8Array(bytes), type });

export async function insertImage(
  { query }: Access,
  { fileName, type, createdAt, expiresAt, deletionAsked, uploadedBy }: StoredImage,
  full: Uint8Array,
  small: { bytes: Uint8Array; type: string },
): Promise<void> {
  await query(sql`insert into images (file_name, type, created_at, expires_at, deletion_asked, uploaded_by)
    values (${fileName}, ${type}, ${createdAt}, ${expiresAt}, ${deletionAsked}, ${uploadedBy})`);
  await query(sql`insert into image_bytes (file_name, size, type, bytes)
    values (${fileName}, 'full', ${type}, ${Buffer.from(full)}::bytea),
      (${fileName}, 'small', ${small.type}, ${Buffer.from(small.bytes)}::bytea)`);
}

export async function requestImageDeletion(access: WriteAccess, fileName: string): Promise<void> {
  if (!(await hasUser(access, fileName))) await drop(access, fileName);
  else await access.query(sql`update images set deletion_asked = true where file_name = ${fileName}`);
}

export async function collectExpiredImages(access: WriteAccess, now: string): Promise<number> {
  let count = 0;
  for (const fileName of await namesFrom(access, sql`images where expires_at <= ${now}`))
    if (!(await hasUser(access, fileName)) && (await drop(access, fileName))) count += 1;
  return count;
}

export async function usedImages({ query }: Access, table: string, id: string): Promise<string[]> {
  const rows = await query<{ fileName: string }>({ name: "used images", text: USED, values: [table, id] });
  return rows.map(({ fileName }) => fileName);
}

const USED = `select file_name as "fileName" from image_uses where from_table = $1 and from_id = $2 order by file_name`;

async function namesFrom({ query }: Access, from: RawBuilder<unknown>): Promise<string[]> {
  const rows = await query(sql<{ fileName: string }>`select file_name as "fileName" from ${from}`);
  return rows.map(({ fileName }) => fileName);
}

/** The next records that use an image, by table and `_id`, after the given one. */
export function usersOfImage(
  { query }: Access,
  fileName: string,
  after: ImageUser | undefined,
  limit: number,
): Promise<ImageUser[]> {
  return query(
    sql<ImageUser>`select from_table as "table", from_id as _id from image_uses
      where file_name = ${fileName} and (from_table, from_id) > (${after?.table ?? ""}, ${after?._id ?? ""})
      order by from_table, from_id limit ${limit}`,
  );
}

/**
 * Sets which images a record uses; it also goes on using those that `stillNames` confirms. An image that no record uses
 * any more is released. Throws where an image does not exist.
 */
export async function setUsedImages(
  access: WriteAccess,
  table: string,
  id: string,
  images: readonly string[],
  released: ReleasedImages,
  stillNames: (fileName: string) => Promise<boolean> = async () => false,
): Promise<void> {
  const { query } = access;
  const before = new Set(await usedImages(access, table, id));
  const after = new Set(images);
  for (const fileName of after) {
    // A record that names an image cancels its deletion, and takes it out of the bin.
    const [physical] =
      await query(sql`update images set expires_at = null, deletion_asked = false, is_binned = false
      where file_name = ${fileName} and ${isSeenBy({ table, _id: id })} returning 1`);
    if (physical === undefined) throw new Error(`There is no image ${fileName}.`);
    if (before.has(fileName)) continue;
    await query(sql`insert into image_uses (from_table, from_id, file_name)
      values (${table}, ${id}, ${fileName})`);
    await takeOutOfBin(access, table, id, fileName);
  }
  for (const fileName of before) {
    if (after.has(fileName) || (await stillNames(fileName))) continue;
    await query(sql`delete from image_uses
      where from_table = ${table} and from_id = ${id} and file_name = ${fileName}`);
    if (released.binned !== undefined) await keepInBin(access, table, id, fileName, released.binned);
    await release(access, fileName, released);
  }
}

async function release(access: WriteAccess, fileName: string, { expiresAt }: ReleasedImages): Promise<void> {
  if (await hasUser(access, fileName)) return;
  if (expiresAt === undefined || (await shownImage(access, fileName))?.deletionAsked === true)
    await drop(access, fileName);
  else await access.query(sql`update images set expires_at = ${expiresAt} where file_name = ${fileName}`);
}

async function keepInBin(
  { query }: Access,
  table: string,
  id: string,
  fileName: string,
  { until, version }: NonNullable<ReleasedImages["binned"]>,
): Promise<void> {
  await query(sql`insert into bin_images (from_table, record_id, file_name, version, until)
    values (${table}, ${id}, ${fileName}, ${version}, ${until})
    on conflict (from_table, record_id, file_name) do update set version = excluded.version, until = excluded.until`);
}

export async function takeOutOfBin(
  { query }: Access,
  table: string,
  id: string,
  fileName: string,
): Promise<void> {
  await query(sql`delete from bin_images
    where from_table = ${table} and record_id = ${id} and file_name = ${fileName}`);
}

/** Deletes an image that no record uses, in the bin or out of it. */
export async function dropUnusedImage(access: WriteAccess, fileName: string): Promise<void> {
  if (!(await hasUser(access, fileName))) await drop(access, fileName);
}

/** Deletes an image that no record uses, or hides it where the bin keeps it for one. Answers whether it is gone. */
async function drop(access: WriteAccess, fileName: string): Promise<boolean> {
  const kept = await neededUntil(access, fileName);
  if (kept !== undefined) await hide(access, fileName, kept);
  else
    for (const from of ["images", "image_bytes"])
      await access.query(sql`delete from ${sql.id(from)} where file_name = ${fileName}`);
  return kept === undefined;
}

/** A record that gets it back uses it, whatever was asked before. */
async function hide({ query }: Access, fileName: string, until: string): Promise<void> {
  await query(sql`update images set expires_at = ${until}, is_binned = true, deletion_asked = false
    where file_name = ${fileName}`);
}

/** Until when the bin keeps it for one record or another. */
async function neededUntil({ query }: Access, fileName: string): Promise<string | undefined> {
  const [row] = await query(
    sql<{ until: string | null }>`select max(until) as until from bin_images where file_name = ${fileName}`,
  );
  return row?.until ?? undefined;
}

async function hasUser({ query }: Access, fileName: string): Promise<boolean> {
  return (await query(sql`select 1 from image_uses where file_name = ${fileName} limit 1`)).length > 0;
}
