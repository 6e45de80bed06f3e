import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A file for a store, gone when the test is. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}
