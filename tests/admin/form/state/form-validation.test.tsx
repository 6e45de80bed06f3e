import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";

const describedTexts = (element: HTMLElement) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);

test("a field is checked when it is left, in its own words, and no other with it", async () => {
  const { person, field } = await openLoadedForm("books");
  await person.click(field("Title"));
  expect(screen.queryByText("A book needs its title")).toBeNull();
  await person.tab();
  expect(describedTexts(field("Title"))).toEqual(["A book needs its title"]);
  expect(field("Title").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("A book needs its year")).toBeNull();
});

test("an error goes as soon as it is corrected, and none comes while typing", async () => {
  const { person, field } = await openLoadedForm("members");
  await person.type(field("Library name"), "ab");
  expect(screen.queryByText(/3 to 20/)).toBeNull();
  await person.tab();
  expect(screen.getByText("A library name is 3 to 20 characters long")).toBeTruthy();
  await person.type(field("Library name"), "c");
  expect(screen.queryByText(/3 to 20/)).toBeNull();
  await person.clear(field("Library name"));
  expect(screen.queryByText("A member needs a library name")).toBeNull();
});

test("an error that stands for another field's sake goes with that field's change", async () => {
  const { person, field } = await openLoadedForm("members");
  await person.type(field("Password"), "secret1");
  await person.type(field("Password again"), "secret2");
  await person.tab();
  expect(screen.getByText("The two passwords do not match")).toBeTruthy();
  await person.clear(field("Password"));
  await person.type(field("Password"), "secret2");
  expect(screen.queryByText("The two passwords do not match")).toBeNull();
});

