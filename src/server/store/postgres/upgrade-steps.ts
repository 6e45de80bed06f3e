/** The SQL that brings the engine's own tables from each version, the first of version 1, to the next one. */
export const TABLES_UPGRADES: readonly string[] = [
  // The bin keeps images by themselves: what a record let go of, with the version of the entry that names it.
  `alter table bin_images add column version integer, add column until text collate "C";
  update bin_images set version = journal.version, until = bin.until
    from bin join journal on journal.position = bin.position
    where bin.from_table = bin_images.from_table and bin.record_id = bin_images.record_id;
  delete from bin_images where until is null;
  alter table bin_images alter column version set not null, alter column until set not null;
  create index bin_images_until on bin_images (until)`,
];

/** The version of the tables that this program makes and opens. */
export const TABLES_VERSION = TABLES_UPGRADES.length + 1;
