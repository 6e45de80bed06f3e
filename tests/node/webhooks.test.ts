import { createHmac } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { LIBRARY } from "../model/library.ts";

const SECRET = "a-secret-of-the-webhooks";
const PASSWORD = "a long password";

interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let folder: string;
let receiver: Server;
let told: Told[];
let isAnswering: boolean;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "webhooks-"));
  told = [];
  isAnswering = false;
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    told.push({ headers: request.headers, body });
    if (isAnswering) response.writeHead(204).end();
  });
  await new Promise<void>((begun) => receiver.listen(0, "127.0.0.1", begun));
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
});

it("a server that is stopped in the middle of a delivery stops at once, and the next one delivers, signed and in order", async () => {
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const config = join(folder, "config");
  cpSync(LIBRARY, config, { recursive: true });
  const file = join(config, "entities", "subjects.json");
  const subjects = JSON.parse(readFileSync(file, "utf8"));
  subjects.webhooks = [{ url: `http://${host}/told`, on: ["create"] }];
  writeFileSync(file, JSON.stringify(subjects));
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    CONFIG_DIR: config,
    ADMIN_PASSWORD: PASSWORD,
    SAMPLE_DATA: "off",
    LOG: "off",
    WEBHOOK_HOSTS: host,
    WEBHOOK_SECRET: SECRET,
  });
  const first = await run(settings);
  const send = (path: string, body: object, token = "") =>
    fetch(`${first.address}/api/rest${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { token } = await (await send("/session/login", { username: "director", password: PASSWORD })).json();
  for (const name of ["Maps", "Plants"]) expect((await send("/subjects", { name }, token)).status).toBe(201);
  await expect.poll(() => told, { timeout: 5_000 }).toHaveLength(1);
  const before = performance.now();
  await first.close();
  expect(performance.now() - before).toBeLessThan(3_000);

  isAnswering = true;
  const second = await run(settings);
  await expect.poll(() => told, { timeout: 5_000 }).toHaveLength(3);
  await second.close();
  expect(told.map(({ body }) => JSON.parse(body).fields.name)).toEqual(["Maps", "Maps", "Plants"]);
  for (const { headers, body } of told) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const made = createHmac("sha256", SECRET).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${made}`);
  }
});