test("a save checks everything, opens the tab of the first wrong field and puts the focus there", async () => {
  const { person, field, save, writes, toasts } = await openLoadedForm("books");
  await person.type(field("Title"), "Gulls");
  await person.type(field("Year"), "1999");
  await person.type(field("Subject"), "s1");
  await person.click(screen.getByRole("tab", { name: /More/ }));
  await person.type(field("ISBN"), "12");
  await person.clear(field("Replacement price"));
  await person.type(field("Replacement price"), "501");
  await person.click(screen.getByRole("tab", { name: /Basics/ }));
  await save();
  expect(writes()).toEqual([]);
  expect(toasts()).toEqual(["error: Some fields of this book need another look"]);
  expect(screen.getByRole("tab", { name: /More/ }).getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(field("ISBN"));
  expect(within(screen.getByRole("tab", { name: /More/ })).getByText("2")).toBeTruthy();
  expect(within(screen.getByRole("tab", { name: /Basics/ })).queryByText(/\d/)).toBeNull();
});

test("the toast of an invalid save is a warning where the config says so", async () => {
  const { save, toasts } = await openLoadedForm("loans");
  await save();
  expect(toasts()).toEqual(["warning: The loan is not complete yet"]);
});

test("a rule without words of its own speaks those of messages.json", async () => {
  const { person, field } = await openLoadedForm("loans");
  await person.type(field("Reader's e-mail"), "nobody");
  await person.tab();
  const texts = describedTexts(field("Reader's e-mail"));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toBeTruthy();
  expect(texts[0]).not.toContain("rule.");
});

test("required fields are marked, by their conditions too", async () => {
  const { person, field } = await openLoadedForm("members", {
    id: STORED._id,
    serve: keeps({ username: "ann", role: "lender" }),
  });
  expect(field("Library name").getAttribute("aria-required")).toBe("true");
  expect(field("Password again").getAttribute("aria-required")).toBe("false");
  await person.type(field("Password"), "x");
  expect(field("Password again").getAttribute("aria-required")).toBe("true");
});

test("conditions show, require and disable while the person types", async () => {
  const { person, field, save, writes } = await openLoadedForm("loans");
  expect(field("Returned on").closest("[hidden]")).not.toBeNull();
  await person.click(field("Returned"));
  expect(field("Returned on").closest("[hidden]")).toBeNull();
  await person.type(field("Renewals"), "{Backspace}3");
  expect(field("Why so often")).toHaveProperty("disabled", true);
  await person.click(field("Returned"));
  expect(field("Why so often")).toHaveProperty("disabled", false);
  await person.click(field("Returned"));
  await save();
  expect(screen.getByText("When did it come back?")).toBeTruthy();
  expect(writes()).toEqual([]);
});

test("what is hidden is sent as null or kept, as the field says", async () => {
  const { person, field, save, saved } = await openLoadedForm("loans", {
    id: STORED._id,
    serve: keeps({
      number: "L-0001",
      book: "b1",
      member: "m1",
      lentOn: "2026-02-03",
      returned: true,
      returnedOn: "2026-03-04",
      renewals: 4,
      reason: "It is long",
    }),
  });
  await person.click(field("Returned"));
  await person.clear(field("Renewals"));
  await person.type(field("Renewals"), "0");
  await save();
  expect(saved()).toMatchObject({
    returned: false,
    returnedOn: null,
    renewals: 0,
    reason: "It is long",
  });
});

test("a field that exists in the form alone is checked and not sent", async () => {
  const { person, field, save, writes } = await openLoadedForm("members");
  await person.type(field("Library name"), "anna");
  await person.type(field("Password"), "secret1");
  await person.selectOptions(field("Work"), "Lending desk");
  await save();
  expect(screen.getByText("Repeat the password")).toBeTruthy();
  await person.type(field("Password again"), "secret1");
  await save();
  expect(writes().map(({ body }) => body)).toEqual([
    { username: "anna", password: "secret1", role: "lender", approved: true },
  ]);
});

test("a blank write-only field means unchanged: it is not sent on edit", async () => {
  const { person, field, save, writes } = await openLoadedForm("members", {
    id: STORED._id,
    serve: keeps({ username: "anna", role: "lender", approved: true }),
  });
  await person.type(field("Library name"), "belle");
  await save();
  expect(writes()[0]?.body).toEqual({ username: "annabelle" });
});

test("a cleared field is sent as null", async () => {
  const { person, field, save, saved } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: keeps({ name: "Birds", parent: "s0" }),
  });
  await person.clear(field("Part of"));
  await save();
  expect(saved()).toMatchObject({ name: "Birds", parent: null });
});

test("a new record opens with its defaults", async () => {
  const { field } = await openLoadedForm("books");
  expect(field("Available")).toHaveProperty("checked", true);
  expect(screen.getByRole("radio", { name: "Novel" })).toHaveProperty("checked", true);
  expect(field("Replacement price")).toHaveProperty("value", "0");
});

test("tabs are reached and changed by the keyboard alone", async () => {
  const { person } = await openLoadedForm("books");
  screen.getByRole("tab", { name: "Basics" }).focus();
  await person.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "More" }));
  expect(screen.getByRole("tabpanel", { name: "More" })).toBeTruthy();
  await person.keyboard("{ArrowRight}");
  // The first field, where a new record begins, was left empty: the tab counts that.
  expect(screen.getByRole("tabpanel", { name: /^Basics/ })).toBeTruthy();
  await person.keyboard("{End}{Home}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: /^Basics/ }));
});

test("what was typed stays while another tab is open", async () => {
  const { person, field } = await openLoadedForm("books");
  await person.type(field("Title"), "Gulls");
  await person.click(screen.getByRole("tab", { name: "More" }));
  await person.click(screen.getByRole("tab", { name: "Basics" }));
  expect(field("Title")).toHaveProperty("value", "Gulls");
});

test("a form that no config gave tabs has none, and every field", async () => {
  const { field } = await openLoadedForm("loans");
  expect(screen.queryByRole("tab")).toBeNull();
  expect(field("Number")).toBeTruthy();
  expect(field("Renewals")).toBeTruthy();
});
