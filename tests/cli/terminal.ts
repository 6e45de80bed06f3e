import type { Command } from "../../src/cli/command.ts";

/** Runs a command as its `.mjs` does, and answers what it said and how it ended. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string; errors: string }> {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await command(args, env, {
    log: (text: unknown) => output.push(String(text)),
    error: (text: unknown) => errors.push(String(text)),
  });
  return { code, output: output.join("\n"), errors: errors.join("\n") };
}
