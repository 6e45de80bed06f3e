import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { holding } from "../holding-widget.tsx";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";

const theirs = { fileName: "theirs.png", imgUrl: "/theirs.png", expiresAt: null };
const mine = { fileName: "kept.png", imgUrl: "/kept.png", expiresAt: null };
const BOOK = {
  title: "Gulls",
  genre: "novel",
  year: 1999,
  subject: "s1",
  available: true,
  isbn: null,
  scores: { readers: 5, staff: 5 },
  summary: null,
  cover: null,
  photos: [],
  price: 0,
  note: null,
};

/** Somebody else gave the book a cover while one was chosen here; the first save found that out. */
async function openContested() {
  const work = holding();
  const conflicts = [{ path: "/cover", was: null, theirs, mine }];
  let isRead = false;
  const form = await openLoadedForm("books", {
    id: STORED._id,
    widgets: work.widgets,
    serve(call) {
      const headers = { etag: '"2"' };
      const newer = { ...STORED, ...BOOK, cover: theirs, updatedAt: "2026-05-06T07:08:00.000Z" };
      if (call.method === "GET" && !isRead) {
        isRead = true;
        return keeps(BOOK)(call);
      }
      if (call.method === "GET" || call.ifMatch === '"2"')
        return { status: 200, body: { ...newer, ...call.body }, headers };
      return { status: 409, body: { errorCode: "STALE", message: "bea changed this", conflicts }, headers };
    },
  });
  await form.person.click(screen.getByLabelText("Cover"));
  await form.save();
  const panel = await screen.findByRole("region", { name: "bea changed this" });
  return {
    ...form,
    work,
    choose: (name: RegExp) => form.person.click(within(panel).getByRole("radio", { name })),
  };
}

test("theirs instead of a chosen picture: it is not uploaded again, and theirs stays", async () => {
  const { work, choose, save, writes } = await openContested();
  expect(work.prepared()).toBe(1);
  await choose(/^The other's/);
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(work.prepared()).toBe(1);
  expect(writes().at(-1)).toMatchObject({ ifMatch: '"2"' });
  expect(writes().at(-1)?.body).toEqual({});
});

test("whoever comes back to the own picture has it still, in the same widget", async () => {
  const { work, choose, save, writes } = await openContested();
  const made = work.made();
  await choose(/^The other's/);
  await choose(/^Mine/);
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect([work.prepared(), work.made()]).toEqual([2, made]);
  expect(writes().at(-1)?.body).toEqual({ cover: mine });
});
