import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openLoadedForm } from "./open-form.tsx";

afterEach(cleanup);

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
  await person.click(await screen.findByRole("button", { name: "Leave" }));
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
