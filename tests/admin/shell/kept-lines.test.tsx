import { expect, it } from "vitest";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { keptLines } from "../../../src/admin/shell/kept-lines.ts";
import { book } from "../fake-server.ts";
import { openBooks } from "../list/open-books.ts";

it("what stands in the way of undoing is said field by field, as people read it, and not at length", async () => {
  const app = await openBooks(1);
  app.server.records.set("subjects", [book(0, { _id: "s1", name: "Birds" })]);
  const response = await app.server.fetch("/api/config", { headers: { Authorization: "Bearer kept" } });
  const view = await response.json();
  const say = makeSay({
    "undo.keptField": "{label}: {was} > {now}",
    "history.nothing": "nothing",
    "history.long": "long",
    "cell.yes": "yes",
    "cell.no": "no",
  });
  const long = "x".repeat(121);
  const kept = {
    entity: "books",
    _id: "b1",
    title: "Gulls",
    reason: "",
    fields: [
      { field: "genre", was: "history", now: null },
      { field: "subject", was: "s1", now: "gone" },
      { field: "available", was: true, now: false },
      { field: "summary", was: long.slice(1), now: long },
      { field: "title", was: "", long: true as const },
      { field: "scores", was: { readers: 1, staff: null } },
      { field: "unknown", was: 1, now: 2 },
    ],
  };
  const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "");
  const parts = { client: app.services.client, view, say };
  expect((await keptLines(kept, parts)).map(plain)).toEqual([
    "Genre: History > nothing",
    "Subject: Birds > gone",
    "Available: yes > no",
    `Summary: ${long.slice(1)} > ${long.slice(1)}…`,
    "Title: long > long",
    "Scores: Readers: 1 > nothing",
  ]);
  expect(await keptLines({ ...kept, entity: "gone" }, parts)).toEqual([]);
  const { fields: _, ...bare } = kept;
  expect(await keptLines(bare, parts)).toEqual([]);
});
