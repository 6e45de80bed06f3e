import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import type { Conflict } from "../../../../src/wire/error.ts";
import { holding } from "../holding-widget.tsx";
import { type Answer, keeps, openLoadedForm, STORED } from "../open-form.tsx";

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
const openContested = () =>
  openWith("Cover", BOOK, { cover: theirs }, { path: "/cover", was: null, theirs, mine });

async function openWith(
  label: string,
  record: Readonly<Record<string, Json>>,
  others: Readonly<Record<string, Json>>,
  conflict: Conflict,
  serveImage?: (path: string) => Answer,
) {
  const work = holding();
  const conflicts = [conflict];
  let isRead = false;
  const form = await openLoadedForm("books", {
    id: STORED._id,
    widgets: work.widgets,
    serve(call) {
      if (call.path.startsWith("/api/journal/images/") && serveImage !== undefined)
        return serveImage(call.path);
      const headers = { etag: '"2"' };
      const newer = { ...STORED, ...record, ...others, updatedAt: "2026-05-06T07:08:00.000Z" };
      if (call.method === "GET" && !isRead) {
        isRead = true;
        return keeps(record)(call);
      }
      if (call.method === "GET" || call.ifMatch === '"2"')
        return { status: 200, body: { ...newer, ...call.body }, headers };
      return { status: 409, body: { errorCode: "STALE", message: "bea changed this", conflicts }, headers };
    },
  });
  await form.person.click(screen.getByLabelText(label));
  await form.save();
  const panel = await screen.findByRole("region", { name: "bea changed this" });
  return {
    ...form,
    panel,
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

const photo = (name: string) => ({
  fileName: `${name}.png`,
  imgUrl: `/api/images/${name}.png`,
  expiresAt: null,
});

test("a picture added to a list from which another was removed meanwhile: what is shown as mine is what is saved", async () => {
  const was = [photo("one"), photo("two")];
  const conflict = { path: "/photos", was, theirs: [photo("two")], mine: [...was, mine] };
  const { panel, choose, save, writes } = await openWith(
    "Photos",
    { ...BOOK, photos: was },
    { photos: conflict.theirs },
    conflict,
  );
  await choose(/^The other's/);
  await choose(/^Mine/);
  const shown = [...panel.querySelectorAll(".conflict-side:has(:checked) img")].map((one) =>
    one.getAttribute("src"),
  );
  expect(shown).toEqual(["/api/images/small/one.png", "/api/images/small/two.png", "/kept.png"]);
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes().at(-1)?.body).toEqual({ photos: conflict.mine });
});

test("pictures are shown side by side with their names, from the bin where they have no address any more, and no file names", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:one");
  const was = [photo("one"), photo("two"), photo("gone")];
  const conflict = { path: "/photos", was, theirs: [], mine: [photo("two"), mine] };
  const bin: string[] = [];
  const { panel } = await openWith("Photos", { ...BOOK, photos: was }, { photos: [] }, conflict, (path) => {
    bin.push(path);
    return path.includes("/one.png")
      ? { status: 200, body: new Blob(["bytes"]) }
      : { status: 404, body: { message: "gone" } };
  });
  const sides = () =>
    [...panel.querySelectorAll(".conflict-side")].map((side) => [
      side.textContent,
      ...[...side.querySelectorAll("img")].map((one) => `${one.alt}: ${one.getAttribute("src")}`),
    ]);
  expect(sides()).toEqual([
    [
      "As it was",
      "Photos 1: /api/images/small/one.png",
      "Photos 2: /api/images/small/two.png",
      "Photos 3: /api/images/small/gone.png",
    ],
    ["The other'snothing"],
    ["Mine", "Photos 1: /api/images/small/two.png", "Photos 2: /kept.png"],
  ]);
  for (const name of ["Photos 1", "Photos 3"])
    fireEvent.error(within(panel).getAllByRole("img", { name })[0] ?? panel);
  await within(panel).findByText("This picture is no longer kept");
  expect(sides()[0]).toEqual([
    "As it wasThis picture is no longer kept",
    "Photos 1: blob:one",
    "Photos 2: /api/images/small/two.png",
  ]);
  expect(bin).toEqual([
    `/api/journal/images/one.png?entity=books&id=${STORED._id}&size=small`,
    `/api/journal/images/gone.png?entity=books&id=${STORED._id}&size=small`,
  ]);
});
