import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledScript } from "../../bundled-script.ts";
import { LIBRARY } from "../../model/library.ts";
import { plain } from "../images/pictures.ts";
import { ADMIN_PASSWORD, type LimitedServer, startLimited } from "./limited-server.ts";

/** What an API call answered, as far as these tests look. */
interface Said {
  readonly status: number;
  readonly body: unknown;
}

const CLOSE_TIMEOUT_MS = 5_000;
/** A process of its own reads its program anew, which takes long where others work too. */
const START_TIMEOUT_MS = 90_000;
/** What connections share of a journal, made anew by the first of them; nothing of the store fits into what is left. */
const SHARED_MEMORY_BYTES = 32_768;
const NOT_STORED = {
  status: 507,
  body: { status: "error", errorCode: "NOT_STORED", message: "Nothing was stored: the server cannot write" },
};

const script = bundledScript(new URL("../http/serve-library.ts", import.meta.url));
let folder: string;
let dataDir: string;
let server: LimitedServer;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "full-"));
  dataDir = join(folder, "data");
  cpSync(LIBRARY, join(folder, "config"), { recursive: true });
  server = await begin();
  const login = await call("POST", "/api/rest/session/login", {
    username: "director",
    password: ADMIN_PASSWORD,
  });
  token = (login.body as { token: string }).token;
}, START_TIMEOUT_MS);
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});

const begin = (limit?: number) =>
  startLimited(script.path, { DATA_DIR: dataDir, CONFIG_DIR: join(folder, "config") }, limit);

