import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, makeBusiness } from "./business.ts";
import { makeWriters } from "./writers.ts";

const WAIT = { timeout: 30_000, interval: 50 };
/** Room for an empty database and somewhat more. */
const DISK_MEGABYTES = 48;

let disk: string;
let business: Business;
beforeAll(async () => {
  business = await makeBusiness("PostgreSQL");
  disk = mkdtempSync(join(tmpdir(), "disk-"));
  // A file system of its own, as small as can be: to mount it takes root.
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m,mode=777`, "tmpfs", disk]);
  process.once("exit", unmount);
  chmodSync(disk, 0o777);
  const client = new pg.Client(business.cluster?.urlOf("postgres"));
  await client.connect();
  const place = join(disk, "tables");
  execFileSync("install", ["-d", "-m", "700", "-o", "65534", "-g", "65534", place]);
  await client.query(`create tablespace small location '${place}'`);
  await client.query("alter database business set tablespace small");
  await client.end();
});
afterAll(async () => {
  await business.remove();
  unmount();
  process.off("exit", unmount);
});

function unmount(): void {
  execFileSync("umount", ["-l", disk]);
  rmSync(disk, { recursive: true, force: true });
}

/** Takes all room that is left. */
function fill(file: string): void {
  const handle = openSync(file, "w");
  try {
    for (let bytes = 1024 * 1024; bytes > 0; )
      try {
        writeSync(handle, new Uint8Array(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
  } finally {
    closeSync(handle);
  }
}

/** A picture of some hundred kilobytes, however it is compressed. */
async function upload(): Promise<FormData> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 400, height: 400, channels: 3, background: "#fff", noise } as const;
  const form = new FormData();
  const bytes = await sharp({ create }).png().toBuffer();
  form.append("files", new Blob([new Uint8Array(bytes)]), "a.png");
  return form;
}

it("the database's disk is full under sixteen writers: what does not fit is refused in words, reads go on; with room again, all goes on by itself", async () => {
  const product = await business.serve();
  const ask = await business.askerOf(product);
  const writers = makeWriters({ goesOn: true });
  writers.begin(ask);
  await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(20);
  expect((await ask("POST", "/upload/images", await upload())).status).toBe(201);
  fill(join(disk, "ballast"));
  expect(await ask("POST", "/upload/images", await upload())).toMatchObject({
    status: 507,
    body: { errorCode: "NOT_STORED", message: DISK_FULL },
  });
  for (const path of ["/rest/subjects", "/journal", "/rest/session/validate-token"])
    expect((await ask("GET", path)).status).toBe(200);
  expect((await ask("GET", "/ready")).status).toBe(200);

  rmSync(join(disk, "ballast"));
  expect((await ask("POST", "/upload/images", await upload())).status).toBe(201);
  const before = writers.acknowledged();
  await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(before + 50);
  await writers.stop();
  const refused = writers.takeRefused().map(({ status, body }) => [status, body.message]);
  expect(refused.filter(([status, message]) => status !== 507 || message !== DISK_FULL)).toEqual([]);
  await writers.expectKept(ask);
  expect(product.output()).toMatch(/^store: it cannot be written: the disk is full/m);
  await expect.poll(() => product.output(), WAIT).toMatch(/store: it can be written again\.\n$/);
  await product.stop();
}, 120_000);

const DISK_FULL = "Nothing was stored: the disk is full";
