import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { CHANGES_PATHS, type ChangesMessage } from "../../../src/wire/changes.ts";
import { JOURNAL_PATHS } from "../../../src/wire/journal.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { type ReadStream, readStream } from "./read-stream.ts";

const BEAT_MS = 300;
let server: TestServer;
let address: string;

const STREAMS = 8;

async function begin(limits = {}) {
  server = await buildServer({
    limits: { streamsPerAccount: STREAMS, streamBeatMs: BEAT_MS, streamUnheardBeats: 1_000, ...limits },
  });
  address = await server.app.listen({ port: 0, host: "127.0.0.1" });
}
beforeEach(() => begin());
afterEach(async () => {
  await server.close();
  expect(server.log).toEqual([]);
});

const open = (token: string, after?: number) => readStream(address, token, after);
const subject = async (name: string, token: string) =>
  (await server.call("POST", "/api/rest/subjects", { token, body: { name } })).record;
const rename = (id: string, name: string, token: string) =>
  server.call("PUT", `/api/rest/subjects/${id}`, { token, body: { name } });
const places = (told: readonly ChangesMessage[]) =>
  told.flatMap(({ records = [] }) => records.map(({ _id, version }) => `${_id} ${version}`));
/** A change that everybody in a test is told of has been told: what was not told by then never is. */
async function marked(stream: ReadStream, token: string) {
  const { _id } = await subject(`Mark ${server.effects.newId()}`, token);
  await vi.waitFor(() => expect(places(stream.told)).toContain(`${_id} 1`));
}

it("tells the config's version and where it begins, then each change by its record's address and version alone", async () => {
  const token = await server.as("stocker");
  const stream = await open(token);
  expect(stream.told[0]).toEqual({
    position: expect.any(Number),
    stream: expect.any(String),
    config: server.holder.current.hash,
  });
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "application/x-ndjson; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  const { _id } = await subject("Sea", token);
  expect(await stream.next("records")).toEqual([{ entity: "subjects", _id, version: 1 }]);
  await rename(_id, "Ocean", token);
  expect(await stream.next("records")).toEqual([{ entity: "subjects", _id, version: 2 }]);
  await server.call("DELETE", `/api/rest/subjects/${_id}`, { token });
  expect(await stream.next("records")).toEqual([{ entity: "subjects", _id, version: 2 }]);
  expect(JSON.stringify(stream.told)).not.toMatch(/Sea|Ocean/);
});

