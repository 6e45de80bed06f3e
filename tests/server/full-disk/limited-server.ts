import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

export const ADMIN_PASSWORD = "a password of the tests";

/** A server in a process of its own, whose files the system lets grow to so many bytes: beyond that, writing fails. */
export interface LimitedServer {
  /** e.g. http://127.0.0.1:41234 */
  readonly address: string;
  /** What it said on both streams. */
  output(): string;
  /** From now on no file of it may be longer, nor be written beyond that; undefined: any length. */
  limit(bytes: number | undefined): void;
  /** Asks it to end. Answers its exit code, and after how many ms. */
  stop(): Promise<{ readonly code: number | null; readonly took: number }>;
  kill(): void;
}

/**
 * @param program of the server
 * @param limit of files' length from the very start
 */
export async function startLimited(
  program: string,
  env: Record<string, string>,
  limit?: number,
): Promise<LimitedServer> {
  // The system's own tool, of the package that `mount` is from: Node cannot set the limits of a process.
  const child = spawn("prlimit", [`--fsize=${limit ?? "unlimited"}:`, process.execPath, program], {
    env: { ...process.env, PORT: "0", ADMIN_PASSWORD, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  return {
    address: await addressOf(child, () => said),
    output: () => said,
    limit: (bytes) =>
      void execFileSync("prlimit", ["--pid", String(child.pid), `--fsize=${bytes ?? "unlimited"}:`]),
    async stop() {
      const begun = performance.now();
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return { code, took: performance.now() - begun };
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  const ended = once(child, "exit").then(() => {
    throw new Error(`The server ended before it listened:\n${said()}`);
  });
  const [{ address }] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return address;
}
