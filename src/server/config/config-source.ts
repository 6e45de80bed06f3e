/** The only access to the config's files. */
export interface ConfigFolder {
  /** Path inside the config folder → text on disk. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** The names of the pictures beside the samples. */
  pictures(): Promise<ReadonlySet<string>>;
  /** Writes all files or none; null deletes a file. Rejects with the system's error. */
  write(files: ReadonlyMap<string, string | null>): Promise<void>;
  isWritable(): Promise<boolean>;
}

/** The config's files of a running server. */
export interface ConfigSource extends ConfigFolder {
  /** Reads the files now; resolves when they are served or rejected. Answers false where neither was possible. */
  follow(): Promise<boolean>;
}
