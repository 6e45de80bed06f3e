import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refusal } from "../fake-server.ts";
import { type OpenedApp, openApp } from "../open-app.tsx";

const VALIDATE = "GET /api/rest/session/validate-token";

describe("spec 2, route guard", () => {
  it("Public routes pass", async () => {
    const app = await openApp("/register", { loggedIn: false });
    await app.heading("Register");
    expect(app.address()).toBe("/register");
    expect(app.server.calls).toEqual([]);
  });

  it("With no stored token, go to /login", async () => {
    const app = await openApp("/books/list", { loggedIn: false });
    await app.heading("Log in to the library");
    expect(app.address()).toBe("/login");
    expect(app.server.calls).toEqual([]);
  });

  it("on the first navigation the token is validated with the server, once", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    const asked = app.server.asked(VALIDATE);
    expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(["kept"]));
    const times = asked.length;
    await app.person.click(screen.getByRole("link", { name: "Add a book" }));
    await app.at("/books/create");
    expect(app.server.asked(VALIDATE)).toHaveLength(times);
  });

  it("the address of an entity alone leads to its list", async () => {
    const app = await openApp("/books");
    await app.heading("Books");
    expect(app.address()).toBe("/books/list");
    // Nobody navigated.
    expect(document.activeElement).toBe(document.body);
  });

  it("When arriving from /login the token is validated with the server", async () => {
    const app = await openApp("/login");
    await app.heading("Log in to the library");
    expect(app.server.asked(VALIDATE)).toHaveLength(0);
    act(() => app.go("/"));
    await app.heading("You can work here:");
    expect(app.server.asked(VALIDATE)).not.toHaveLength(0);
  });

  it("a token that does not hold ends the session, says so once and leads to /login", async () => {
    const app = await openApp("/books/list", {
      prepare: (server) => server.on(VALIDATE, () => refusal(401, "No session")),
    });
    await app.heading("Log in to the library");
    expect(app.address()).toBe("/login");
    expect([...app.stored.keys()]).toEqual([]);
    expect(app.toasts()).toEqual(["error: Your log-in has ended. Log in again"]);
  });

  it("the account as the server knows it now replaces the stored one", async () => {
    const app = await openApp("/", {
      prepare: (server) =>
        server.on(VALIDATE, () => ({
          status: 200,
          body: { success: true, user: { ...server.user, username: "renamed" } },
        })),
    });
    await screen.findByText("Hello renamed");
    expect(app.stored.get("user")).toContain("renamed");
  });

  it("a route that the account may not open shows an error and stays on the previous path", async () => {
    const app = await openApp("/books/list", { role: "stocker" });
    const heading = await app.heading("Books");
    act(() => app.go("/loans/list"));
    await waitFor(() => expect(app.toasts()).toEqual(["error: You have no permission for this page"]));
    await app.at("/books/list");
    // Not only the same address: the same screen, untouched.
    expect(heading.isConnected).toBe(true);
    expect(app.toasts()).toHaveLength(1);
    act(() => app.go("/"));
    await app.heading("You can work here:");
    expect(app.toasts()).toEqual([]);
  });

  it("says so in the language of the screen that is refused, also where the account may see nothing of it", async () => {
    const app = await openApp("/loans/list", {
      role: "stocker",
      config: {
        "messages.json": (json) => {
          json.nl = { ...json.en, "shell.noPermission": "Geen toegang" };
        },
        "entities/loans.json": (json) => {
          json.language = "nl";
          // Their texts have no Dutch.
          delete json.list.views;
          json.display = { title: "number" };
        },
        "app.json": (json) => {
          delete json.home;
        },
      },
    });
    await app.heading("You can work here:");
    expect(app.toasts()).toEqual(["error: Geen toegang"]);
    act(() => app.go("/members/list"));
    await waitFor(() => expect(app.toasts()).toContain("error: You have no permission for this page"));
  });

  it.each(["full", "reference", "none"] as const)(
    "says it in the refused entity's own words (%s)",
    async (access) => {
      const id = { full: "books", reference: "members", none: "loans" }[access];
      const app = await openApp("/", {
        ...(access !== "full" && { role: access === "reference" ? "lender" : "stocker" }),
        config: {
          [`entities/${id}.json`]: (json) => {
            json.messages = { "shell.noPermission": "Ask the director for these" };
          },
        },
        ...(access === "full" && {
          prepare: (server) =>
            server.on(VALIDATE, () => ({
              status: 200,
              body: { success: true, user: { ...server.user, permissions: ["lending"] } },
            })),
        }),
      });
      await app.heading("You can work here:");
      act(() => app.go(`/${id}/list`));
      await waitFor(() => expect(app.toasts()).toEqual(["error: Ask the director for these"]));
    },
  );

  it("a refused step changes neither the address nor the history", async () => {
    const app = await openApp("/books/list", { role: "stocker" });
    await app.heading("Books");
    await app.person.click(screen.getByRole("link", { name: "Subjects" }));
    await app.heading("Subjects");
    act(() => app.go(-1));
    await app.heading("Books");
    act(() => app.go("/loans/list"));
    await waitFor(() => expect(app.toasts()).toHaveLength(1));
    expect(app.history.entries()).toEqual(["[/books/list]", "/subjects/list"]);
  });

  it("on the first navigation there is no previous path: it is /", async () => {
    const app = await openApp("/loans/edit/x", { role: "stocker" });
    await app.heading("You can work here:");
    expect(app.address()).toBe("/");
    expect(app.toasts()).toEqual(["error: You have no permission for this page"]);
  });

  it("the stored account decides too: what it does not hold it may not open", async () => {
    const app = await openApp("/", {
      prepare: (server) =>
        server.on(VALIDATE, () => ({
          status: 200,
          body: { success: true, user: { ...server.user, permissions: ["lending"] } },
        })),
    });
    await app.heading("You can work here:");
    await waitFor(() => expect(screen.queryAllByRole("link", { name: "Books" })).toEqual([]));
    act(() => app.go("/books/list"));
    await waitFor(() => expect(app.toasts()).toEqual(["error: You have no permission for this page"]));
    expect(app.address()).toBe("/");
  });

  it("an address that is no screen says so", async () => {
    const app = await openApp("/nothing/here");
    await app.heading("There is no such page");
    await app.person.click(screen.getByRole("link", { name: "To the start" }));
    await app.heading("You can work here:");
  });

  it("names of JavaScript are no entities", async () => {
    const app = await openApp("/constructor/list");
    await app.heading("There is no such page");
  });

  it("a server that does not answer is said so, and tried again on request", async () => {
    const app = await openApp("/books/list", {
      prepare: (server) =>
        server.on(VALIDATE, () => {
          throw new TypeError("Failed to fetch");
        }),
    });
    await screen.findByText("The library cannot be reached");
    app.server.on(VALIDATE, undefined);
    await app.person.click(app.button("Try again"));
    await app.heading("Books");
    expect(app.stored.get("token")).toBe("kept");
  });

  it("a log-out in another tab leads to /login here", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    app.stored.clear();
    act(() => app.otherTab());
    await app.heading("Log in to the library");
  });
});

