import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { library } from "./library.ts";
import { keeps, openLoadedForm, STORED } from "./open-form.tsx";

const attributes = (element: Element | null | undefined, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, element?.getAttribute(name)]));
const frame = (path: string) => document.getElementById(`form.${path}-frame`);
const tabs = () => screen.getAllByRole("tab");
const openTab = () => tabs().map((tab) => [tab.getAttribute("aria-selected"), tab.getAttribute("tabindex")]);

test("tabs and their panels name each other; the open one alone is in the order of the keyboard", async () => {
  const { person, save } = await openLoadedForm("books");
  const [basics, more] = tabs();
  expect(attributes(basics, "id", "type", "aria-controls")).toEqual({
    id: "form-tab-0",
    type: "button",
    "aria-controls": "form-panel-0",
  });
  const panels = [...document.querySelectorAll<HTMLElement>("[role=tabpanel]")];
  expect(panels.map((panel) => [panel.id, panel.getAttribute("aria-labelledby"), panel.hidden])).toEqual([
    ["form-panel-0", "form-tab-0", false],
    ["form-panel-1", "form-tab-1", true],
  ]);
  expect(openTab()).toEqual([
    ["true", "0"],
    ["false", "-1"],
  ]);
  expect(document.querySelector(".tab-errors")).toBeNull();
  if (more === undefined) throw new Error("no second tab");
  await person.click(more);
  expect(openTab()).toEqual([
    ["false", "-1"],
    ["true", "0"],
  ]);
  expect(panels.map(({ hidden }) => hidden)).toEqual([true, false]);
  await save();
  // Title, year and subject.
  expect(tabs().map((tab) => tab.querySelector(".tab-errors")?.textContent)).toEqual(["3", undefined]);
  expect(basics?.querySelector(".unseen")?.textContent).toContain("3");
  expect(attributes(basics?.querySelector(".tab-errors"), "aria-hidden")).toEqual({ "aria-hidden": "true" });
});

test("arrow keys go round the tabs, Home and End to their ends; other keys are left to the page", async () => {
  await openLoadedForm("books", {
    config: await library({
      "entities/books.json": (json: { form: { tabs: { label: string; fields: unknown[] }[] } }) => {
        const [basics] = json.form.tabs;
        const [title, ...others] = basics?.fields ?? [];
        json.form.tabs.unshift({ label: "First", fields: [title] });
        if (basics !== undefined) basics.fields = others;
      },
    }),
  });
  const press = (key: string) => {
    const isLeft = fireEvent.keyDown(screen.getByRole("tablist"), { key });
    const open = tabs().findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    return [isLeft, open, document.activeElement === tabs()[open]];
  };
  expect(press("ArrowLeft")).toEqual([false, 2, true]);
  expect(press("ArrowLeft")).toEqual([false, 1, true]);
  expect(press("ArrowRight")).toEqual([false, 2, true]);
  expect(press("ArrowRight")).toEqual([false, 0, true]);
  expect(press("End")).toEqual([false, 2, true]);
  expect(press("Home")).toEqual([false, 0, true]);
  expect(press("ArrowDown")).toEqual([true, 0, true]);
});

test("a field has its frame: label, mark, hint and error, each by its name", async () => {
  const { save } = await openLoadedForm("books", { fixed: ["isbn", "subject"] });
  expect(attributes(frame("title"), "data-path", "class", "tabindex", "hidden")).toEqual({
    "data-path": "title",
    class: "form-field form-field-full",
    tabindex: "-1",
    hidden: null,
  });
  expect(attributes(frame("title")?.querySelector("label"), "for")).toEqual({ for: "form.title" });
  const mark = (path: string) => frame(path)?.querySelector(".form-field-required");
  expect(mark("title")?.textContent).toBe("*");
  expect(mark("title")?.getAttribute("title")).not.toBe("");
  expect(attributes(mark("title"), "aria-hidden")).toEqual({ "aria-hidden": "true" });
  // A field that this person may not change is never said to be required, but to be looked at.
  expect([mark("subject"), mark("isbn")]).toEqual([null, null]);
  const lock = (path: string) => frame(path)?.querySelector(".form-field-read-only");
  expect([lock("subject"), lock("isbn"), lock("title")]).toEqual([
    expect.anything(),
    expect.anything(),
    null,
  ]);
  expect(document.getElementById("form.isbn-hint")?.textContent).toBe("Thirteen digits, without dashes");
  expect(document.getElementById("form.title-hint")).toBeNull();
  expect(document.getElementById("form.title-error")).toBeNull();
  await save();
  expect(document.getElementById("form.title-error")?.textContent).toBe("A book needs its title");
  expect(attributes(frame("title"), "class")).toEqual({
    class: "form-field form-field-full form-field-wrong",
  });
  expect(attributes(frame("isbn"), "class")).toEqual({ class: "form-field form-field-full" });
  expect(frame("title")?.querySelector("[aria-live]")?.textContent).toBe("A book needs its title");
  expect(document.getElementById("form.isbn")?.getAttribute("aria-describedby")).toBe("form.isbn-hint");
});

