import { expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import { IDEMPOTENCY_HEADER } from "../../../src/wire/idempotency-key.ts";
import type { CreatedAnswer } from "../../../src/wire/journal.ts";
import { serveLibrary } from "../serve-library.ts";
import { makeSubject, next } from "./library-records.ts";

const { server, stocker } = await serveLibrary();

const create = (body: RecordData, key: string, token = stocker, entity = "subjects") =>
  server.call("POST", `/api/rest/${entity}`, { token, body, headers: { [IDEMPOTENCY_HEADER]: key } });
const created = (key: string, token = stocker, entity = "subjects") =>
  server.call<CreatedAnswer>("GET", `/api/journal/created?entity=${entity}&key=${key}`, { token });
const named = async (name: unknown) =>
  (await server.call<{ total: number }>("GET", `/api/rest/subjects?nameQuery=${name}`, { token: stocker }))
    .body.total;

it("an attempt that is repeated writes nothing, and answers the record as it is now", async () => {
  const body = { name: `Once ${next()}` };
  const first = await create(body, "k1");
  expect(first.status).toBe(201);
  const { _id } = first.record;
  const { _id: parent } = await makeSubject(server);
  await server.call("PUT", `/api/rest/subjects/${_id}`, { token: stocker, body: { parent } });
  // Its own name is taken by now, and what a second form says is not written.
  for (const again of [body, { name: `Other ${next()}` }, {}]) {
    const repeated = await create(again, "k1");
    expect(repeated.status).toBe(200);
    expect(repeated.record).toMatchObject({ _id, name: body.name, parent });
    expect(repeated.headers[CHANGE_ID_HEADER]).toBe(first.headers[CHANGE_ID_HEADER]);
    expect(repeated.headers.etag).toBe('"2"');
  }
  expect((await create({ name: `Once ${next()}` }, "k2")).status).toBe(201);
});

it("two attempts at once make one record", async () => {
  for (let round = 0; round < 5; round += 1) {
    const body = { name: `Twice ${next()}` };
    const answers = await Promise.all([1, 2, 3].map(() => create(body, `at once ${round}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ record }) => record._id)).size).toBe(1);
    expect(await named(body.name)).toBe(1);
  }
});

it("a key is of one account and one entity", async () => {
  const other = (await server.account({ role: "stocker" })).token;
  const [mine, theirs] = [
    await create({ name: `Mine ${next()}` }, "shared"),
    await create({ name: `Theirs ${next()}` }, "shared", other),
  ];
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(mine.headers[CHANGE_ID_HEADER]).not.toBe(theirs.headers[CHANGE_ID_HEADER]);
  expect((await created("shared")).body.record).toMatchObject({ _id: mine.record._id });
  expect((await created("shared", other)).body.record).toMatchObject({ _id: theirs.record._id });
  expect((await created("shared", stocker, "books")).body.record).toBeNull();
  expect((await created("shared", await server.as("lender"), "subjects")).body.record ?? null).toBeNull();
});

it("what was refused, or is not there any more, was not made: the same key makes it", async () => {
  expect((await create({ name: "" }, "refused")).status).toBe(400);
  expect((await created("refused")).body).toEqual({ record: null });
  const { record, status } = await create({ name: `Third ${next()}` }, "refused");
  expect(status).toBe(201);
  await server.call("DELETE", `/api/rest/subjects/${record._id}`, { token: stocker });
  expect((await created("refused")).body).toEqual({ record: null });
  expect((await create({ name: `Fourth ${next()}` }, "refused")).status).toBe(201);
});

it("a key that is none is refused, and one says nothing elsewhere", async () => {
  for (const key of ["", "x".repeat(201)])
    expect((await create({ name: `Never ${next()}` }, key)).status).toBe(400);
  const { _id } = await makeSubject(server);
  const headers = { [IDEMPOTENCY_HEADER]: "update" };
  const change = (name: string) =>
    server.call("PUT", `/api/rest/subjects/${_id}`, { token: stocker, body: { name }, headers });
  const [one, two] = [await change(`Fifth ${next()}`), await change(`Sixth ${next()}`)];
  expect(one.headers[CHANGE_ID_HEADER]).not.toBe(two.headers[CHANGE_ID_HEADER]);
});