describe("a form with unsaved changes", () => {
  const ENTRIES = ["/books/list", "[/subjects/create]", "/"];

  /** Between the list that one came from and the start page that one came back from. */
  async function openTyped() {
    const app = await openApp("/books/list");
    await app.heading("Books");
    act(() => app.go("/subjects/create"));
    await app.heading("New subject");
    act(() => app.go("/"));
    await app.heading("You can work here:");
    act(() => app.go(-1));
    await app.heading("New subject");
    await app.person.type(await screen.findByLabelText(/^Name/), "Birds");
    expect(app.history.entries()).toEqual(ENTRIES);
    return app;
  }
  const menuMark = () => document.querySelector("[data-current] a")?.textContent;
  const answer = (app: OpenedApp, name: string) => app.person.click(app.button(name));

  it.each([
    ["a link", "/books/list"],
    ["Back", -1],
    ["Forward", 1],
  ])("asked after %s, address, menu and history are where one is; staying leaves them so", async (_, to) => {
    const app = await openTyped();
    act(() => app.go(to));
    await screen.findByRole("alertdialog");
    expect([app.address(), menuMark()]).toEqual(["/subjects/create", "Subjects"]);
    await waitFor(() => expect(app.history.entries()).toEqual(ENTRIES));
    await answer(app, "Stay");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(app.history.entries()).toEqual(ENTRIES);
    expect(app.address()).toBe("/subjects/create");
    expect(screen.getByLabelText(/^Name/)).toHaveProperty("value", "Birds");
    // Another try asks again.
    act(() => app.go(to));
    await screen.findByRole("alertdialog");
  });

  it.each([
    ["a link", "/books/list", ["/books/list", "/subjects/create", "[/books/list]"]],
    ["Back", -1, ["[/books/list]", "/subjects/create", "/"]],
    ["Forward", 1, ["/books/list", "/subjects/create", "[/]"]],
  ])("is left after %s and a yes, as without the question", async (_, to, entries) => {
    const app = await openTyped();
    act(() => app.go(to));
    await screen.findByRole("alertdialog");
    await waitFor(() => expect(app.history.entries()).toEqual(ENTRIES));
    await answer(app, "Discard and leave");
    await waitFor(() => expect(app.history.entries()).toEqual(entries));
    await waitFor(() => expect(screen.queryByLabelText(/^Name/)).toBeNull());
    expect(app.address()).toBe(app.history.address());
  });

  it("is left also after a yes that comes while the history is on its way back to where one is", async () => {
    const app = await openTyped();
    const { place } = app.history;
    const { go } = place;
    act(() => app.go(-1));
    let arrive = () => {};
    place.go = (steps) => {
      arrive = () => go(steps);
      place.go = go;
    };
    await waitFor(() => expect(place.go).toBe(go));
    await answer(app, "Discard and leave");
    const popped = new Promise<void>((resolve) => {
      place.onPop(resolve);
    });
    await act(async () => {
      arrive();
      await popped;
    });
    await app.heading("Books");
    await waitFor(() => expect(app.history.entries()).toEqual(["[/books/list]", "/subjects/create", "/"]));
    expect(app.address()).toBe("/books/list");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("Back twice is one question, and takes one nowhere", async () => {
    const app = await openTyped();
    act(() => app.go(-1));
    act(() => app.go(1));
    act(() => app.go(-1));
    await screen.findByRole("alertdialog");
    await answer(app, "Stay");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await waitFor(() => expect(app.history.entries()).toEqual(ENTRIES));
    expect(app.address()).toBe("/subjects/create");
  });

  it("a double click is one question", async () => {
    const app = await openTyped();
    act(() => {
      app.go("/books/list");
      app.go("/books/list");
    });
    await screen.findByRole("alertdialog");
    await answer(app, "Discard and leave");
    await app.heading("Books");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(app.history.entries()).toEqual(["/books/list", "/subjects/create", "[/books/list]"]);
  });

  it("an entry that a link inside the page made has its place too, also after the page is loaded again", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    act(() => app.go("/subjects/create"));
    await app.heading("New subject");
    act(() => app.history.jump("/subjects/create#form"));
    expect(app.history.place.state).toMatchObject({ idx: 2 });
    await app.person.type(await screen.findByLabelText(/^Name/), "Birds");
    act(() => app.go(-2));
    await screen.findByRole("alertdialog");
    await answer(app, "Stay");
    await waitFor(() =>
      expect(app.history.entries()).toEqual(["/books/list", "/subjects/create", "[/subjects/create#form]"]),
    );
  });

  it("its question ends with the session, and takes one nowhere", async () => {
    const app = await openTyped();
    act(() => app.go("/books/list"));
    await screen.findByRole("alertdialog");
    app.stored.clear();
    act(() => app.otherTab());
    await app.heading("Log in to the library");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(app.services.confirms.get()).toBeUndefined();
    expect(app.history.address()).toBe("/login");
  });

  it("is asked about at log-out, and lost only where it is discarded", async () => {
    const app = await openTyped();
    await app.person.click(app.button("Log out"));
    await screen.findByText(/^Some of your input is not saved\./);
    await answer(app, "Stay");
    expect(screen.getByLabelText(/^Name/)).toHaveProperty("value", "Birds");
    await app.person.click(app.button("Log out"));
    await screen.findByText(/^Some of your input is not saved\./);
    await answer(app, "Discard and log out");
    await app.heading("Log in to the library");
    expect(app.history.address()).toBe("/login");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
  });
});
