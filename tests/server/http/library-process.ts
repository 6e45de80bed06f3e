import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type BundledScript, bundledScript } from "../../bundled-script.ts";
import { LIBRARY } from "../../model/library.ts";

const ADMIN_PASSWORD = "a password of the tests";

/** A server in a process of its own, over a data folder of its own. */
export interface LibraryProcess {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** e.g. http://127.0.0.1:41234 */
  readonly address: string;
  readonly port: number;
  /** Of the first account. */
  readonly token: string;
  /** What it said on both streams. */
  output(): string;
  /** Resident memory in bytes. */
  rss(): Promise<number>;
}

type StartLibrary = (settings?: Record<string, string>) => Promise<LibraryProcess>;

/** What starts servers for the tests of a file. @returns takes the environment on top of a free port and an empty data folder */
export function libraryProcesses(): StartLibrary {
  const script = bundledScript(new URL("serve-library.ts", import.meta.url));
  return (settings = {}) => start(script, settings);
}

async function start(script: BundledScript, settings: Record<string, string>): Promise<LibraryProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "library-"));
  const child = fork(script.path, {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      CONFIG_DIR: LIBRARY,
      SAMPLE_DATA: "off",
      ADMIN_PASSWORD,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, "exit").then(() => {
    throw new Error(`The server ended before it listened:\n${output}`);
  });
  const [{ address }] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  const login = await fetch(`${address}/api/rest/session/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "director", password: ADMIN_PASSWORD }),
  });
  const { token } = await login.json();
  return {
    child,
    dataDir,
    address,
    port: Number(new URL(address).port),
    token,
    output: () => output,
    async rss() {
      child.send("rss");
      const [{ rss }] = await once(child, "message");
      return rss;
    },
  };
}
