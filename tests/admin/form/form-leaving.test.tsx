import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, openLoadedForm, STORED } from "./open-form.tsx";

const cancel = () => screen.getByRole("button", { name: "Cancel" });

/** Whether closing the tab would ask. */
function asksBeforeUnload(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("cancel goes to the list", async () => {
  const { person, address } = await openLoadedForm("subjects");
  await person.click(cancel());
  await screen.findByRole("heading", { name: "List" });
  expect(address()).toBe("/subjects/list");
});

test("leaving with something typed asks; staying loses nothing", async () => {
  const { person, field } = await openLoadedForm("subjects");
  expect(asksBeforeUnload()).toBe(false);
  await person.type(field("Name"), "Birds");
  expect(asksBeforeUnload()).toBe(true);
  await person.click(cancel());
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(field("Name")).toHaveProperty("value", "Birds");
  await person.click(cancel());
  await person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await screen.findByRole("heading", { name: "List" });
});

test("what was typed and taken back is nothing to lose", async () => {
  const { person, field } = await openLoadedForm("subjects");
  await person.type(field("Name"), "B{Backspace}");
  expect(asksBeforeUnload()).toBe(false);
});

test("a saved form is left without a question", async () => {
  const { person, field, save, services } = await openLoadedForm("subjects");
  await person.type(field("Name"), "Birds");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(services.confirms.get()).toBeUndefined();
  await waitFor(() => expect(asksBeforeUnload()).toBe(false));
});

test("asked to leave during a save, one is where one wanted to go as soon as it has succeeded", async () => {
  let answer: (answer: Answer) => void = () => {};
  const stored = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const { person, field, save, services, router, address, writes } = await openLoadedForm("subjects", {
    serve: () => stored,
  });
  await person.type(field("Name"), "Birds");
  await save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  act(() => router("/"));
  await waitFor(() => expect(services.confirms.get()).toMatchObject({ title: "Not saved" }));
  await act(async () => answer({ status: 201, body: { ...STORED, name: "Birds" } }));
  await screen.findByRole("heading", { name: "List" });
  expect(address()).toBe("/");
  expect(services.confirms.get()).toBeUndefined();
});
