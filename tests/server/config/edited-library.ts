import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonChange, LIBRARY } from "../../model/library.ts";

/** A copy of the library's config that a test edits. */
export interface EditedLibrary {
  /** Holds `config` and whatever the test puts beside it. */
  readonly folder: string;
  readonly config: string;
  /** Changes the JSON of a file, or replaces its text; undefined deletes it. */
  edit(path: string, change: JsonChange | string | undefined): void;
  /** All files as the library has them. */
  restore(): void;
  remove(): void;
}

export function editedLibrary(): EditedLibrary {
  const folder = mkdtempSync(join(tmpdir(), "edited-"));
  const config = join(folder, "config");
  const restore = () => {
    rmSync(config, { recursive: true, force: true });
    cpSync(LIBRARY, config, { recursive: true });
  };
  restore();
  return {
    folder,
    config,
    restore,
    edit(path, change) {
      const file = join(config, path);
      if (change === undefined) return rmSync(file);
      if (typeof change === "string") return writeFileSync(file, change);
      const json = JSON.parse(existsSync(file) ? readFileSync(file, "utf8") : "{}");
      change(json);
      writeFileSync(file, JSON.stringify(json, null, 2));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
