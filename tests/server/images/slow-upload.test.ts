import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bearer, headOf, listen, rawClient } from "../http/raw-client.ts";
import { plain } from "./pictures.ts";
import { formOf, MULTIPART, UPLOAD } from "./upload.ts";

interface Uploader {
  readonly _id: string;
  readonly token: string;
}

describe("who uploads is asked for again when the files have arrived", () => {
  let server: TestServer;
  let port: number;
  let form: Buffer;
  let uploader: Uploader;
  beforeEach(async () => {
    server = await buildServer();
    port = await listen(server);
    form = Buffer.from(formOf([{ bytes: await plain("png") }]));
    uploader = await server.account({ role: "stocker" });
  });
  afterEach(async () => {
    await server.close();
  });

  const change = (changes: RecordData) =>
    server.store.write((transaction) => {
      const stamps = {
        updatedAt: new Date().toISOString(),
        updatedBy: null,
        updatedById: null,
      };
      return transaction.update("members", uploader._id, { ...changes, ...stamps }, [], stamps.updatedAt);
    });
  const endSession = () =>
    server.store.write((transaction) => transaction.endSession(hashToken(uploader.token)));

  /** The status of an upload that has arrived half when something changes. */
  async function uploadDuring(something: () => Promise<unknown>): Promise<string> {
    const client = await rawClient(port);
    client.send(
      headOf("POST", UPLOAD, { ...MULTIPART, ...bearer(uploader.token), "content-length": form.length }),
    );
    client.send(form.subarray(0, form.length / 2));
    // What was sent before is read before: the upload is under way.
    await fetch(`http://127.0.0.1:${port}/api/health`);
    await fetch(`http://127.0.0.1:${port}/api/health`);
    await something();
    client.send(form.subarray(form.length / 2));
    const answer = await client.until(/\r\n\r\n.*[\]}]$/s);
    return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  }

  it.each<[what: string, change: () => Promise<unknown>, status: string]>([
    ["its session has ended", endSession, "401"],
    ["its role may not upload", () => change({ role: "lender" }), "403"],
    ["it is not approved any more", () => change({ approved: false }), "403"],
    ["its role is another that may", () => change({ role: "keeper" }), "201"],
    ["nothing happened", async () => undefined, "201"],
  ])("%s", async (_, change, status) => {
    expect(await uploadDuring(change)).toBe(status);
    const stored = await server.store.write((transaction) => transaction.collectImages("9999-01-01"));
    expect(stored).toBe(status === "201" ? 1 : 0);
  });
});
