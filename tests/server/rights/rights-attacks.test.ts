import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, rowsOf } from "../records/library-records.ts";

/** Attacks on rights to fields and to parts of the records, each by a way that needs more than one request (S08, S09, S11, S12, S23, S29 to S31). */
let server: TestServer;
let shelver: string;
let reader: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  server = await buildServer();
  shelver = await server.as("shelver");
  reader = await server.account({ role: "reader", username: "rita-reads" });
  other = await server.account({ role: "reader", username: "otto-reads" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const put = (token: string, url: string, body: unknown) => server.call("PUT", url, { token, body });
const stored = async (entity: string, id: string): Promise<StoredRecord | undefined> =>
  server.store.read((view) => view.get(entity, id));

describe("a field that one may see and not change, and one that one may not see", () => {
  it("a whole record goes back as it was read, with what may be changed in it changed", async () => {
    const { _id } = await makeBook(server, { price: 77.7, note: "<p>hush</p>", isbn: "9781234567897" });
    const read = await server.call("GET", `/api/rest/books/${_id}`, { token: shelver });
    const before = await stored("books", _id);
    const answer = await put(shelver, `/api/rest/books/${_id}`, { ...read.record, available: false, __v: 1 });
    expect(answer.status).toBe(200);
    const { updatedAt, updatedBy, updatedById, ...now } = (await stored("books", _id)) ?? {};
    expect(updatedBy).toBe("the-shelver");
    expect(now).toEqual({
      ...Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => !name.startsWith("updated"))),
      available: false,
      _version: 2,
    });
    expect(answer.text).not.toMatch(/77\.7|hush|"price"|"note"|"scores"/);
  });

  it("what is sent of an unseen one is dropped, at any depth, and of a seen one refused at its path", async () => {
    const { _id } = await makeBook(server, { price: 77.7 });
    const url = `/api/rest/books/${_id}`;
    const sent = { price: 1, scores: { staff: 9 }, note: "<p>mine</p>", available: false };
    expect((await put(shelver, url, sent)).status).toBe(200);
    expect(await stored("books", _id)).toMatchObject({ price: 77.7, scores: { staff: 0 }, note: null });
    const refused = await put(shelver, url, { available: true, title: "Mine", photos: [] });
    expect([refused.status, refused.error.errorCode, refused.errors[0]?.path]).toEqual([
      403,
      "FORBIDDEN",
      "/title",
    ]);
    expect(await stored("books", _id)).toMatchObject({ available: false });
  });

  it("staleness is judged first, and a record that one does not see is not there", async () => {
    const { _id } = await makeBook(server);
    const sent = { title: "Mine", updatedAt: "2020-01-01T00:00:00.000Z" };
    expect((await put(shelver, `/api/rest/books/${_id}`, sent)).status).toBe(409);
    const loan = await makeLoan(server, { member: other._id });
    const url = `/api/rest/loans/${loan._id}`;
    expect((await put(reader.token, url, { renewals: 1, ...sent })).status).toBe(404);
    expect((await server.call("DELETE", url, { token: reader.token })).status).toBe(403);
  });

  it("a faulty value of an unseen field is not asked of whoever cannot see it", async () => {
    const { _id } = await server.insert("books", {
      title: "Old rules",
      year: 1990,
      price: -5,
      subject: (await makeBook(server)).subject ?? null,
    });
    expect((await put(shelver, `/api/rest/books/${_id}`, { available: false })).status).toBe(200);
    const asked = await put(await server.as("stocker"), `/api/rest/books/${_id}`, { available: true });
    expect(asked.errors.map(({ path }) => path)).toEqual(["/price"]);
  });

  it("an entity of which one may change no field is one that one may not edit: so says the view, and the answer", async () => {
    const opened = await buildServer({
      config: {
        "entities/subjects.json": (json) => {
          const edit = "shelving";
          json.rights = { view: ["stock", edit], create: edit, fields: { name: { edit }, parent: { edit } } };
        },
      },
    });
    const token = await opened.as("stocker");
    const { entities } = (await opened.call<AppView>("GET", "/api/config", { token })).body;
    const subjects = entities.find((one) => one.access === "full" && one.entity.id === "subjects");
    expect(subjects).toMatchObject({ rights: { create: false, edit: false, delete: true } });
    const { _id } = await opened.insert("subjects", { name: "Gulls", parent: null });
    const before = await rowsOf(opened, "subjects");
    const answer = await opened.call("PUT", `/api/rest/subjects/${_id}`, { token, body: {} });
    expect([answer.status, answer.error.message]).toEqual([403, "You have no permission for this"]);
    expect(await rowsOf(opened, "subjects")).toEqual(before);
    await opened.close();
  });

  it("its pictures are deleted and uploaded by nobody who may not change it", async () => {
    const upload = await server.call("POST", "/api/upload/images", { token: shelver });
    expect(upload.status).toBe(403);
    const gone = await server.call("DELETE", `/api/upload/images/${"x".repeat(43)}.png`, { token: shelver });
    expect(gone.status).toBe(403);
  });
});

