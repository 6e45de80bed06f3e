import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";
import { makeLoan } from "./library-records.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await buildServer();
  token = await server.as("lender");
});
afterAll(() => server.close());

const change = (id: string, body: RecordData): Promise<CallAnswer> =>
  server.call("PUT", `/api/rest/loans/${id}`, { token, body });

it("asks for the day a book came back once it is back, and forgets it when it is out again", async () => {
  const { _id } = await makeLoan(server);
  const missing = await change(_id, { returned: true });
  expect(missing.status).toBe(400);
  expect(missing.errors).toEqual([
    { path: "/returnedOn", keyword: "required", message: "When did it come back?" },
  ]);
  expect((await change(_id, { returned: true, returnedOn: "2026-04-01" })).record.returnedOn).toBe(
    "2026-04-01",
  );
  // Hidden again: it says "clear".
  expect((await change(_id, { returned: false, returnedOn: "2026-04-01" })).record.returnedOn).toBeNull();
});

it("asks why above three renewals, and keeps what was said while the question is hidden", async () => {
  const { _id } = await makeLoan(server, { renewals: 2 });
  expect((await change(_id, { renewals: 4 })).errors).toMatchObject([
    { path: "/reason", keyword: "required" },
  ]);
  expect((await change(_id, { renewals: 4, reason: "A slow reader" })).status).toBe(200);
  // Hidden, and never required then: it says "keep".
  expect((await change(_id, { renewals: 0 })).record.reason).toBe("A slow reader");
});

it("takes no other reason once the book is back: the last condition wins, whoever asks", async () => {
  const { _id } = await makeLoan(server, { renewals: 4, reason: "A slow reader" });
  const back = { returned: true, returnedOn: "2026-04-01" };
  const answer = await change(_id, { ...back, reason: "Forgotten" });
  expect(answer.status).toBe(200);
  expect(answer.record.reason).toBe("A slow reader");
  // Not required either, though there were four renewals: a new loan has no reason to keep.
  const entered = await makeLoan(server, { ...back, renewals: 4, reason: "Forgotten" });
  expect(entered.reason).toBeNull();
  // Out again, it may be told.
  expect((await change(_id, { returned: false, reason: "Forgotten" })).record.reason).toBe("Forgotten");
});
