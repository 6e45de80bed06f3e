import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "wrapper-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = join(folder, "back-office.env");
const WRAPPER = join(folder, "back-office");
writeFileSync(
  WRAPPER,
  readFileSync("docs/deploy/back-office", "utf8")
    .replace("settings=/etc/back-office.env", `settings='${SETTINGS}'`)
    .replace("cd /opt/back-office", `cd '${folder}'`),
);
// In the place of the system's: tells what it was called with.
const RUNUSER = join(folder, "runuser");
const TELL =
  'console.log(JSON.stringify({ args: process.argv.slice(1), env: process.env, input: fs.readFileSync(0, "utf8") }))';
writeFileSync(RUNUSER, `#!/bin/sh\nexec '${process.execPath}' -e '${TELL}' -- "$@"\n`);
chmodSync(RUNUSER, 0o755);

function callWith(settings: string, args: readonly string[] = ["user", "--", "list"]) {
  writeFileSync(SETTINGS, settings);
  const { status, stdout, stderr } = spawnSync("sh", [WRAPPER, ...args], {
    env: { PATH: `${folder}:${process.env.PATH}`, PGPASSWORD: "of the caller" },
    input: "a typed password\n",
    encoding: "utf8",
  });
  const told = stdout === "" ? undefined : JSON.parse(stdout);
  return { status, stderr, args: told?.args, env: told?.env ?? {}, input: told?.input };
}

it("runs a command as the user of the service, with what is typed and the caller's environment", () => {
  const { args, env, input } = callWith("PORT=3001\n", ["user", "--", "reset-password", "a b", "--stdin"]);
  const called = ["-u", "back-office", "--", "npm", "run", "-s"];
  expect(args).toEqual([...called, "user", "--", "reset-password", "a b", "--stdin"]);
  expect(env).toMatchObject({ HOME: "/var/lib/back-office", PORT: "3001", PGPASSWORD: "of the caller" });
  expect(input).toBe("a typed password\n");
});

it.each([
  ["https://a.example https://b.example", "https://a.example https://b.example"],
  ["postgres://u:a$HOME$(id)`id`&b;c%40@h/d?x=1&y=2", "postgres://u:a$HOME$(id)`id`&b;c%40@h/d?x=1&y=2"],
  ["a # b ; c", "a # b ; c"],
  ["*", "*"],
  ["", ""],
  ["   with blanks around\t ", "with blanks around"],
  ["with a carriage return\r", "with a carriage return"],
  ['"a & b; $c"', "a & b; $c"],
  ["'a & b; $c'", "a & b; $c"],
  ['"  blanks kept "', "  blanks kept "],
  [`"it's"`, "it's"],
  [`'say "so"'`, 'say "so"'],
  ["it's", "it's"],
  ['say "so"', 'say "so"'],
  ["''", ""],
  ['""', ""],
  ["'a\\b'", "a\\b"],
  ["店 $", "店 $"],
])(
  "reads the value %j as systemd does: nothing is evaluated, one pair of quotes is taken off",
  (written, value) => {
    const { status, stderr, env } = callWith(`BEFORE=1\nVALUE=${written}\nAFTER=2`);
    expect([stderr, status]).toEqual(["", 0]);
    expect(env).toMatchObject({ BEFORE: "1", VALUE: value, AFTER: "2" });
  },
);

it("skips blank lines, comments and what is no setting, and takes blanks around a name", () => {
  const settings = "\n# A=1\n;B=2\n  # C=3\n \t\nno setting\nexport D=4\n1E=5\n=6\n  F = 7\n";
  const { status, stderr, env } = callWith(settings);
  expect([stderr, status]).toEqual(["", 0]);
  expect(env).toMatchObject({ F: "7" });
  for (const name of ["A", "B", "C", "D", "E", "1E"]) expect(env).not.toHaveProperty([name]);
});

it.each(["'a", '"a', "'", '"', `'a"`, `"a'`, "'a'b'", '"a" "b"', "a\\b", "a\\", '"a\\b"', '"a\\"', "'a' b"])(
  "refuses %j, which systemd would read otherwise, with its line and without the value",
  (written) => {
    const { status, stderr, args } = callWith(`A=1\n\nSECRET=${written}\n`);
    expect([status, args]).toEqual([1, undefined]);
    expect(stderr).toMatch(/^back-office: \S+\.env, line 3: .+\.\n$/);
  },
);

it("without the file it says so and runs nothing", () => {
  rmSync(SETTINGS, { force: true });
  const { status, stderr, stdout } = spawnSync("sh", [WRAPPER, "check"], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain(SETTINGS);
  expect(stdout).toBe("");
});
