import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { run, start } from "../../src/node/server.ts";
import { readSettings, StartRefused } from "../../src/node/settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refused-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** What a start writes before it ends the process, and with which code. */
async function ended(env: Record<string, string>) {
  const said = vi.spyOn(console, "error").mockReturnValue(undefined);
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const error: unknown = await start(env).catch((thrown: unknown) => thrown);
  exit.mockRestore();
  return { error, lines: said.mock.calls.map(([line]: unknown[]) => line) };
}

it("a start that is refused writes every problem, and ends with 1", async () => {
  const env = { PORT: "0", DATA_DIR: join(folder, "data"), CONFIG_DIR: folder };
  const refused = await run(readSettings(env)).catch((thrown: unknown) => thrown);
  const problems = refused instanceof StartRefused ? refused.lines : [];
  expect(problems.length).toBeGreaterThan(1);
  expect(await ended(env)).toEqual({ error: new Error("exit 1"), lines: problems });
});

it("so does one whose settings are wrong, before anything else", async () => {
  const { error, lines } = await ended({ PORT: "port", DATA_DIR: join(folder, "data"), CONFIG_DIR: folder });
  expect(error).toEqual(new Error("exit 1"));
  expect(lines).toEqual([expect.stringContaining("PORT")]);
});
