import { act, cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { library } from "../library.ts";
import { type OpenedForm, openLoadedForm } from "../open-form.tsx";
import { closeAndOpen, closeAndRestore, keptOf, NOTICE, notice, restore, valuesOf } from "./restored.ts";

test("passwords are never kept, also not repeated; it is said that they are missing", async () => {
  const { kept, field, device } = await closeAndRestore("members", async ({ person, field }) => {
    await person.type(field("Library name"), "ada");
    await person.type(field("Password again"), "lovelace");
    await person.type(field("Password"), "lovelace");
  });
  expect(kept?.fields.map(({ path }) => path)).toEqual(["username"]);
  expect(JSON.stringify(kept)).not.toContain("lovelace");
  expect(kept?.secrets).toEqual(["Password", "Password again"]);
  expect(field("Library name")).toHaveProperty("value", "ada");
  expect(field("Password")).toHaveProperty("value", "");
  expect(JSON.stringify(await keptOf(device, "members"))).not.toContain("lovelace");
});

test("of a password that is only repeated nothing is kept", async () => {
  const { kept } = await closeAndOpen("members", async ({ person, field }) => {
    await person.type(field("Library name"), "ada");
    await person.type(field("Password again"), "lovelace");
  });
  expect(JSON.stringify(kept)).not.toContain("lovelace");
  await screen.findByText("To be typed again, since it is never kept: Password again");
  cleanup();
  const alone = await closeAndOpen("members", ({ person, field }) =>
    person.type(field("Password"), "lovelace"),
  );
  expect(alone.kept).toBeUndefined();
});

test("a secret is not kept either where no password's widget edits it, nor what such a widget edits", async () => {
  const config = await library({
    "entities/members.json": ({ schema: { properties } }: Fields) => {
      for (const name of ["password", "confirm"]) properties[name] = { ...properties[name], widget: "text" };
      properties.code = { type: "string", title: "Code", widget: "password" };
    },
  });
  const { kept } = await closeAndOpen(
    "members",
    async ({ person, field }) => {
      await person.type(field("Library name"), "ada");
      await person.type(field("Password"), "lovelace");
      await person.type(field("Password again"), "lovelace");
      await person.type(field("Code"), "0000");
    },
    { config },
  );
  expect([kept?.fields.map(({ path }) => path), kept?.secrets]).toEqual([
    ["username"],
    ["Password", "Password again", "Code"],
  ]);
});

test("whoever leaves is told what of it would be lost all the same", async () => {
  const { person, field, router } = await openLoadedForm("members");
  const leave = async () => {
    act(() => router("/members/list"));
    const { textContent } = await screen.findByRole("alertdialog");
    await person.click(screen.getByRole("button", { name: "Stay" }));
    return textContent;
  };
  await person.type(field("Password"), "lovelace");
  expect(await leave()).toMatch(/will be lost\. Leave all the same\?StayLeave$/);
  await person.type(field("Library name"), "ada");
  expect(await leave()).toMatch(/for 7 days.*To be typed again, since it is never kept: Password/);
});

type Fields = { schema: { properties: Record<string, object> } };
const EMAIL = "Reader's e-mail";
const numbers = () =>
  library({
    "entities/loans.json": ({ schema }: Fields) => {
      schema.properties.email = { type: "integer", title: EMAIL };
    },
  });
const without = () =>
  library({
    "entities/loans.json": ({ schema }: Fields) => {
      delete schema.properties.email;
    },
  });
const type = (text: string) => (form: OpenedForm) => form.person.type(form.field(EMAIL), text);

test("what fits the field as it is now is restored", async () => {
  const fits = await closeAndRestore("loans", type("12"), {}, { config: await numbers() });
  expect(fits.field(EMAIL)).toHaveProperty("value", "12");
});

test.each([
  ["has another kind", numbers],
  ["is gone", without],
])("what a field cannot take that %s is listed, before and after, and kept on", async (_, config) => {
  const form = await closeAndOpen("loans", type("ann"), {}, { config: await config() });
  await screen.findByText(NOTICE);
  const listed = () => [...document.querySelectorAll("dt, dd")].map(({ textContent }) => textContent);
  expect(screen.getByText(/^These entries no longer have a place here/)).toBeTruthy();
  expect(listed()).toEqual([EMAIL, "ann"]);
  await restore(form);
  expect(notice()).toBeNull();
  expect(screen.getByText(/^These entries no longer have a place here/)).toBeTruthy();
  expect(listed()).toEqual([EMAIL, "ann"]);
  form.unmount();
  await act(async () => {});
  expect(valuesOf(await keptOf(form.device, "loans"))).toEqual([["email", "ann"]]);
});

test("what may not be changed any more is listed, and the field stays as it is stored", async () => {
  const twice = async ({ person, field }: OpenedForm) => {
    await person.type(field(EMAIL), "ann");
    await person.clear(field("Renewals"));
    await person.type(field("Renewals"), "4");
  };
  const form = await closeAndOpen("loans", twice, {}, { fixed: ["email"] });
  await screen.findByText("What it would change: Renewals");
  await restore(form);
  expect(form.field(EMAIL)).toHaveProperty("value", "");
  expect(form.field("Renewals")).toHaveProperty("value", "4");
  expect(screen.getByText("ann").closest("div")?.textContent).toBe(`${EMAIL}ann`);
});

test("what stands in a field that is disabled waits for it, as it did", async () => {
  const { field, person } = await closeAndRestore("loans", async ({ person, field }) => {
    await person.clear(field("Renewals"));
    await person.type(field("Renewals"), "4");
    await person.type(field("Why so often"), "Slow");
    await person.click(screen.getByRole("switch", { name: "Returned" }));
    expect(field("Why so often")).toHaveProperty("value", "");
  });
  expect(field("Renewals")).toHaveProperty("value", "4");
  expect(field("Why so often")).toHaveProperty("value", "");
  expect(field("Why so often")).toHaveProperty("disabled", true);
  await person.click(screen.getByRole("switch", { name: "Returned" }));
  expect(field("Why so often")).toHaveProperty("value", "Slow");
});
