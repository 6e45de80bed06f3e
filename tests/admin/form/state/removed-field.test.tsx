import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { usePendingWork } from "../../../../src/plugin/use-host.ts";
import { definePlugin } from "../../../../src/plugin/widget.ts";
import { type Books, books, drop } from "../changed-books.ts";
import { holding } from "../holding-widget.tsx";
import { library } from "../library.ts";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

// A chosen photo is work that its field holds until save. What becomes of it while the field is gone.

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

test("a chosen photo of a field that goes is abandoned and listed by its name; the field returns without it", async () => {
  const { follow, left, prepared, save, writes } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  expect(chooser("photos")).toBeUndefined();
  expect(left()).toBe(1);
  follow(await library());
  await waitFor(() => expect(chooser("photos")?.textContent).toBe("choose"));
  // It cannot come back, so it stays listed.
  screen.getByText("gull.png");
  await save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ photos: null });
  expect([prepared(), left()]).toEqual([0, 1]);
});

test("it is no part of a save meanwhile", async () => {
  const { follow, left, prepared, person, field, save, writes, address } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  await person.type(field("Title"), "!");
  await save();
  await waitFor(() => expect(address()).toBe("/books/list"));
  expect(writes()[0]?.body).toMatchObject({ title: "Gulls!" });
  expect(writes()[0]?.body).not.toHaveProperty("photos");
  expect([prepared(), left()]).toEqual([0, 1]);
});

test("what is listed of it goes with a click, and does not come back with the next change", async () => {
  const { follow, person } = await choosePhotos();
  follow(await without());
  await person.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("gull.png")).toBeNull();
  await person.type(screen.getByLabelText("ISBN"), "9781");
  follow(
    await books((json) => {
      drop(json, "photos");
      drop(json, "isbn");
    }),
  );
  await screen.findByText("9781");
  expect(screen.queryByText("gull.png")).toBeNull();
});

test("what was typed besides comes back with the field", async () => {
  const typed = { fileName: "typed.png", imgUrl: "/typed.png", expiresAt: null };
  const widget = definePlugin({
    widget: function Both({ id, value, onChange }) {
      const [chosen, choose] = useState(false);
      usePendingWork(
        chosen
          ? { standIn: [typed, { ...typed, fileName: "gull.png" }], prepare: async () => [typed] }
          : undefined,
      );
      return (
        <button
          id={id}
          type="button"
          onClick={() => {
            onChange([typed]);
            choose(true);
          }}
        >
          {JSON.stringify(value)}
        </button>
      );
    },
  });
  const { follow, person } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps(BOOK),
    widgets: (kind, name) => (name === "images" ? Promise.resolve(widget) : testWidgets(kind, name)),
  });
  const photos = chooser("photos");
  if (photos === undefined) throw new Error("no photos");
  await person.click(photos);
  follow(await without());
  await screen.findByText("typed.png, gull.png");
  follow(await library());
  await waitFor(() => expect(chooser("photos")?.textContent).toBe(JSON.stringify([typed])));
});

test("the form asks before it is left while something is listed", async () => {
  const { follow, left, person } = await choosePhotos();
  follow(await without());
  await screen.findByText("gull.png");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await person.click(await screen.findByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { name: "List" });
  expect(left()).toBe(1);
});

const becomes = (photos: Books) =>
  books((json) => {
    json.list.columns = json.list.columns.filter(({ field }: Books) => field !== "photos.0");
    json.schema.properties.photos = photos;
  });

test("it is abandoned, and listed, when something else stands in its place", async () => {
  const { follow, left } = await choosePhotos();
  follow(await becomes({ type: "string", title: "Photos" }));
  await screen.findByText("gull.png");
  expect(left()).toBe(1);
  expect(screen.getByLabelText("Photos")).toHaveProperty("value", "");
});

test("a field in a group goes with its work too", async () => {
  const pictured = await books((json) => {
    json.schema.properties.scores.properties.plate = { type: "object", title: "Plate", image: true };
  });
  const held = holding();
  const { follow, person } = await openLoadedForm("books", { config: pictured, widgets: held.widgets });
  const plate = chooser("scores.plate");
  if (plate === undefined) throw new Error("no plate");
  await person.click(plate);
  follow(await library());
  await screen.findByText("kept.png");
  expect([plate.isConnected, held.left()]).toEqual([false, 1]);
  follow(pictured);
  await waitFor(() => expect(chooser("scores.plate")?.textContent).toBe("choose"));
});
