import { expect, it } from "vitest";
import { makeEditing } from "../../../../src/server/config/editing/editing.ts";
import { makeSessionExtensions } from "../../../../src/server/sessions/session-extensions.ts";
import { openDrafts } from "./open-drafts.ts";
import type { EditingServer } from "./open-editing.ts";

let editing: EditingServer;
const { preview, tokenOf, withBooks } = openDrafts((opened) => {
  editing = opened;
});

it("whoever types fast leaves as much time to everyone else as each check took", async () => {
  const { store, holder, effects, config: source, log } = editing.server;
  if (source === undefined) throw new Error("The server has no files.");
  const waited: number[] = [];
  let now = 0;
  const wait = async (milliseconds: number) => void waited.push(milliseconds);
  const clock = { ...effects, wait, elapsed: () => now };
  const { checkLatest } = makeEditing({
    store,
    holder,
    effects: clock,
    extensions: makeSessionExtensions(store, (text) => void log.push(text)),
    source,
    log: (text) => void log.push(text),
  });
  for (const took of [70, 5])
    await checkLatest("someone", async () => {
      now += took;
    });
  expect(waited).toEqual([70, 5]);
});

it("whoever types fast is answered for the first and the latest text, and leaves the last few drafts in memory alone", async () => {
  const text = (round: number) =>
    withBooks((json) => {
      json.label = `volume ${round}`;
    });
  const rounds = Array.from({ length: 100 }, (_, round) => round);
  const answers = await Promise.all(rounds.map((round) => editing.draft(text(round))));
  const superseded = answers.filter(({ status }) => status === 409);
  expect(superseded.length).toBeGreaterThan(80);
  expect(new Set(superseded.map(({ error }) => error.errorCode))).toEqual(new Set(["STALE"]));
  const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.token ?? ""] : []));
  for (const round of [1, 2, 3]) tokens.push(await tokenOf(text(round)));
  const statuses = await Promise.all(
    tokens.map(async (token) => (await preview("/api/rest/books", token)).status),
  );
  expect(statuses.slice(-3)).toEqual([200, 200, 200]);
  expect(new Set(statuses.slice(0, -3))).toEqual(new Set([410]));
});
