import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { copyProject } from "./copied-project.ts";

const project = copyProject();
afterAll(() => project.remove());

const hash = async () =>
  (
    await project.run(
      "--input-type=module",
      "-e",
      'console.log((await import("./src/cli/build.mjs")).inputsHash())',
    )
  ).said;

it("stays current when npm writes the lock file anew, not when a package changes", async () => {
  const lock = join(project.folder, "package-lock.json");
  const text = readFileSync(lock, "utf8");
  const before = await hash();
  // As npm 9 does, which knows no "libc".
  writeFileSync(lock, JSON.stringify(JSON.parse(text, (key, value) => (key === "libc" ? undefined : value))));
  expect(await hash()).toBe(before);
  writeFileSync(lock, text.replace('"integrity": "sha512-', '"integrity": "sha512-9'));
  expect(await hash()).not.toBe(before);
});

it("says what to do where the program changed and nothing can build it", async () => {
  unlinkSync(join(project.folder, "node_modules"));
  mkdirSync(join(project.folder, "node_modules"));
  const { code, said } = await project.run("src/cli/build.mjs");
  expect(code).toBe(1);
  expect(said).toContain('Run "npm ci && npm run build"');
});
