import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
// Compiled as the tests are collected: what is found in time is then not a matter of how busy the machine is.
import "../../../src/admin/app/app.tsx";
import "../../../src/admin/form/form-screen.tsx";
import { book, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

afterEach(() => void vi.useRealTimers());

test("what a failed try said goes when another begins, and is said anew where that fails too", async () => {
  const record = `GET /api/rest/books/${book(1)._id}`;
  const app = await openApp(`/books/edit/${book(1)._id}`, {
    prepare: (server) => server.on(record, () => refusal(500, "Broken")),
  });
  await screen.findByRole("button", { name: "Try again" });
  expect(app.toasts()).toEqual(["error: The record could not be fetched: Broken"]);

  const second = later();
  app.server.on(record, second.serve);
  await app.person.click(app.button("Try again"));
  expect(app.toasts()).toEqual([]);
  await act(async () => second.answer(refusal(500, "Still broken")));
  await waitFor(() => expect(app.toasts()).toEqual(["error: The record could not be fetched: Still broken"]));

  const third = later();
  app.server.on(record, third.serve);
  await app.person.click(app.button("Try again"));
  expect(app.toasts()).toEqual([]);
  await act(async () => third.answer({ status: 200, body: book(1) }));
  expect(await screen.findByLabelText("Title")).toHaveProperty("value", "Book 1");
  expect(app.toasts()).toEqual([]);
});

test("what failed is tried again by the person alone", async () => {
  const record = `GET /api/rest/books/${book(1)._id}`;
  let asked = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const app = await openApp(`/books/edit/${book(1)._id}`, {
    prepare: (server) =>
      server.on(record, () => {
        asked += 1;
        return refusal(500, "Broken");
      }),
  });
  await screen.findByRole("button", { name: "Try again" });
  const before = asked;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(before);
  await app.person.click(app.button("Try again"));
  await waitFor(() => expect(asked).toBeGreaterThan(before));
});

test("a load that the person gives up says so without a toast, and is tried again", async () => {
  const record = `GET /api/rest/books/${book(1)._id}`;
  const app = await openApp(`/books/edit/${book(1)._id}`, {
    prepare: (server) => server.on(record, later().serve),
  });
  const { overlays } = app.services;
  await waitFor(() => expect(overlays.get()?.text).toBe("Fetching"));
  act(() => overlays.cancel());
  await app.person.click(await screen.findByRole("button", { name: "Try again" }));
  expect([app.toasts(), overlays.get()?.text]).toEqual([[], "Fetching"]);
});
