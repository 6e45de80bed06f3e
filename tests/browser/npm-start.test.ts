import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** `npm start` in a group of its own, with a connection that says nothing. */
async function startByNpm() {
  const dataDir = mkdtempSync(join(tmpdir(), "npm-"));
  const npm = spawn("npm", ["start"], {
    detached: true,
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { pid = 0 } = npm;
  onTestFinished(async () => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nobody of the group is left, as it should be.
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  let printed = "";
  npm.stdout.setEncoding("utf8");
  while (!/http:\/\/[\d.]+:\d+/.test(printed)) printed += (await once(npm.stdout, "data"))[0];
  const port = Number(/:(\d+)\s/.exec(printed)?.[1]);
  const silent = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(silent, "connect");
  const ended = once(npm, "close").then(([code]) => code);
  return { pid, dataDir, ended, silentClosed: once(silent, "close") };
}

// npm passes a signal on to its child; a terminal, or systemd, sends it to the whole group besides.
it.each([
  ["npm alone", 1, "SIGTERM"],
  ["the whole group", -1, "SIGTERM"],
  ["the whole group, as Ctrl+C does", -1, "SIGINT"],
] as const)(
  "a signal to %s ends npm and the server with 0, and leaves one whole file",
  async (_, to, signal) => {
    const { pid, dataDir, ended, silentClosed } = await startByNpm();
    process.kill(to * pid, signal);
    // The output is closed when the server is gone too.
    expect(await ended).toBe(0);
    await silentClosed;
    const journal = join(dataDir, "store.db-wal");
    expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0);
  },
);

it("what is given to npm start reaches the server", async () => {
  const npm = spawn("npm", ["start", "--", "--nonsense"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  npm.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  expect(await once(npm, "close")).toEqual([2, null]);
  expect(said).toMatch(/--nonsense[\s\S]*Usage: npm start/);
});
