import { spawn } from "node:child_process";

export interface Ran {
  readonly code: number;
  /** What it said, on both streams. */
  readonly said: string;
}

/** Runs a script of the project or of its packages by Node, and waits for its end. */
export function runNode(
  args: readonly string[],
  cwd = ".",
  settings: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  // Not the marks of the test run that this is part of: a vitest that is started is one of its own, and speaks plainly.
  const marks = /^(VITEST.*|NODE_ENV|TEST|FORCE_COLOR)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !marks.test(name)));
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, NO_COLOR: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  }
  return new Promise((ended, failed) => {
    child.once("error", failed);
    child.once("close", (code) => ended({ code: code ?? 1, said }));
  });
}
