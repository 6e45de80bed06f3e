import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "../../fake-server.ts";
import { type OpenedApp, openApp } from "../../open-app.tsx";
import { testWidgets } from "../test-widgets.tsx";

const CREATE = "/subjects/create";
const SAVE = "POST /api/rest/subjects";

/** The whole app in the form of a new subject, where something is typed. */
async function openTyped(): Promise<OpenedApp> {
  const app = await openApp(CREATE, { widgets: testWidgets });
  await app.person.type(await screen.findByLabelText("Name"), "Birds");
  return app;
}

async function logIn({ person, button, heading }: OpenedApp): Promise<void> {
  await heading("Log in to the library");
  await person.type(screen.getByLabelText("Library name"), "ada");
  await person.type(screen.getByLabelText("Password"), "lovelace");
  await person.click(button("Log in"));
}

it("a session that ends at a save leads through log-in back to the form, with what was typed, if the person wants that", async () => {
  const app = await openTyped();
  app.server.on(SAVE, () => refusal(401, "Who are you?"));
  await app.person.click(app.button("Save"));
  await app.person.click(await screen.findByRole("button", { name: "Log in elsewhere" }));
  await logIn(app);
  await app.at(CREATE);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Birds");
  app.server.on(SAVE, ({ body }) => ({ status: 201, body: { _id: "s1", ...Object(body) } }));
  await app.person.click(app.button("Save"));
  await app.at("/subjects/list");
  expect(app.server.asked(SAVE).at(-1)?.body).toMatchObject({ name: "Birds" });
  expect(app.tab.size).toBe(0);
});

it("another tab's log-out keeps it too; who goes elsewhere is not led back a second time", async () => {
  const app = await openTyped();
  app.stored.clear();
  app.otherTab();
  await logIn(app);
  await app.at(CREATE);
  await screen.findByLabelText("Name");
  app.go("/");
  await app.person.click(await screen.findByRole("button", { name: "Leave" }));
  await app.at("/");
  expect(app.tab.size).toBe(0);
  app.stored.clear();
  app.otherTab();
  await logIn(app);
  await app.at("/");
});

it("whoever logs out has done with it", async () => {
  const app = await openTyped();
  await app.person.click(app.button("Log out"));
  const yes = await screen.findByRole("alertdialog");
  await app.person.click([...yes.querySelectorAll("button")].at(-1) ?? yes);
  await app.heading("Log in to the library");
  await waitFor(() => expect(app.tab.size).toBe(0));
  await logIn(app);
  await app.at("/");
  app.go(CREATE);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "");
});
