import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { copyDatabase } from "../../src/node/copy-database.ts";
import { run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { copySqliteStore } from "../../src/server/store/sqlite/file/copy.ts";
import { sharedCluster } from "../postgres/cluster.ts";

const CANARIES = {
  first: "canary-first-password-41",
  chosen: "canary-chosen-password-42",
  wrong: "canary-wrong-password-43",
  registered: "canary-registered-44",
  metrics: "canary-metrics-token-45",
  webhooks: "canary-webhook-secret-46",
};
/** Of the database's own user. */
const DATABASE_CANARY = "canary-database-password-47";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canaries-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All that a database has, as text. */
async function textsIn(database: string): Promise<readonly string[]> {
  const client = new pg.Client(database);
  await client.connect();
  const tables = await client.query("select tablename as name from pg_tables where schemaname = 'public'");
  const texts: string[] = [];
  for (const { name } of tables.rows)
    for (const row of (await client.query(`select row_to_json(t)::text as text from "${name}" t`)).rows)
      texts.push(row.text);
  await client.end();
  return texts;
}

it.each(["a file", "PostgreSQL"])(
  "no password and no token is in an answer, a line of the log, the store or a backup, on %s",
  async (engine) => {
    const database =
      engine === "a file"
        ? undefined
        : (await (await sharedCluster()).createDatabase("canaries")).replace(
            "//store@",
            `//store:${DATABASE_CANARY}@`,
          );
    const told: string[] = [];
    const tell = (text: string) => void told.push(text);
    const backups = join(folder, "backups");
    const settings = readSettings({
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      CONFIG_DIR: "tests/fixtures/library",
      ADMIN_PASSWORD: CANARIES.first,
      METRICS_TOKEN: CANARIES.metrics,
      WEBHOOK_HOSTS: "hooks.library.example",
      WEBHOOK_SECRET: CANARIES.webhooks,
      BACKUP_DIR: backups,
      LOG: "text",
      ...(database === undefined ? {} : { DATABASE_URL: database }),
    });
    const server = await run(settings, { log: tell, logLine: tell });
    const { app, entities } = server.holder.current.config;
    const accounts = entities.get(app.accounts.entity);
    const { username, password } = app.accounts;
    const tokens: string[] = [];

    /** The answer, kept to be searched; of a log-in without its token, which is given to its owner there alone. */
    async function ask(method: string, path: string, body?: unknown, token = tokens[0]) {
      const headers: Record<string, string> = { authorization: `Bearer ${token}` };
      if (body !== undefined) headers["content-type"] = "application/json";
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await fetch(`${server.address}/api${path}`, init);
      const text = await answer.text();
      const given = answer.headers.get("content-type")?.includes("json")
        ? JSON.parse(text || "null")
        : undefined;
      tell(
        [...answer.headers, given?.token === undefined ? text : JSON.stringify({ ...given, token: "" })].join(
          " ",
        ),
      );
      return { status: answer.status, body: given };
    }
    async function logIn(name: string, typed: string) {
      const { body } = await ask("POST", app.accounts.endpoints.login, { username: name, password: typed });
      if (body.token !== undefined) tokens.push(body.token);
      return body.token as string | undefined;
    }

    await logIn("director", CANARIES.first);
    const list = accounts?.endpoints.list ?? "";
    const made = await ask("POST", list, {
      [username]: "canary-keeper",
      [password]: CANARIES.chosen,
      [app.accounts.role]: "keeper",
      name: "Kay",
      email: "kay@library.example",
    });
    expect([made.status, made.body]).toMatchObject([201, { [username]: "canary-keeper" }]);
    const record = accounts?.endpoints.record.replace("{id}", made.body._id) ?? "";
    const changed = { ...made.body, [password]: CANARIES.chosen };
    expect((await ask("PUT", record, changed)).status).toBe(200);
    expect(await logIn("canary-keeper", CANARIES.wrong)).toBe(undefined);
    expect(await logIn("canary-keeper", CANARIES.chosen)).toBeDefined();
    // Typed in the wrong field, and into an address.
    await logIn(CANARIES.chosen, "x");
    await ask("GET", `${list}?search=nobody`);
    await ask("POST", list, {
      [username]: "x",
      [password]: CANARIES.registered,
      [app.accounts.role]: "nobody",
    });
    for (const { method, pattern, access } of server.holder.current.routes.routes)
      if (method === "GET" && access !== "anyone") await ask(method, pattern.replace("{id}", made.body._id));
    for (const path of ["/journal", "/journal/bin?entity=users", "/config/files", "/preferences", "/health"])
      await ask("GET", path);
    await ask("GET", "/metrics", undefined, CANARIES.metrics);
    expect((await ask("DELETE", record)).status).toBeLessThan(300);
    const copy = join(backups, "by-hand.db");
    if (database === undefined) copySqliteStore(join(settings.dataDir, "store.db"), copy);
    else await copyDatabase(database, copy);
    await server.close();

    const folders = database === undefined ? [settings.dataDir, backups] : [backups];
    const files = folders.flatMap((dir) =>
      readdirSync(dir).map((name) => readFileSync(join(dir, name)).toString("latin1")),
    );
    const rows = database === undefined ? [] : await textsIn(database);
    expect(files.length + rows.length).toBeGreaterThan(2);
    const secrets = [...Object.values(CANARIES), DATABASE_CANARY, ...tokens];
    expect(secrets.length).toBe(9);
    const everything = [...told, ...files, ...rows];
    // As it is, and as it would stand in what is encoded.
    for (const secret of secrets)
      for (const form of [
        secret,
        Buffer.from(secret).toString("base64").slice(0, -4),
        Buffer.from(secret).toString("hex"),
      ])
        expect(everything.filter((text) => text.includes(form)).map((text) => text.slice(0, 300))).toEqual(
          [],
        );
    // The search finds what is there.
    expect(everything.some((text) => text.includes("canary-keeper"))).toBe(true);
  },
);