async function call(method: string, path: string, body?: object): Promise<Said> {
  const form = body instanceof FormData ? body : undefined;
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || form !== undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const read = (path: string) => call("GET", path);

async function pictures(...all: readonly Buffer[]): Promise<FormData> {
  const form = new FormData();
  for (const bytes of all) form.append("files", new Blob([new Uint8Array(bytes)]), "a.png");
  return form;
}

/** A picture of some hundred kilobytes, however it is compressed. */
const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: "#fff",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

/** Every row of every table. Of a copy: a connection of this process could empty the journal, on which there is no limit. */
function wholeStore(): Map<string, unknown> {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(dataDir, copy, { recursive: true });
  const database = new Database(join(copy, "store.db"));
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").raw().all();
  return new Map(
    tables.flat().map((name) => [String(name), database.prepare(`select * from "${name}"`).raw().all()]),
  );
}

/** The next request of any session is due to prolong it. By a process that ends, and with it its connection. */
function ageSessions(): void {
  const program = `
    const database = new (require("libsql"))(process.argv[1], { timeout: 5000 });
    database.prepare("update sessions set expires_at = ?").run(process.argv[2]);`;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  execFileSync(process.execPath, ["-e", program, join(dataDir, "store.db"), soon]);
}

interface Listed {
  readonly _id: string;
  readonly updatedAt: string;
}

async function list(entity: string, path = entity): Promise<readonly Listed[]> {
  const { status, body } = await read(`/api/rest/${path}`);
  expect(status).toBe(200);
  return (body as Readonly<Record<string, readonly Listed[]>>)[entity] ?? [];
}

async function everyRead(): Promise<readonly string[]> {
  const [book] = await list("books");
  const { body } = await read(`/api/rest/books/${book?._id}`);
  const pictureUrls = JSON.stringify(await list("books")).match(/\/api\/images\/[\w.-]+/g) ?? [];
  expect(pictureUrls.length).toBeGreaterThan(0);
  expect(body).toMatchObject({ _id: book?._id });
  return [
    `/api/rest/books/${book?._id}`,
    ...["books", "loans", "members", "reading-lists", "subjects"].map((path) => `/api/rest/${path}`),
    "/api/rest/books?page=1&limit=2&sortField=title&sortOrder=desc&search=a",
    "/api/rest/session/validate-token",
    "/api/config",
    "/api/config/public",
    "/api/config/version",
    "/api/config/files",
    "/api/config/file?path=app.json",
    ...pictureUrls,
  ];
}

describe("a disk that takes nothing more", () => {
  it("S46 every read answers as before, every write 507 in words, and nothing of it is stored; then all goes on by itself", async () => {
    const made = await call("POST", "/api/rest/subjects", { name: "Maps" });
    expect(made.status).toBe(201);
    const subject = made.body as Listed;
    const paths = await everyRead();
    const answers = async () => Promise.all(paths.map(async (path) => [path, await read(path)]));
    const appFile = (await read("/api/config/file?path=app.json")).body as { text: string; version: string };
    const before = await answers();
    expect(await read("/api/health")).toEqual({ status: 200, body: { status: "ok" } });

    ageSessions();
    const stored = wholeStore();
    server.limit(0);
    expect(await answers()).toEqual(before);
    const writes: [string, string, object?][] = [
      ["POST", "/api/rest/subjects", { name: "Atlases" }],
      ["PUT", `/api/rest/subjects/${subject._id}`, { name: "Charts", updatedAt: subject.updatedAt }],
      ["DELETE", `/api/rest/subjects/${subject._id}`],
      ["POST", "/api/upload/images", await pictures(await plain("png"), await plain("png"))],
      ["POST", "/api/rest/session/login", { username: "director", password: ADMIN_PASSWORD }],
      ["POST", "/api/rest/session/logout"],
      [
        "PUT",
        "/api/config/files",
        { files: { "app.json": { text: `${appFile.text}\n`, version: appFile.version } } },
      ],
    ];
    for (const [method, path, body] of writes)
      expect([path, await call(method, path, body)]).toEqual([
        path,
        { status: 507, body: { ...NOT_STORED.body, operation: expect.any(String) } },
      ]);
    expect(await read("/api/health")).toEqual({
      status: 200,
      body: { status: "degraded", reason: "STORE_NOT_WRITABLE" },
    });
    expect(await answers()).toEqual(before);
    expect(wholeStore()).toEqual(stored);

    server.limit(undefined);
    const again = await call("POST", "/api/rest/subjects", { name: "Atlases" });
    expect(again.status).toBe(201);
    expect(await read("/api/health")).toEqual({ status: 200, body: { status: "ok" } });
    expect(
      (await call("POST", "/api/upload/images", await pictures(await plain("png"), await plain("png"))))
        .status,
    ).toBe(201);
    // Once each: not by every request that failed.
    expect(server.output().match(/^store: .*$/gm)).toEqual([
      "store: it cannot be written: the disk refuses. What is stored can still be read.",
      "store: it can be written again.",
    ]);
  });

  it("a write that fits only in part leaves nothing, however far it came", async () => {
    const stored = wholeStore();
    const { size } = statSync(join(dataDir, "store.db-wal"));
    // Room for some pages of it.
    server.limit(size + 20_000);
    for (let n = 0; n < 3; n += 1)
      expect(
        (await call("POST", "/api/upload/images", await pictures(await plain("png"), await noise()))).status,
      ).toBe(507);
    expect(wholeStore()).toEqual(stored);
    server.limit(undefined);
    expect(await read("/api/health")).toEqual({ status: 200, body: { status: "ok" } });
  });

  it(
    "on it a server ends in time with 0, and starts again to be read from; nothing is lost",
    async () => {
      await call("POST", "/api/rest/subjects", { name: "Globes" });
      await call("POST", "/api/upload/images", await pictures(await noise()));
      const stored = wholeStore();
      server.limit(0);
      expect((await call("POST", "/api/rest/subjects", { name: "Lost" })).status).toBe(507);
      const { code, took } = await server.stop();
      expect(code).toBe(0);
      expect(took).toBeLessThan(CLOSE_TIMEOUT_MS);
      expect(wholeStore()).toEqual(stored);

      // All of its journal is still to be kept: what is written comes after it.
      expect(statSync(join(dataDir, "store.db-wal")).size).toBeGreaterThan(SHARED_MEMORY_BYTES);
      server = await begin(SHARED_MEMORY_BYTES);
      expect(JSON.stringify(await list("subjects", "subjects?limit=100"))).toMatch("Globes");
      expect((await call("POST", "/api/rest/subjects", { name: "Lost" })).status).toBe(507);
      expect(await read("/api/health")).toMatchObject({ status: 200, body: { status: "degraded" } });
      expect(wholeStore()).toEqual(stored);
      server.limit(undefined);
      expect((await call("POST", "/api/rest/subjects", { name: "Found" })).status).toBe(201);
      expect(await read("/api/health")).toEqual({ status: 200, body: { status: "ok" } });
    },
    START_TIMEOUT_MS,
  );
});
