import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Call, later, refusal } from "../fake-server.ts";
import { testWidgets } from "../form/test-widgets.tsx";
import { type OpenedApp, openApp } from "../open-app.tsx";

const CREATE = "/subjects/create";
const SAVE = "POST /api/rest/subjects";
const LOGIN = "POST /api/rest/session/login";
const CONFIG = "GET /api/config";

const stored = ({ body }: Call) => ({ status: 201, body: { _id: "s1", ...Object(body) } });

/** The form of a new subject, where something is typed and whose session ends with the first save. */
async function openTyped(): Promise<OpenedApp> {
  const app = await openApp(CREATE, { widgets: testWidgets });
  await app.person.type(await screen.findByLabelText("Name"), "Birds");
  app.server.on(SAVE, (call) => (call.token === "kept" ? refusal(401, "Who are you?") : stored(call)));
  return app;
}

const question = () => screen.findByRole("dialog", { name: "Your log-in has ended" });
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const tokens = (app: OpenedApp, address: string) => app.server.asked(address).map(({ token }) => token);

async function answer(app: OpenedApp, text: string): Promise<void> {
  await question();
  if (text !== "") await app.person.type(password(), text);
  await app.person.click(app.button("Go on"));
}

describe("a session that ends while something is typed", () => {
  it("asks for the password in place, and saves what was being saved", async () => {
    const app = await openTyped();
    const field = screen.getByLabelText("Name");
    await app.person.click(app.button("Save"));
    const dialog = await question();
    within(dialog).getByText("Nothing is lost. Enter the password of ada");
    expect(field.isConnected).toBe(true);
    expect(app.address()).toBe(CREATE);
    expect(app.toasts()).toEqual([]);
    expect(app.stored.get("token")).toBe("kept");

    await answer(app, "lovelace");
    await app.at("/subjects/list");
    expect(tokens(app, SAVE)).toEqual(["kept", "fresh"]);
    expect(app.server.asked(SAVE).map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ name: "Birds" })),
    );
    // Without the session that has ended.
    expect(app.server.asked(LOGIN)).toMatchObject([
      { token: undefined, body: { username: "ada", password: "lovelace" } },
    ]);
    expect(app.toasts().some((text) => text.startsWith("error"))).toBe(false);
    expect(app.stored.get("token")).toBe("fresh");
    await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
  });

  it("says what is wrong with the password at its field, and asks on", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    await answer(app, "");
    await screen.findByText("Enter your password");
    expect(app.server.asked(LOGIN)).toEqual([]);
    app.server.on(LOGIN, () => refusal(400, "Wrong one"));
    await answer(app, "no");
    const wrong = await screen.findByText("Wrong one");
    expect(password().getAttribute("aria-describedby")).toBe(wrong.id);
    await app.person.keyboard("{Escape}");
    await question();
    app.server.on(LOGIN, undefined);
    await answer(app, "lovelace");
    await app.at("/subjects/list");
  });

  it("asks once for all that waits, and the form is the same afterwards, for what is typed and left", async () => {
    const app = await openTyped();
    const field = screen.getByLabelText("Name");
    const { client } = app.services;
    app.server.on("GET /api/rest/books", ({ token }) =>
      token === "kept" ? refusal(401, "Who?") : { status: 200, body: { books: [], total: 0 } },
    );
    const lists = [1, 2, 3].map(() => client.request("GET", "/api/rest/books"));
    await question();
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await answer(app, "lovelace");
    expect(await Promise.all(lists)).toEqual(Array(3).fill({ books: [], total: 0 }));
    expect(screen.getByLabelText("Name")).toBe(field);
    // What the account may do may have changed.
    await waitFor(() => expect(tokens(app, CONFIG).at(-1)).toBe("fresh"));
    await app.person.type(field, " of prey");
    expect(field).toHaveProperty("value", "Birds of prey");
    act(() => app.go("/"));
    await app.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await app.at("/");
    await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
  });

  it("goes on where the account logs in in another tab", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    await question();
    app.stored.set("token", "elsewhere");
    act(() => app.otherTab());
    await app.at("/subjects/list");
    expect(tokens(app, SAVE)).toEqual(["kept", "elsewhere"]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ends where somebody else has the name by now, who gets nothing of it", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    const other = { ...app.server.user, _id: "someone-else", id: "someone-else" };
    app.server.on(LOGIN, () => ({ status: 200, body: { token: "other", user: other } }));
    await answer(app, "lovelace");
    await app.at("/login");
    expect(tokens(app, SAVE)).toEqual(["kept"]);
    expect([...app.stored.keys()]).not.toContain("token");
  });

  it("leads to /login where the person wants that; nothing is sent again", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    await question();
    await app.person.click(app.button("Log in elsewhere"));
    await app.at("/login");
    expect(app.toasts()).toEqual(["error: Your log-in has ended. Log in again"]);
    expect(tokens(app, SAVE)).toEqual(["kept"]);
    expect([...app.stored.keys()]).not.toContain("token");
  });

  it("another tab's log-out is no question: it ends here too", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    await question();
    app.stored.clear();
    act(() => app.otherTab());
    await app.at("/login");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("a slow password is asked for once", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Save"));
    const slow = later();
    app.server.on(LOGIN, slow.serve);
    await answer(app, "lovelace");
    await app.person.click(app.button("Go on"));
    expect(app.server.asked(LOGIN)).toHaveLength(1);
    await act(async () => slow.answer({ status: 200, body: { token: "fresh", user: app.server.user } }));
    await app.at("/subjects/list");
  });
});

describe("a session that ends where nothing is typed", () => {
  it.each([CREATE, "/books/list"])("leads to /login, and back: %s", async (address) => {
    const app = await openApp(address, { widgets: testWidgets });
    await app.heading(address === CREATE ? "New subject" : "Books");
    const asked = app.services.client.request("GET", "/api/rest/loans").catch(() => undefined);
    app.server.on("GET /api/rest/loans", () => refusal(401, "Who are you?"));
    await asked;
    await act(async () => {
      await app.services.client.request("GET", "/api/rest/loans").catch(() => undefined);
    });
    await app.at("/login");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(app.toasts()).toEqual(["error: Your log-in has ended. Log in again"]);
    await app.person.type(screen.getByLabelText("Library name"), "ada");
    await app.person.type(screen.getByLabelText("Password"), "lovelace");
    await app.person.click(app.button("Log in"));
    await app.at(address);
  });
});
