import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runNode } from "../cli/run-node.ts";
import { ADMIN_PASSWORD, type Product, serveProduct } from "./serve-product.ts";

const folder = mkdtempSync(join(tmpdir(), "restored-"));
const DATA_DIR = join(folder, "data");
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runNode(args, ".", { DATA_DIR, PORT: "0" });

async function call(path: string, token: string, body?: object): Promise<{ total: number }> {
  const response = await fetch(`${product?.url}/api/rest/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

async function logIn(): Promise<string> {
  const response = await fetch(`${product?.url}/api/rest/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: ADMIN_PASSWORD }),
  });
  return (await response.json()).token;
}

it("backup, more writes, kill -9, restore by the commands: what was written before the backup is there, and no session", async () => {
  product = await serveProduct({ DATA_DIR });
  const token = await logIn();
  await call("categories", token, { name: "Before" });
  const { total } = await call("categories", token);
  const copy = join(folder, "copy.db");
  expect(await run("src/cli/backup.mjs", copy)).toMatchObject({ code: 0 });
  expect(await run("src/cli/restore.mjs", copy)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is in use by a server that runs"),
  });
  for (let n = 0; n < 30; n++) await call("categories", token, { name: `After ${n}` });
  await product.stop("SIGKILL");

  const restored = await run("src/cli/restore.mjs", copy);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("store-before-restore-") });
  product = await serveProduct({ DATA_DIR });
  const stale = { authorization: `Bearer ${token}` };
  expect((await fetch(`${product.url}/api/rest/categories`, { headers: stale })).status).toBe(401);
  expect(await call("categories", await logIn())).toMatchObject({ total });

  await product.stop();
  product = undefined;
  rmSync(join(DATA_DIR, "store.db"));
  expect(await run("src/cli/start.mjs")).toMatchObject({
    code: 1,
    said: expect.stringContaining("npm start -- --new"),
  });
  expect(await run("src/cli/start.mjs", "--anew")).toMatchObject({
    code: 2,
    said: expect.stringMatching(/Usage/),
  });
  expect(await run("src/cli/restore.mjs")).toMatchObject({ code: 2, said: expect.stringMatching(/Usage/) });
});
