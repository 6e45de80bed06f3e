import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { user } from "../../src/cli/user.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { bundledScript } from "../bundled-script.ts";
import { LIBRARY } from "../model/library.ts";

const ADMIN_PASSWORD = "a password of the tests";
const INTRUDER = "eve\u001b[2J";

const script = bundledScript(new URL("run-user.ts", import.meta.url));
let folder: string;
let env: Record<string, string>;
/** Where a server has run: with samples, the first account, and three that registered. */
let seeded: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "user-"));
  const config = join(folder, "config");
  cpSync(LIBRARY, config, { recursive: true });
  seeded = join(folder, "seeded");
  env = { CONFIG_DIR: config, DATA_DIR: seeded, ADMIN_PASSWORD, PORT: "0" };
  const server = await begin();
  for (const username of ["anna", "bert", INTRUDER]) expect(await register(server, username)).toBe(201);
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  env.DATA_DIR = mkdtempSync(join(folder, "data-"));
  cpSync(seeded, env.DATA_DIR, { recursive: true });
});

const begin = () => run(readSettings(env), { log: () => undefined });

async function register({ address }: RunningServer, username: string): Promise<number> {
  const body = JSON.stringify({ username, password: "first words", role: "lender" });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${address}/api/rest/members`, { method: "POST", headers, body })).status;
}

async function logIn({ address }: RunningServer, username: string, password: string) {
  const response = await fetch(`${address}/api/rest/session/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const body: { readonly token?: string } = await response.json();
  return { status: response.status, token: body.token ?? "" };
}

async function statusWith({ address }: RunningServer, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${address}/api/rest/session/validate-token`, { headers })).status;
}

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Where no server runs: in this process. */
async function command(args: readonly string[], line = ""): Promise<Ran> {
  const output: string[] = [];
  const errors: string[] = [];
  const terminal = {
    log: (text: unknown) => output.push(String(text)),
    error: (text: unknown) => errors.push(String(text)),
  };
  const code = await user(args, env, terminal, { readLine: async () => line });
  return { code, output: output.join("\n"), errors: errors.join("\n") };
}

/** In a process of its own, as an operator does beside a server. */
function commandBeside(args: readonly string[], line = ""): Promise<Ran> {
  const child = spawn(process.execPath, [script.path, ...args], {
    env: { ...process.env, ...env },
    stdio: "pipe",
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  child.stdin.end(`${line}\nanother line\n`);
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code: code ?? -1, output, errors })),
  );
}

describe("npm run user, beside a running server", () => {
  it("a forgotten administrator gets in again, and whoever was in with that account is out at once", async () => {
    const server = await begin();
    try {
      const { token } = await logIn(server, "director", ADMIN_PASSWORD);
      expect(await statusWith(server, token)).toBe(200);
      const { code, output } = await commandBeside(["reset-password", "director"]);
      expect(code).toBe(0);
      const [, password = ""] = /shown this once\): (\S{20})$/m.exec(output) ?? [];
      expect(await statusWith(server, token)).toBe(401);
      expect((await logIn(server, "director", ADMIN_PASSWORD)).status).toBe(400);
      const again = await logIn(server, "director", password);
      expect(again.status).toBe(200);
      // The server writes on, and its log-ins last.
      expect(await register(server, "carl")).toBe(201);
      expect(await statusWith(server, again.token)).toBe(200);

      expect(await commandBeside(["reset-password", "director", "--stdin"], "given words")).toEqual({
        code: 0,
        output: "The password of director is now the one given.\nIts sessions are ended.\n",
        errors: "",
      });
      expect(await statusWith(server, again.token)).toBe(401);
      const given = await logIn(server, "director", "given words");
      const other = await logIn(server, "anna", "first words");
      expect((await commandBeside(["end-sessions", "anna"])).code).toBe(0);
      expect([await statusWith(server, given.token), await statusWith(server, other.token)]).toEqual([
        200, 401,
      ]);
      expect((await commandBeside(["end-sessions"])).code).toBe(0);
      expect(await statusWith(server, given.token)).toBe(401);
    } finally {
      await server.close();
    }
  }, 90_000);
});

describe("npm run user", () => {
  it("list says who there is, hidden roles too, and who may not log in; a name cannot write to the terminal", async () => {
    const { code, output } = await command(["list"]);
    expect(code).toBe(0);
    const at = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
    expect(output.split("\n")).toEqual([
      expect.stringMatching(/^NAME +ROLE +STATE +LAST CHANGE$/),
      expect.stringMatching(RegExp(`^anna +lender +not approved +${at}$`)),
      expect.stringMatching(RegExp(`^bert +lender +not approved +${at}$`)),
      expect.stringMatching(RegExp(`^desk +lender +no password +${at}$`)),
      expect.stringMatching(RegExp(`^director +director +may log in +${at}$`)),
      expect.stringMatching(RegExp(`^eve\\\\u\\{1b\\}\\[2J +lender +not approved +${at}$`)),
    ]);
  });

  it("says what an account still lacks; a protected sample account gets its first password", async () => {
    expect((await command(["reset-password", "anna"])).output).toMatch(
      "The account waits for approval: until someone who manages accounts gives it, it may do nothing.",
    );
    const { output } = await command(["reset-password", "desk", "--stdin"], "desk words");
    expect(output).not.toMatch("The account");
    const server = await begin();
    expect((await logIn(server, "desk", "desk words")).status).toBe(200);
    await server.close();
  });

  it("keeps the account's own rules of a password, and changes nothing where one is broken", async () => {
    expect(await command(["reset-password", "director", "--stdin"], "short")).toEqual({
      code: 1,
      output: "",
      errors: "A password has 6 characters or more\nNothing was changed.",
    });
    for (const line of ["", "      ", "x".repeat(1025)])
      expect((await command(["reset-password", "director", "--stdin"], line)).code).toBe(1);
    const server = await begin();
    expect((await logIn(server, "director", ADMIN_PASSWORD)).status).toBe(200);
    await server.close();
  });

  it("a missing account is told in words, with the name that was meant", async () => {
    for (const verb of ["reset-password", "end-sessions"])
      expect(await command([verb, "directro"])).toEqual({
        code: 1,
        output: "",
        errors: 'There is no account "directro". Did you mean "director"? npm run user -- list shows all.',
      });
  });

  it.each([
    [[], "Name what to do: list, reset-password or end-sessions."],
    [["delete", "anna"], 'There is no "delete".'],
    [["reset-password"], "Name the account whose password is to be reset."],
    [["reset-password", "anna", "bert"], "Name one account"],
    [["list", "anna"], "list takes no name."],
    [["end-sessions", "--stdin"], "--stdin is for reset-password alone."],
    [["list", "--all"], "--all"],
  ])("what it cannot take is told with how to use it: %j", async (args, told) => {
    const { code, output, errors } = await command(args);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toMatch(told);
    expect(errors).toMatch("Usage: npm run user -- list");
  });

  it("goes by the config that was served last, whatever the folder says now", async () => {
    const app = join(env.CONFIG_DIR ?? "", "app.json");
    const text = readFileSync(app, "utf8");
    writeFileSync(app, "{");
    try {
      expect((await command(["list"])).code).toBe(0);
    } finally {
      writeFileSync(app, text);
    }
  });

  it("where there is no store it makes none", async () => {
    env.DATA_DIR = join(folder, "none");
    const { code, errors } = await command(["list"]);
    expect([code, errors]).toEqual([1, `There is no store in DATA_DIR "${env.DATA_DIR}".`]);
  });
});
