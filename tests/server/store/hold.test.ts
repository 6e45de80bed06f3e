import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { hold } from "../../../src/server/store/sqlite/file/hold.ts";
import { bundledScript } from "../../bundled-script.ts";
import { temporaryFile } from "./temporary-file.ts";

const script = bundledScript(new URL("hold-until-killed.ts", import.meta.url));

async function another(file: string) {
  const child = spawn(process.execPath, [script.path, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

test("one holds a file at a time, in one process and between processes", async () => {
  const file = temporaryFile();
  const free = hold(file);
  expect(free).toBeDefined();
  expect(hold(file)).toBeUndefined();
  expect((await another(file)).said).toBe("taken");
  free?.();
  expect((await another(file)).said).toBe("held");
  expect(hold(file)).toBeUndefined();
});

test("what a killed process held is free at once", async () => {
  const file = temporaryFile();
  const { child, said } = await another(file);
  expect([said, hold(file)]).toEqual(["held", undefined]);
  child.kill("SIGKILL");
  await once(child, "close");
  const free = hold(file);
  expect(free).toBeDefined();
  free?.();
});