test("fields of one row stand beside each other, the parts of an object in a group with its name", async () => {
  await openLoadedForm("books");
  const pathsIn = (element: Element | null | undefined) =>
    [...(element?.querySelectorAll("[data-path]") ?? [])].map((one) => one.getAttribute("data-path"));
  const rows = [...document.querySelectorAll("#form-panel-0 .form-field-row")];
  expect(rows.map(pathsIn)).toEqual([["genre", "year"]]);
  const group = document.querySelector("fieldset.form-field-group");
  expect([
    group?.querySelector("legend")?.textContent,
    pathsIn(group),
    group?.hasAttribute("hidden"),
  ]).toEqual(["Scores", ["scores.readers", "scores.staff"], false]);
  expect(document.querySelector(".form-columns")).toBeNull();
  cleanup();
  await openLoadedForm("loans");
  expect(pathsIn(document.querySelector(".form-columns > .form-rail"))).toEqual([
    "returned",
    "returnedOn",
    "renewals",
  ]);
  expect(pathsIn(document.querySelector(".form-columns > .form-main"))).toContain("number");
  expect(screen.queryByRole("tablist")).toBeNull();
});

test("a record that nobody may change has no locks at its fields and the way back alone", async () => {
  const form = await openLoadedForm("books", {
    id: STORED._id,
    fixed: ["isbn"],
    serve: keeps({ title: "Gulls", isProtected: true }),
  });
  expect(document.querySelector(".form-field-read-only")).toBeNull();
  expect(form.field("Title")).toHaveProperty("readOnly", true);
  const bar = document.querySelector<HTMLElement>(".save-bar");
  if (bar === null) throw new Error("no bar");
  expect(
    within(bar)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Back"]);
  await form.person.click(within(bar).getByRole("button", { name: "Back" }));
  expect(form.address()).toBe("/books/list");
});

test("the bar's buttons take no focus from the field that is pressed from, and are locked while it saves", async () => {
  let answer: () => void = () => {};
  const { person, field, save } = await openLoadedForm("subjects", {
    serve: (call) =>
      call.method === "GET"
        ? keeps()(call)
        : new Promise((resolve) => {
            answer = () => resolve({ status: 500, body: {} });
          }),
  });
  const button = (name: string) => screen.getByRole("button", { name });
  const locks = ["type", "aria-disabled", "aria-busy", "aria-describedby"];
  const free = { type: "submit", "aria-disabled": null, "aria-busy": null, "aria-describedby": null };
  expect([fireEvent.mouseDown(button("Save")), fireEvent.mouseDown(button("Cancel"))]).toEqual([
    false,
    false,
  ]);
  expect(attributes(button("Save"), ...locks)).toEqual(free);
  expect(button("Save").className).toBe("button button-primary");
  expect(document.querySelector(".save-bar-unsaved")).toBeNull();
  await person.type(field("Name"), "Birds");
  expect(document.querySelector(".save-bar-unsaved")).not.toBeNull();
  await save();
  expect(attributes(button("Save"), ...locks)).toEqual({
    ...free,
    "aria-disabled": "true",
    "aria-busy": "true",
  });
  expect(button("Cancel")).toHaveProperty("disabled", true);
  expect(document.querySelector("[inert]")).not.toBeNull();
  answer();
  await screen.findByText(/could not be saved|not saved/i);
  expect(attributes(button("Save"), ...locks)).toEqual(free);
  expect([button("Cancel"), document.querySelector("[inert]")]).toEqual([
    expect.objectContaining({ disabled: false }),
    null,
  ]);
});

test("the keys that save are taken from the browser each time, and save once while they are held", async () => {
  const { person, field, writes } = await openLoadedForm("subjects", { serve: () => new Promise(() => {}) });
  await person.type(field("Name"), "Birds");
  const press = (more: object = {}) => fireEvent.keyDown(document.body, { key: "s", ctrlKey: true, ...more });
  expect(press({ repeat: true })).toBe(false);
  expect(press({ isComposing: true })).toBe(true);
  expect(press({ altKey: true })).toBe(true);
  const dialog = document.createElement("dialog");
  dialog.open = true;
  document.body.append(dialog);
  expect(press()).toBe(false);
  expect(writes()).toEqual([]);
  dialog.remove();
  expect(press()).toBe(false);
  await waitFor(() => expect(writes()).toHaveLength(1));
});
