import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChartAnswer } from "../../../../src/wire/chart.ts";
import { PATHS } from "../../../../src/wire/paths.ts";
import type { JsonChange, Loose } from "../../../model/library.ts";
import { type EditingServer, openEditing } from "./open-editing.ts";

let editing: EditingServer;
/** Editors: one who may read the stock alone, and one who may read the staff but for those that are hidden. */
let stocker: string;
let keeper: string;

beforeAll(async () => {
  editing = await openEditing();
  editing.library.edit("app.json", (json) => {
    json.config.editors.push("stocker", "keeper");
  });
  await editing.server.config?.follow();
  stocker = await editing.server.as("stocker");
  keeper = await editing.server.as("keeper");
  await editing.server.insert("books", { title: "Dear", genre: "novel", price: 7 });
  await editing.server.insert("books", { title: "Cheap", genre: "novel", price: 1 });
});
afterAll(() => editing.close());

const file = (path: string, change: JsonChange) => ({ [path]: editing.textWith(path, change) });
const withChart = (entity: string, chart: Loose) =>
  file("app.json", (json) => {
    json.home.tiles = [{ kind: "chart", label: "Tried out", entity, chart }];
  });
const MEMBERS = "entities/members.json";
/** The draft gives the staff to whoever has the stock. */
const openStaff = () =>
  file(MEMBERS, (json) => Object.assign(json, { permission: "stock", rights: undefined }));

async function chartOf(files: Readonly<Record<string, string>>, token: string): Promise<ChartAnswer> {
  const { body } = await editing.draft(files, token);
  expect(body.problems).toEqual([]);
  const headers = { "x-config-draft": body.token ?? "" };
  const answer = await editing.server.call<ChartAnswer>("GET", `${PATHS.chart}?tile=Tried+out`, {
    token,
    headers,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
const amounts = ({ groups, others }: ChartAnswer) =>
  [...groups, others ?? { amount: 0 }].reduce((sum, { amount }) => sum + amount, 0);

it("a chart that is tried out has its numbers", async () => {
  const { groups } = await chartOf(withChart("books", { by: "genre", sum: "price" }), stocker);
  expect(groups.find(({ value }) => value === "novel")?.amount).toBe(8);
});

it("it counts no records that the editor may not read now", async () => {
  const files = { ...withChart("members", { by: "role" }), ...openStaff() };
  expect(amounts(await chartOf(files, stocker))).toBe(0);
  expect(amounts(await chartOf(files, editing.token))).toBeGreaterThan(2);
});

it("nor those that are hidden from the editor", async () => {
  const files = { ...withChart("members", { by: "role" }) };
  const of = ({ groups }: ChartAnswer, role: string) => groups.find(({ value }) => value === role)?.amount;
  const [few, all] = [await chartOf(files, keeper), await chartOf(files, editing.token)];
  expect([of(few, "keeper"), of(few, "director")]).toEqual([1, 0]);
  expect(of(all, "director")).toBeGreaterThan(0);
});

it("values that the draft would convert are in no groups", async () => {
  const files = {
    ...withChart("books", { by: "year" }),
    ...file("entities/books.json", (json) => {
      json.schema.properties.year.type = "number";
    }),
  };
  expect(amounts(await chartOf(files, editing.token))).toBe(0);
});

it("what is never shown is in no chart", async () => {
  const { body } = await editing.draft(withChart("members", { by: "password" }), editing.token);
  expect(body.problems.map(({ code }) => code)).toEqual(["UNKNOWN_FIELD"]);
});
