/** A text on disk with its version; both null where there is no such file. */
export interface DiskText {
  readonly text: string | null;
  readonly version: string | null;
}

/** A file that was opened on the page: as it is on disk, and as it would be saved. */
export interface OpenFile {
  readonly path: string;
  readonly disk: DiskText;
  /** null: the file would go. */
  readonly text: string | null;
  /** What somebody else put on disk since the edits began. Nothing is saved over it unasked. */
  readonly newer?: DiskText;
  /** What somebody else wrote was put aside for the edits: saving undoes it. */
  readonly undoes?: boolean;
}

export const openedFrom = (path: string, disk: DiskText): OpenFile => ({ path, disk, text: disk.text });

export const isEdited = ({ disk, text }: OpenFile): boolean => text !== disk.text;

/** The file after what is on disk was read anew; undefined when there is nothing left to show. */
export function withDisk(file: OpenFile, read: DiskText): OpenFile | undefined {
  if (!isEdited(file) || file.text === read.text)
    return read.text === null ? undefined : openedFrom(file.path, read);
  // The same text again is nobody's change.
  if (read.text === file.disk.text) {
    const { newer: _, ...same } = file;
    return { ...same, disk: read };
  }
  return { ...file, newer: read };
}

/** The edits stay, and are meant to replace what somebody else wrote. */
export function keptOver({ path, text, disk, newer }: OpenFile): OpenFile {
  return { path, text, disk: newer ?? disk, undoes: true };
}
