/** The gate to the config's files. */
export interface ConfigFolder {
  /** Path inside the config folder → text, as on disk now. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Writes each file atomically, null deletes it. Rejects with the system's error where a file cannot be written. */
  write(files: ReadonlyMap<string, string | null>): Promise<void>;
  isWritable(): Promise<boolean>;
}

/** The config's files of a running server. A server made without them serves its runtime and edits nothing. */
export interface ConfigSource extends ConfigFolder {
  /** Looks at the files now; resolves when what they say is served, or rejected. */
  follow(): Promise<void>;
}