describe("a part of the records", () => {
  it("is all that lists, counts, pickers and searches tell of", async () => {
    const own = await makeLoan(server, { member: reader._id });
    const theirs = await makeLoan(server, { member: other._id });
    const { token } = reader;
    const list = await server.call("GET", "/api/rest/loans?limit=100", { token });
    expect(list.rows("loans").map(({ _id }) => _id)).toEqual([own._id]);
    expect(list.total).toBe(1);
    const found = await server.call("GET", `/api/rest/loans?nameQuery=${theirs.number}`, { token });
    expect(found.total).toBe(0);
    expect((await server.call("GET", `/api/rest/loans/${theirs._id}`, { token })).status).toBe(404);
    const members = await server.call("GET", "/api/rest/members?limit=100", { token });
    expect(members.rows("members").map(({ username }) => username)).toEqual(["rita-reads"]);
    const byName = await server.call("GET", "/api/rest/loans?sortField=member.username&sortOrder=asc", {
      token,
    });
    expect(byName.status).toBe(400);
  });

  it("a record is made and kept inside it: not for another, not given to another, not referring to what is unseen", async () => {
    const book = (await makeBook(server))._id;
    const body = { number: "L-8001", book, lentOn: "2026-03-01", returned: false };
    const { token } = reader;
    const made = await server.call("POST", "/api/rest/loans", { token, body });
    expect([made.status, made.record.member]).toEqual([201, reader._id]);
    const before = await rowsOf(server, "loans");
    const given = { ...body, number: "L-8002", member: other._id };
    const forOther = await server.call("POST", "/api/rest/loans", { token, body: given });
    expect([forOther.status, forOther.errors[0]?.path]).toEqual([403, "/member"]);
    const moved = await put(token, `/api/rest/loans/${made.record._id}`, { member: other._id });
    expect([moved.status, moved.errors[0]?.path]).toEqual([403, "/member"]);
    expect(await rowsOf(server, "loans")).toEqual(before);
  });

  it("must hold after the write too, where the field may be changed", async () => {
    const opened = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.rights.fields.member.edit = ["lending", "reading"];
        },
      },
    });
    const mine = await opened.account({ role: "reader" });
    const lender = await opened.account({ role: "lender" });
    const loan = await makeLoan(opened, { member: mine._id });
    const url = `/api/rest/loans/${loan._id}`;
    const away = await opened.call("PUT", url, {
      token: mine.token,
      body: { member: mine._id, renewals: 2 },
    });
    expect(away.status).toBe(200);
    const theirs = await opened.call("PUT", url, { token: mine.token, body: { member: lender._id } });
    expect([theirs.status, theirs.errors[0]?.path]).toEqual([400, "/member"]);
    expect((await opened.store.read((view) => view.get("loans", loan._id)))?.member).toBe(mine._id);
    await opened.close();
  });

  it("changes with what the account has: an account without the value reaches nothing", async () => {
    const late = await server.account({ role: "reader", username: "lena-reads" });
    await makeLoan(server, { member: late._id });
    const of = async () => (await server.call("GET", "/api/rest/loans", { token: late.token })).total;
    expect(await of()).toBe(1);
    const { token } = { token: await server.as("director") };
    expect((await put(token, `/api/rest/members/${late._id}`, { role: "shelver" })).status).toBe(200);
    expect((await server.call("GET", "/api/rest/loans", { token: late.token })).status).toBe(403);
  });
});

describe("a part of the records told by their times", () => {
  it("has a record with the times that it is stored with", async () => {
    const today = (field: string) => ({ field, op: "gte", value: { today: 0 } });
    const dated = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          const filter = [today("createdAt"), today("updatedAt")];
          json.rights.records.push({ permission: "lending", filter });
        },
      },
    });
    const loan = await makeLoan(dated);
    const token = await dated.as("lender");
    const url = `/api/rest/loans/${loan._id}`;
    expect((await dated.call("PUT", url, { token, body: { renewals: 1 } })).status).toBe(200);
    const { book, member } = loan;
    const old = { number: "L-0", lentOn: "2020-01-01", createdAt: "2020-01-01T00:00:00.000Z", book, member };
    const { _id } = await dated.insert("loans", old);
    expect((await dated.call("GET", `/api/rest/loans/${_id}`, { token })).status).toBe(404);
    await dated.close();
  });
});
