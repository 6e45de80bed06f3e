import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUpInThread } from "../../src/node/backup-in-thread.ts";
import { inspectStoreFile } from "../../src/server/store/sqlite/file/store-file.ts";
import { buildServer } from "../server/build-server.ts";

// Inside the project, where packages are found, and what is left behind is ignored.
const folder = mkdtempSync(join(resolve(), ".building-"));
const module = pathToFileURL(join(folder, "backup-thread.js"));
beforeAll(async () => {
  const ssr = resolve("src/node/backup-thread.ts");
  await build({ configFile: false, logLevel: "error", build: { ssr, outDir: folder, target: "node20" } });
});
afterAll(() => rmSync(folder, { recursive: true }));

const WHEN = { now: new Date(), since: new Date(0) };

it("copies the store of a running server, and refuses as the copy itself does", async () => {
  const server = await buildServer();
  try {
    const copy = join(folder, "copy.db");
    const task = { ...WHEN, file: server.storeFile, copy };
    expect(await backUpInThread(module, task)).toBe("made");
    expect(inspectStoreFile(copy).state).toBe("store");
    await expect(backUpInThread(module, task)).rejects.toThrow("exists already");
    const other = join(folder, "other.db");
    const none = { ...WHEN, file: join(folder, "none.db"), copy: other };
    await expect(backUpInThread(module, none)).rejects.toThrow();
    expect(existsSync(other)).toBe(false);
  } finally {
    await server.close();
  }
});