it("is none for an account without a permission: many of them would take all streams", async () => {
  const { token } = await server.account({ role: "stocker", approved: false });
  const answer = await fetch(`${address}${CHANGES_PATHS.changes}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(204);
});

it("tells an account of its other rights, and no other account", async () => {
  const keeper = await server.as("keeper");
  const { token, _id } = await server.account({ role: "stocker" });
  const [own, other] = [await open(token), await open(keeper)];
  const before = own.position();
  const change = (body: object) => server.call("PUT", `/api/rest/members/${_id}`, { token: keeper, body });
  expect((await change({ email: "new@library.example" })).status).toBe(200);
  await marked(own, keeper);
  expect(own.told.filter(({ account }) => account)).toEqual([]);
  expect((await change({ role: "lender" })).status).toBe(200);
  expect(await own.next("account")).toBe(true);
  expect(own.position()).toBeGreaterThan(before);
  expect((await change({ approved: false })).status).toBe(200);
  await vi.waitFor(() => expect(own.told.filter(({ account }) => account)).toHaveLength(2));
  await marked(other, keeper);
  expect(other.told.filter(({ account }) => account)).toEqual([]);
});

it("tells another config as soon as it is served", async () => {
  const stream = await open(await server.as("stocker"));
  const { holder } = server;
  const before = holder.current;
  holder.current = before.withReport({ problems: [], rejected: [] });
  holder.current = { ...holder.current, hash: "another" };
  holder.onSwap?.();
  expect(await stream.next("config")).toBe("another");
  holder.current = before;
});

it("tells nothing of entities that the account does not see", async () => {
  const stream = await open(await server.as("shelver"));
  const stocker = await server.as("stocker");
  const lender = await open(await server.as("lender"));
  const { _id } = await subject("Sea", stocker);
  await server.insert("members", { username: "somebody", role: "stocker" });
  const book = await server.insert("books", { title: "Shelved" });
  await vi.waitFor(() => expect(places(stream.told)).toContain(`${book._id} 1`));
  expect(places(stream.told)).toEqual([`${book._id} 1`]);
  expect(JSON.stringify(lender.told)).not.toContain(_id);
});

it("tells nothing of what was deleted for good, of which nobody can tell any more who saw it", async () => {
  const director = await server.as("director");
  const { _id } = await server.insert("members", { username: "hidden", role: "director" });
  expect((await server.call("DELETE", `/api/rest/members/${_id}`, { token: director })).status).toBe(200);
  const body = { entity: "members", _id };
  expect((await server.call("POST", JOURNAL_PATHS.purge, { token: director, body })).status).toBe(200);
  const known = await server.insert("members", { username: "known", role: "stocker" });
  const keeper = await open(await server.as("keeper"), 0);
  await vi.waitFor(() => expect(places(keeper.told)).toContain(`${known._id} 1`));
  expect(JSON.stringify(keeper.told)).not.toContain(_id);
  expect(keeper.told.flatMap(({ lists = [] }) => lists)).toEqual([]);
});

it("tells nothing of accounts that are hidden from it", async () => {
  const [keeper, director] = [await open(await server.as("keeper")), await open(await server.as("director"))];
  const hidden = await server.insert("members", { username: "hidden", role: "director" });
  const known = await server.insert("members", { username: "known", role: "stocker" });
  await vi.waitFor(() => expect(places(director.told)).toContain(`${known._id} 1`));
  await vi.waitFor(() => expect(places(keeper.told)).toContain(`${known._id} 1`));
  expect(places(director.told)).toContain(`${hidden._id} 1`);
  expect(JSON.stringify(keeper.told)).not.toContain(hidden._id);
  expect(keeper.told.flatMap(({ lists = [] }) => lists)).toEqual([]);
});

it("of records in part: those that it sees; of one that leaves its sight, that the list changed; of others nothing", async () => {
  const reader = await server.account({ role: "reader" });
  const stream = await open(reader.token);
  const lender = await server.as("lender");
  const book = await server.insert("books", { title: "Lent" });
  const loan = (member: string) =>
    server.insert("loans", { book: book._id, member, lentOn: "2026-01-01", dueOn: "2026-01-20" });
  const other = await server.account({ role: "reader" });
  const all = await open(lender);
  const own = await loan(reader._id);
  expect(await stream.next("records")).toEqual([{ entity: "loans", _id: own._id, version: 1 }]);
  const foreign = await loan(other._id);
  const write = (_id: string, member: string) =>
    server.store.write((transaction) =>
      transaction.update(
        "loans",
        _id,
        { member, updatedAt: server.effects.now().toISOString(), updatedBy: null, updatedById: null },
        [],
        server.effects.now().toISOString(),
      ),
    );
  await write(own._id, other._id);
  expect(await stream.next("lists")).toEqual(["loans"]);
  await write(foreign._id, other._id);
  // There and away between two messages: seen when it is over, it was never seen.
  const last = await loan(reader._id);
  expect(await stream.next("records")).toEqual([{ entity: "loans", _id: last._id, version: 1 }]);
  await server.store.write((transaction) => transaction.delete("loans", last._id));
  expect(await stream.next("records")).toEqual([{ entity: "loans", _id: last._id, version: 1 }]);
  expect(JSON.stringify(stream.told)).not.toContain(foreign._id);
  expect(stream.told.filter(({ lists }) => lists?.includes("loans"))).toHaveLength(1);
  await vi.waitFor(() => expect(places(all.told)).toContain(`${foreign._id} 1`));
});

it("a reader that comes back with its position misses nothing; one that was away too long is told that all may have changed", async () => {
  const token = await server.as("stocker");
  const first = await open(token);
  const { _id } = await subject("Sea", token);
  await first.next("records");
  const position = first.position();
  first.cancel();
  await rename(_id, "Ocean", token);
  const { _id: other } = await subject("Sky", token);
  const second = await open(token, position);
  expect(second.told[0]?.records).toEqual([
    { entity: "subjects", _id: other, version: 1 },
    { entity: "subjects", _id, version: 2 },
  ]);
  expect((await open(token, 0)).told[0]).not.toHaveProperty("all");
  await server.store.write(async (transaction) => {
    await transaction.pruneJournal(new Date(server.effects.now().getTime() + 1_000).toISOString(), 1);
  });
  expect((await open(token, 0)).told[0]).toMatchObject({ all: true, position: second.position() });
  expect((await open(token, position)).told[0]).not.toHaveProperty("all");
  // As after a restored backup.
  expect((await open(token, second.position() + 5)).told[0]).toMatchObject({
    all: true,
    position: second.position(),
  });
  await server.store.write(async (transaction) => {
    for (let number = 0; number < 201; number += 1) {
      const at = server.effects.now().toISOString();
      const system = { createdAt: at, updatedAt: at, updatedBy: null, updatedById: null };
      const record = { _id: server.effects.newId(), name: `Many ${number}`, isProtected: false, ...system };
      await transaction.insert("subjects", record, []);
    }
  });
  expect(await second.next("all")).toBe(true);
  await marked(second, token);
});

it("ends with the session: log-out, an end by time, a deleted account; another role is asked for with each message", async () => {
  const [one, two, three] = [
    await server.account({ role: "stocker" }),
    await server.account({ role: "stocker" }),
    await server.account({ role: "stocker" }),
  ];
  const streams = await Promise.all([one, two, three].map(({ token }) => open(token)));
  const stays = await server.account({ role: "stocker" });
  const demoted = await open(stays.token);
  await server.call("POST", "/api/rest/session/logout", { token: one.token });
  expect(await streams[0]?.ended).toBe("ended");
  const past = new Date(server.effects.now().getTime() - 1).toISOString();
  await server.store.write((transaction) => transaction.extendSession(hashToken(two.token), past));
  expect(await streams[1]?.ended).toBe("ended");
  await server.store.write((transaction) => transaction.delete("members", three._id));
  expect(await streams[2]?.ended).toBe("ended");

  const token = await server.as("stocker");
  await marked(demoted, token);
  const director = await server.as("director");
  const answer = await server.call("PUT", `/api/rest/members/${stays._id}`, {
    token: director,
    body: { role: "lender" },
  });
  expect(answer.status).toBe(200);
  const { _id } = await subject("Hidden from now on", token);
  const book = await server.insert("books", { title: "For both" });
  const control = await open(token, 0);
  expect(JSON.stringify(control.told)).toContain(_id);
  await server.insert("loans", { book: book._id, member: stays._id });
  await demoted.next("records");
  expect(JSON.stringify(demoted.told)).not.toContain(_id);
});

it("an open stream does not prolong its session", async () => {
  const { token } = await server.account({ role: "stocker" });
  const endOf = () => server.store.read((view) => view.session(hashToken(token)));
  const before = await endOf();
  server.advance(3_600_000);
  const stream = await open(token);
  await marked(stream, await server.as("stocker"));
  expect(await endOf()).toEqual(before);
  server.advance(1000 * 3_600_000);
  expect(await stream.ended).toBe("ended");
});

it("401 without a session, as every address; nonsense is refused", async () => {
  expect((await fetch(address + CHANGES_PATHS.changes)).status).toBe(401);
  const token = await server.as("stocker");
  for (const after of ["", "x", "1x", "x1", "-1", "1.5", "1e3", "1".repeat(16)]) {
    const { status } = await server.call("GET", `${CHANGES_PATHS.changes}?after=${after}`, { token });
    expect([after, status]).toEqual([after, 400]);
  }
  expect((await open(token, Number("1".repeat(15)))).told[0]).toMatchObject({ all: true });
});

it("refuses one stream more than all accounts together may have", async () => {
  await server.close();
  await begin({ streams: 2 });
  const token = await server.as("stocker");
  const [first] = [await open(token), await open(await server.as("keeper"))];
  const director = await server.as("director");
  const { status, error, headers } = await server.call("GET", CHANGES_PATHS.changes, { token: director });
  expect([status, error.errorCode]).toEqual([503, "BUSY"]);
  expect(headers["retry-after"]).toBeDefined();
  first.cancel();
  await vi.waitFor(async () => {
    const again = await server.call("GET", CHANGES_PATHS.changes, { token: director, isEndless: true });
    expect(again.status).toBe(200);
  });
});

it("tells two hundred changes at once one by one", async () => {
  const token = await server.as("stocker");
  const stream = await open(token);
  const at = server.effects.now().toISOString();
  const system = { createdAt: at, updatedAt: at, updatedBy: null, updatedById: null, isProtected: false };
  const ids = Array.from({ length: 200 }, () => server.effects.newId());
  await server.store.write(async (transaction) => {
    for (const _id of ids) await transaction.insert("subjects", { _id, name: `Many ${_id}`, ...system }, []);
  });
  const told = await stream.next("records");
  expect(told.map(({ _id }) => _id)).toEqual(ids.reverse());
});

it("refuses one stream more than an account may have, takes it once another is closed, and says something in each beat", async () => {
  const { token } = await server.account({ role: "stocker" });
  // These leave no stream behind.
  for (let number = 0; number <= STREAMS; number += 1)
    expect((await server.call("HEAD", CHANGES_PATHS.changes, { token })).status).toBe(200);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(token)));
  const refused = await server.call("GET", CHANGES_PATHS.changes, { token });
  expect([refused.status, refused.error.errorCode]).toEqual([429, "TOO_MANY_TRIES"]);
  expect(refused.headers["retry-after"]).toBeDefined();
  await open((await server.account({ role: "stocker" })).token);
  streams[0]?.cancel();
  await vi.waitFor(async () => {
    const { status } = await server.call("GET", CHANGES_PATHS.changes, { token, isEndless: true });
    expect(status).toBe(200);
  });
  const beats = streams[1]?.told.length ?? 0;
  await vi.waitFor(() => expect(streams[1]?.told.length).toBeGreaterThan(beats + 1), { timeout: 5_000 });
  expect(streams[1]?.told.at(-1)).toEqual({ position: streams[1]?.position() });
});

it("tells of log-ins those alone who read them among all changes", async () => {
  const [keeper, stocker] = [await server.as("keeper"), await server.as("stocker")];
  const [reads, blind] = [await open(keeper), await open(stocker)];
  const password = await hashPassword("an-open-shelf-22");
  const login = async (role: string) => {
    const { username } = await server.account({ role, password });
    const body = { username, password: "an-open-shelf-22" };
    expect((await server.call("POST", "/api/rest/session/login", { body })).status).toBe(200);
  };
  // The keeper does not see directors.
  await login("director");
  await marked(reads, stocker);
  expect(reads.told.filter(({ events }) => events)).toEqual([]);
  await login("lender");
  expect(await reads.next("events")).toBe(true);
  await marked(blind, stocker);
  expect(blind.told.filter(({ events }) => events)).toEqual([]);
});
