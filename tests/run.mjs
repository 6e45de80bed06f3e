/**
 * `vitest run`, and once more what failed, alone: on a busy machine a browser can stall for seconds. A file that fails twice
 * fails the run; one that passes then is named, so that it can be made steady. A story cannot be tried again from its middle,
 * since what it stored stands in its way; so the file is the unit.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** More than these are no accident. */
const MAX_AGAIN = 8;

const folder = mkdtempSync(join(tmpdir(), "vitest-"));
const report = join(folder, "report.json");
const status = vitest("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
const failed = status === 0 ? [] : failedFiles();
if (failed.length === 0 || failed.length > MAX_AGAIN) end(status);

console.log(`\nOnce more, alone: ${failed.join(", ")}`);
const again = vitest("--no-file-parallelism", ...failed);
if (again === 0) console.log(`\nUnsteady, failed once and passed then: ${failed.join(", ")}`);
end(again);

/** @param {number} code */
function end(code) {
  rmSync(folder, { recursive: true });
  process.exit(code);
}

/**
 * @param {readonly string[]} options
 * @returns {number} its exit status
 */
function vitest(...options) {
  const run = ["node_modules/vitest/vitest.mjs", "run", ...options];
  const env = { ...process.env, MODULES_FOLDER: join(folder, "modules") };
  return spawnSync(process.execPath, run, { stdio: "inherit", env }).status ?? 1;
}

/**
 * None where the run did not come to its end, or an error belongs to no file.
 * @returns {string[]}
 */
function failedFiles() {
  try {
    /** @type {{ testResults: { status: string, name: string }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const files = testResults.filter((file) => file.status === "failed").map((file) => file.name);
    return [...new Set(files.map((file) => relative(process.cwd(), file)))];
  } catch {
    return [];
  }
}
