import { renameSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildServer, METRICS_TOKEN, ofFile, type TestServer } from "../build-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const ask = (token?: string) => server.call("GET", "/api/metrics", token === undefined ? {} : { token });

it("is for who has its token alone: not for an account, whatever it may do", async () => {
  const statuses = [
    await ask(),
    await ask("x"),
    await ask(await server.as("keeper")),
    await ask(METRICS_TOKEN),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 403, 200]);
});

it("counts requests by route and status, and tells of sessions, store, config and event loop", async () => {
  const token = await server.as("keeper");
  const { _id } = await server.insert("subjects", { name: "Maps" });
  for (const id of [_id, _id, "none"]) await server.call("GET", `/api/rest/subjects/${id}`, { token });
  const { text, headers } = await ask(METRICS_TOKEN);
  expect(headers["content-type"]).toMatch(/^text\/plain; version=/);
  const values = new Map(
    text
      .split("\n")
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => {
        const at = line.lastIndexOf(" ");
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
  const route = 'method="GET",route="/api/rest/subjects/{id}"';
  expect(values.get(`http_requests_total{${route},status="200"}`)).toBe(2);
  expect(values.get(`http_requests_total{${route},status="404"}`)).toBe(1);
  expect(values.get(`http_request_seconds_count{${route}}`)).toBe(3);
  expect(values.get("sessions")).toBe(1);
  expect(values.get("store_up")).toBe(1);
  expect(values.get("store_bytes")).toBeGreaterThan(4096);
  expect(values.get("config_problems")).toBe(0);
  expect(values.has("nodejs_eventloop_lag_seconds")).toBe(true);
  expect(values.has("backup_age_seconds")).toBe(false);
});

ofFile("it moves the file away; `faults/database-away.test.ts` stops the database")(
  "goes on while the store is away, and says so",
  async () => {
    renameSync(server.storeFile, `${server.storeFile}.away`);
    const { status, text } = await ask(METRICS_TOKEN);
    expect([status, /^store_up 0$/m.test(text)]).toEqual([200, true]);
    renameSync(`${server.storeFile}.away`, server.storeFile);
  },
);
