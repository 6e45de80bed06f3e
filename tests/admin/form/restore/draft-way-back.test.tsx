import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DRAFT_DAYS } from "../../../../src/admin/services/draft-age.ts";
import { book, refusal } from "../../fake-server.ts";
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

async function restore({ person }: OpenedApp): Promise<void> {
  await person.click(await screen.findByRole("button", { name: "Restore" }));
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Birds");
}

async function logOut({ person }: OpenedApp, answer: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: "Log out" }));
  await person.click(await screen.findByRole("button", { name: answer }));
}

it("a session that ends at a save leads through log-in back to the form, with what was typed, if the person wants that", async () => {
  const app = await openTyped();
  app.server.on(SAVE, () => refusal(401, "Who are you?"));
  await app.person.click(app.button("Save"));
  await app.person.click(await screen.findByRole("button", { name: "Log in elsewhere" }));
  await logIn(app);
  await app.at(CREATE);
  await restore(app);
  app.server.on(SAVE, ({ body }) => ({ status: 201, body: { _id: "s1", ...Object(body) } }));
  await app.person.click(app.button("Save"));
  await app.at("/subjects/list");
  expect(app.server.asked(SAVE).at(-1)?.body).toMatchObject({ name: "Birds" });
  await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
});

it("another tab's log-out keeps it too; whoever leaves the form on purpose has done with it", async () => {
  const app = await openTyped();
  app.stored.delete("token");
  app.otherTab();
  await logIn(app);
  await app.at(CREATE);
  await restore(app);
  app.go("/");
  await app.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await app.at("/");
  await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
});

it("whoever leaves is asked what becomes of it: kept, it is offered when the form is opened again", async () => {
  const app = await openTyped();
  act(() => app.go("/"));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain(`Keep it on this device for ${DRAFT_DAYS} days, or discard it?`);
  await app.person.click(app.button("Keep and leave"));
  await app.at("/");
  expect(await app.device.list(app.server.user._id)).toHaveLength(1);
  app.go(CREATE);
  await restore(app);
});

it("whoever logs out is asked: kept, it is offered after the next log-in", async () => {
  const app = await openTyped();
  await logOut(app, "Stay");
  expect(app.address()).toBe(CREATE);
  await app.person.click(app.button("Log out"));
  expect((await screen.findByRole("alertdialog")).textContent).toContain(`for ${DRAFT_DAYS} days`);
  await app.person.click(app.button("Keep and log out"));
  await logIn(app);
  await app.at("/");
  app.go(CREATE);
  await restore(app);
});

it("discarded, nothing is left of it", async () => {
  const app = await openTyped();
  await logOut(app, "Discard and log out");
  await app.heading("Log in to the library");
  await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
  await logIn(app);
  await app.at("/");
  app.go(CREATE);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "");
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

it("the question names what is not saved: the open record, and those of which something is kept", async () => {
  const gulls = book(1, { title: "Gulls" });
  const app = await openApp("/", {
    widgets: testWidgets,
    prepare: ({ records }) => records.get("books")?.push(gulls),
  });
  await app.heading("You can work here:");
  app.go(`/books/edit/${gulls._id}`);
  await app.person.type(await screen.findByLabelText("Title"), " and terns");
  act(() => app.go(CREATE));
  await app.person.click(await screen.findByRole("button", { name: "Keep and leave" }));
  await app.person.type(await screen.findByLabelText("Name"), "Birds");
  await app.person.click(app.button("Log out"));
  const question = await screen.findByRole("alertdialog");
  expect(
    within(question)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["New subject", "Gulls · book"]);
});

it("it is asked too where what is kept is of another form, and not once nothing is", async () => {
  const app = await openTyped();
  await waitFor(async () => expect(await app.device.list(app.server.user._id)).toHaveLength(1));
  app.unmount();
  const { device, stored } = app;
  const next = await openApp("/books/list", { widgets: testWidgets, device, stored });
  await next.heading("Books");
  await logOut(next, "Discard and log out");
  await next.heading("Log in to the library");
  await waitFor(async () => expect(await device.list(app.server.user._id)).toEqual([]));
  await logIn(next);
  await next.at("/");
  await next.person.click(await screen.findByRole("button", { name: "Log out" }));
  expect((await screen.findByRole("alertdialog")).textContent).toContain("Do you want to log out?");
});

it("where nothing but a password was typed it is not offered to keep it; beside something else it is said to be left out", async () => {
  const app = await openApp("/members/create", { widgets: testWidgets });
  await app.person.type(await screen.findByLabelText("Password"), "lovelace");
  await app.person.click(app.button("Log out"));
  const lost = await screen.findByRole("alertdialog");
  expect(lost.textContent).toContain("is not saved yet and would be lost. Log out?");
  expect(within(lost).queryByRole("button", { name: "Keep and log out" })).toBeNull();
  await app.person.click(within(lost).getByRole("button", { name: "Stay" }));
  await app.person.type(screen.getByLabelText("Library name"), "ada");
  await app.person.click(app.button("Log out"));
  const question = await screen.findByRole("alertdialog");
  within(question).getByRole("button", { name: "Keep and log out" });
  within(question).getByText(/never kept: Password$/);
});
