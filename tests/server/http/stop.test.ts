import { once } from "node:events";
import { copyFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { recordsTable } from "../../../src/server/store/tables/names.ts";
import { temporaryFile } from "../store/temporary-file.ts";
import { type LibraryProcess, libraryProcesses } from "./library-process.ts";
import { bearer, headOf, type RawClient, rawClient } from "./raw-client.ts";

const startLibrary = libraryProcesses();
const SUBJECTS = "/api/rest/subjects";
/** What a stop may take at most. */
const STOP_MS = 5_000;

/** Sends a signal; answers how the process ended and after how long. */
async function stop({ child }: LibraryProcess, signal: NodeJS.Signals = "SIGTERM") {
  const began = performance.now();
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = await ended;
  return { code, ms: performance.now() - began };
}

/** The names of the subjects in the one file alone. */
function storedIn(dataDir: string): Set<unknown> {
  const journal = join(dataDir, "store.db-wal");
  if (existsSync(journal)) expect(statSync(journal).size).toBe(0);
  const copy = temporaryFile();
  copyFileSync(join(dataDir, "store.db"), copy);
  const connection = openConnection(copy);
  try {
    return new Set(
      connection.rows(`select name from "${recordsTable("subjects")}"`, []).map(([name]) => name),
    );
  } finally {
    connection.close();
  }
}

function post(token: string, name: string): { head: string; body: string } {
  const body = JSON.stringify({ name });
  return { head: headOf("POST", SUBJECTS, { ...bearer(token), "content-length": body.length }), body };
}

async function halfBody({ port, token }: LibraryProcess, name: string) {
  const client = await rawClient(port);
  const { head, body } = post(token, name);
  client.send(head + body.slice(0, 5));
  return { client, goOn: () => client.send(body.slice(5)) };
}

/** What keeps a server waiting that waits for everybody: connections with no request, or not a whole head. */
async function idlers({ port, token }: LibraryProcess): Promise<RawClient[]> {
  const silent = await rawClient(port);
  const halfHead = await rawClient(port);
  halfHead.send("GET /api/health HTTP/1.1\r\nhost: te");
  const kept = await rawClient(port);
  kept.send(headOf("GET", SUBJECTS, bearer(token)));
  await kept.until(/"total":\d+\}$/);
  return [silent, halfHead, kept];
}

/** Staff who save one record after another until the server is gone. Answers the names that were acknowledged. */
function load({ address, token }: LibraryProcess, writers: number): () => Promise<string[]> {
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let n = 0; ; n += 1) {
      const name = `${writer}-${n}`;
      const answer = await fetch(`${address}${SUBJECTS}`, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ name }),
      }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 201) acknowledged.push(name);
      else expect(answer.status).toBe(503);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return () => all.then(() => acknowledged);
}

describe("S39: SIGTERM ends the server within 5 s, with 0, and store.db alone is the whole store", () => {
  it("at once where connections are silent, have half a head or are kept", async () => {
    const library = await startLibrary();
    const idle = await idlers(library);
    const { code, ms } = await stop(library);
    expect([code, library.output()]).toEqual([0, expect.not.stringMatching(/error/i)]);
    // Far below what requests under way would have.
    expect(ms).toBeLessThan(2_500);
    for (const { closed } of idle) await closed;
    storedIn(library.dataDir);
  });

  it("after DRAIN_SECONDS, in which it is not ready for balancers and serves all that they still send", async () => {
    const library = await startLibrary({ DRAIN_SECONDS: "2" });
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(library.address + path, init)).status;
    const { head, body } = post(library.token, "sent on a kept connection");
    const kept = await rawClient(library.port);
    kept.send(headOf("GET", SUBJECTS, bearer(library.token)));
    await kept.until(/"total":\d+\}$/);
    expect(await status("/api/ready")).toBe(200);
    const ended = stop(library);
    await expect.poll(() => status("/api/ready")).toBe(503);
    expect(await status("/api/health")).toBe(200);
    kept.send(head + body);
    await kept.until(/HTTP\/1\.1 201 /);
    const { code, ms } = await ended;
    expect([code, library.output()]).toEqual([0, expect.not.stringMatching(/error/i)]);
    expect(ms).toBeGreaterThan(2_000);
    expect(storedIn(library.dataDir)).toContain("sent on a kept connection");
  });

  it("at once where pages follow changes: their streams end", async () => {
    const library = await startLibrary();
    const follower = await rawClient(library.port);
    follower.send(headOf("GET", "/api/changes", bearer(library.token)));
    await follower.until(/"stream":/);
    const { code, ms } = await stop(library);
    expect([code, library.output()]).toEqual([0, expect.not.stringMatching(/error/i)]);
    expect(ms).toBeLessThan(2_500);
    // Whole: the last piece says that there are no more.
    expect(await follower.closed).toMatch(/\r\n0\r\n\r\n$/);
    storedIn(library.dataDir);
  });

  it("under load, with half a body that never ends; a body that goes on is stored and acknowledged", async () => {
    const library = await startLibrary();
    await idlers(library);
    const acknowledged = load(library, 6);
    await halfBody(library, "never whole");
    const late = await halfBody(library, "whole after all");
    // Saves are under way, and the half bodies have arrived.
    for (let n = 0; n < 20; n += 1) await fetch(`${library.address}/api/health`);
    const ended = stop(library);
    // It stops from when it takes nobody new.
    const takesMore = () =>
      fetch(`${library.address}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (await takesMore());
    late.goOn();
    expect(await late.client.until(/\}$/)).toMatch(/^HTTP\/1\.1 201 .*connection: close/is);
    const { code, ms } = await ended;
    expect([code, library.output()]).toEqual([0, expect.not.stringMatching(/error/i)]);
    expect(ms).toBeLessThan(STOP_MS);
    const names = await acknowledged();
    expect(names.length).toBeGreaterThan(10);
    const stored = storedIn(library.dataDir);
    expect(names.filter((name) => !stored.has(name))).toEqual([]);
    expect([stored.has("whole after all"), stored.has("never whole")]).toEqual([true, false]);
  });

  it("the same signal twice, as npm and a terminal send it, is one; another a second later ends at once", async () => {
    const library = await startLibrary();
    await halfBody(library, "never whole");
    await fetch(`${library.address}/api/health`);
    const began = performance.now();
    const ended = stop(library);
    // Two that are sent in one moment are one to the system already.
    await new Promise((resolve) => setTimeout(resolve, 200));
    library.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(library.child.exitCode).toBeNull();
    library.child.kill("SIGINT");
    expect((await ended).code).toBe(1);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
