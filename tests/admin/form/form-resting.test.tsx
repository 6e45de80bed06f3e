import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Books, books, drop } from "./changed-books.ts";
import { holding } from "./holding-widget.tsx";
import { library } from "./library.ts";
import { keeps, openLoadedForm, STORED } from "./open-form.tsx";

// A chosen photo is work that its field holds until save. What becomes of it while the field is gone.

afterEach(cleanup);

const BOOK = { title: "Gulls", genre: "novel", year: 1998, subject: "s1", available: true, isbn: null };
const without = () => books((json) => drop(json, "photos"));
const chooser = (name: string) =>
  document.querySelector<HTMLButtonElement>(`#${CSS.escape(`form.${name}`)}`) ?? undefined;

async function choosePhotos() {
  const held = holding();
  const form = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps(BOOK),
    widgets: held.widgets,
  });
  const photos = chooser("photos");
  if (photos === undefined) throw new Error("no photos");
  await form.person.click(photos);
  return { ...form, ...held, photos };
}

test("a chosen photo outlives its field, listed by its name, and is back with it", async () => {
  const { follow, photos, left, made, save, writes } = await choosePhotos();
  const before = made();
  follow(await without());
  await screen.findByText("gull.png");
  expect(chooser("photos")).toBeUndefined();
  expect(left()).toBe(0);
  // Another change meanwhile changes nothing about it.
  follow(
    await books((json) => {
      drop(json, "photos");
      json.schema.properties.title.title = "Name";
    }),
  );
  await screen.findByLabelText("Name");
  screen.getByText("gull.png");
  follow(await library());
  await waitFor(() => expect(chooser("photos")).toBe(photos));
  expect(photos.textContent).toBe("chosen");
  expect([left(), made()]).toEqual([0, before]);
  expect(screen.queryByText("gull.png")).toBeNull();
  await save();
  await waitFor(() => expect(writes()[0]?.body).toMatchObject({ photos: [{ fileName: "kept.png" }] }));
  expect(left()).toBe(0);
});

test("it is no part of a save meanwhile, and is let go after it", async () => {
  const { follow, left, prepared, person, field, save, writes, address } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  await person.type(field("Title"), "!");
  await save();
  await waitFor(() => expect(address()).toBe("/books/list"));
  expect(writes()[0]?.body).toMatchObject({ title: "Gulls!" });
  expect(writes()[0]?.body).not.toHaveProperty("photos");
  await waitFor(() => expect([prepared(), left()]).toEqual([0, 1]));
});

test("it is let go when the list of it is dismissed: the field then begins anew", async () => {
  const { follow, left, person } = await choosePhotos();
  follow(await without());
  await person.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(left()).toBe(1);
  follow(await library());
  await waitFor(() => expect(chooser("photos")?.textContent).toBe("choose"));
  expect(left()).toBe(1);
});

test("it is let go when the form is left, which asks first", async () => {
  const { follow, left, person } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(left()).toBe(0);
  await person.click(await screen.findByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { name: "List" });
  expect(left()).toBe(1);
});

const becomes = (photos: Books) =>
  books((json) => {
    json.list.columns = json.list.columns.filter(({ field }: Books) => field !== "photos.0");
    json.schema.properties.photos = photos;
  });

test("it is let go, and still listed, when something else stands in its place", async () => {
  const { follow, left } = await choosePhotos();
  follow(await becomes({ type: "string", title: "Photos" }));
  await screen.findByText("gull.png");
  expect(left()).toBe(1);
  expect(screen.getByLabelText("Photos")).toHaveProperty("value", "");
});

test("a field that returns with the same widget for another kind begins anew", async () => {
  const { follow, left } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  follow(await becomes({ type: "object", title: "Photos", image: true }));
  await waitFor(() => expect(chooser("photos")?.textContent).toBe("choose"));
  expect(left()).toBe(1);
  screen.getByText("gull.png");
});

test("a field in a group rests too, with its group or without", async () => {
  const scores = (json: Books) => json.schema.properties.scores.properties;
  const pictured = await books((json) => {
    scores(json).plate = { type: "object", title: "Plate", image: true };
  });
  const held = holding();
  const { follow, person } = await openLoadedForm("books", { config: pictured, widgets: held.widgets });
  const plate = chooser("scores.plate");
  if (plate === undefined) throw new Error("no plate");
  await person.click(plate);
  follow(await library());
  await screen.findByText("kept.png");
  expect(plate.closest("[hidden]")).not.toBeNull();
  follow(await books((json) => drop(json, "scores")));
  await waitFor(() => expect(screen.queryByLabelText("Readers")).toBeNull());
  expect(plate.isConnected).toBe(false);
  follow(pictured);
  await waitFor(() => expect(chooser("scores.plate")).toBe(plate));
  await waitFor(() => expect(plate.closest(".form-field[hidden]")).toBeNull());
  expect([plate.textContent, held.left()]).toEqual(["chosen", 0]);
});
