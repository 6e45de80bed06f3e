import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { later } from "../fake-server.ts";
import { LIST, openBooks, titles } from "../list/open-books.ts";
import { openApp } from "../open-app.tsx";

// What one person edits in a file, all others see without doing anything.

describe("a list on screen", () => {
  it("gets its new heading, columns and labels, and is fetched anew, without a skeleton", async () => {
    const app = await openBooks(3);
    await app.shows(...titles(1, 3));
    const table = screen.getByRole("table");
    const row = within(table).getByText("Book 2").closest("tr");
    const before = app.server.asked(LIST).length;
    await app.server.change({
      "entities/books.json": (books) => {
        books.list.title = "All our books";
        books.list.columns.splice(1, 0, { field: "price", label: "Costs" });
      },
    });
    for (const one of app.server.records.get("books") ?? []) Object.assign(one, { price: 7 });
    let skeletons = 0;
    const watching = new MutationObserver(() => {
      skeletons += table.querySelectorAll(".skeleton").length;
    });
    watching.observe(document.body, { childList: true, subtree: true });
    await app.follow();
    await app.heading("All our books");
    expect(document.title).toBe("All our books · Lending Library");
    await waitFor(() => expect(within(table).getAllByText("7")).toHaveLength(3));
    watching.disconnect();
    expect(skeletons).toBe(0);
    app.header("Costs");
    expect(app.server.asked(LIST).length).toBeGreaterThan(before);
    expect(screen.getByRole("table")).toBe(table);
    expect(within(table).getByText("Book 2").closest("tr")).toBe(row);
  });

  it("is fetched anew with each version, also with one that was there before", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    const asked = async (change: Parameters<typeof app.server.change>[0], heading: string) => {
      const before = app.server.asked(LIST).length;
      await app.server.change(change);
      await app.follow();
      await app.heading(heading);
      await waitFor(() => expect(app.server.asked(LIST).length).toBeGreaterThan(before));
    };
    await asked({ "entities/books.json": ({ list }) => Object.assign(list, { title: "New" }) }, "New");
    await asked({}, "Books");
  });

  it("keeps what stands in its search box, and the focus there", async () => {
    const app = await openBooks(3);
    await app.shows(...titles(1, 3));
    await app.person.type(app.search(), "not sent yet");
    await app.server.change({
      "entities/books.json": (books) => Object.assign(books.list, { title: "New" }),
    });
    await app.follow();
    await app.heading("New");
    expect(app.search().value).toBe("not sent yet");
    expect(document.activeElement).toBe(app.search());
  });

  it("falls back to its own order when the column it was sorted by is gone", async () => {
    const app = await openBooks(3, "/books/list?sort=year&order=desc");
    await app.shows("Book 3", "Book 2", "Book 1");
    await app.server.change({
      "entities/books.json": ({ list }) => {
        list.columns = list.columns.filter(({ field }: { field: string }) => field !== "year");
      },
    });
    await app.follow();
    await app.shows(...titles(1, 3));
    expect(app.lastQuery()).toMatchObject({ sortField: "", sortOrder: "" });
  });

  it("shows its columns until the cells of the new ones are loaded", async () => {
    const app = await openApp("/subjects/list");
    await app.heading("Subjects");
    await app.server.change({
      "entities/subjects.json": ({ schema, list }) => {
        schema.properties.open = { type: "boolean", title: "Open" };
        list.columns.push({ field: "open" });
      },
    });
    app.server.records.set("subjects", [{ ...app.server.user, _id: "s1", name: "Sea", open: true } as never]);
    await app.follow();
    await screen.findByRole("columnheader", { name: "Open" });
    await screen.findByText("Sea");
  });

  it("is left in peace when only another entity changed", async () => {
    const app = await openBooks(2);
    await app.shows(...titles(1, 2));
    const cell = screen.getByText("Book 1");
    await app.server.change({ "entities/loans.json": ({ menu }) => Object.assign(menu, { label: "Out" }) });
    await app.follow();
    await screen.findByRole("link", { name: "Out" });
    expect(screen.getByText("Book 1")).toBe(cell);
  });
});

describe("the frame", () => {
  it("follows menu, title and sentences", async () => {
    const app = await openApp("/");
    await app.heading("You can work here:");
    await app.server.change({
      "app.json": (config) => {
        config.title = "Reading Room";
        config.menu.reverse();
      },
      "messages.json": ({ en }) => Object.assign(en, { "shell.home": "Begin:" }),
    });
    await app.follow();
    await app.heading("Begin:");
    screen.getByRole("link", { name: "Reading Room" });
    expect(document.title).toBe("Begin: · Reading Room");
    const groups = within(screen.getByRole("navigation", { name: "Menu" })).getAllByRole("region");
    expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual(["Staff", "Lending", "Stock"]);
  });

  it("leaves the focus where it is when the product gets another name", async () => {
    const app = await openApp("/");
    await app.heading("You can work here:");
    await app.person.click(screen.getByRole("link", { name: "Books" }));
    const focused = (heading: string) =>
      waitFor(() => expect(document.activeElement?.outerHTML).toMatch(new RegExp(`^<h1.*${heading}`)));
    await focused("Books");
    const search = await screen.findByRole("textbox", { name: "Search titles" });
    search.focus();
    await app.server.change({ "app.json": (config) => Object.assign(config, { title: "Reading Room" }) });
    await app.follow();
    const home = await screen.findByRole("link", { name: "Reading Room" });
    expect(document.activeElement).toBe(search);
    await app.person.click(home);
    await focused("You can work here:");
  });

  it("follows the permissions of the account: a screen that it has lost is left, with a sentence", async () => {
    const app = await openApp("/books/list", { role: "keeper" });
    await app.heading("Books");
    await app.server.change({
      "app.json": ({ roles }) => {
        roles.keeper.permissions = ["lending"];
      },
    });
    await app.follow();
    await app.at("/");
    await app.heading("You can work here:");
    expect(app.toasts()).toEqual(["error: You have no permission for this page"]);
    expect(JSON.parse(app.stored.get("user") ?? "").permissions).toEqual(["lending"]);
    expect(screen.queryByRole("link", { name: "Books" })).toBeNull();
  });

  it("says so on the screen of an entity that is gone; back again, the screen is there again", async () => {
    const app = await openApp("/reading-lists/list");
    await app.heading("Reading lists");
    await app.at("/reading-lists/list?view=by-name");
    const without = {
      "entities/reading-lists.json": undefined,
      "samples/reading-lists.json": undefined,
      "app.json": (config: { menu: { entities: string[] }[] }) => void config.menu[0]?.entities.pop(),
    };
    await app.server.change(without);
    await app.follow();
    await app.heading("This page has been taken out of the configuration");
    expect(app.address()).toBe("/reading-lists/list?view=by-name");
    await app.server.change({});
    await app.follow();
    await app.heading("Reading lists");
  });

  it("opens after a start that failed, with the next version", async () => {
    const app = await openApp("/", {
      prepare: (server) => server.on("GET /api/config", () => ({ status: 500, body: {} })),
    });
    await screen.findByRole("button", { name: "Try again" });
    app.server.on("GET /api/config", undefined);
    await app.server.change({ "app.json": (config) => Object.assign(config, { title: "Reading Room" }) });
    await app.follow();
    await app.heading("You can work here:");
  });
});

it("a page opens with what came first where a newer version could not be had", async () => {
  const first = later();
  const app = await openApp("/", {
    prepare(server) {
      server.on("GET /api/config", first.serve);
      server.on("GET /api/config/public", () => ({
        status: 200,
        body: { ...server.publicView, hash: "of another server" },
      }));
      server.on("GET /api/config/version", () => ({ status: 200, body: { hash: "of another server" } }));
    },
  });
  await waitFor(() => expect(app.server.asked("GET /api/config")).not.toHaveLength(0));
  app.server.on("GET /api/config", undefined);
  const headers = { authorization: "Bearer kept" };
  const view = await (await app.server.fetch("/api/config", { headers })).json();
  const before = app.server.asked("GET /api/config").length;
  const end = app.begin();
  // This answer is not of the server that told of another version.
  await waitFor(() => expect(app.server.asked("GET /api/config")).toHaveLength(before + 1));
  await waitFor(() => expect(app.page.isWaiting()).toBe(true));
  end();
  first.answer({ status: 200, body: view });
  await app.heading("You can work here:");
});

describe("the pages before log-in", () => {
  it("log-in follows, and keeps what is typed", async () => {
    const app = await openApp("/login", { loggedIn: false });
    await app.person.type(screen.getByLabelText("Library name"), "ada");
    await app.server.change({
      "messages.json": ({ en }) => Object.assign(en, { "login.title": "Come in", "login.username": "Who" }),
    });
    await app.follow();
    await app.heading("Come in");
    const field = screen.getByLabelText<HTMLInputElement>("Who");
    expect(field.value).toBe("ada");
    expect(document.activeElement).toBe(field);
  });

  it("registration follows its fields, rules and words, and keeps what is typed", async () => {
    const app = await openApp("/register", { loggedIn: false });
    await app.heading("Register");
    await app.person.type(screen.getByLabelText("Library name"), "ad");
    await app.person.tab();
    await screen.findByText("A library name has 3 to 20 characters");
    await app.server.change({
      "app.json": ({ registration }) => {
        const { username } = registration.schema.properties;
        username.title = "Reader's name";
        username.minLength = 4;
        username.messages.minLength = "At least {limit} letters";
        registration.roles = ["stocker"];
        registration.defaultRole = "stocker";
        registration.schema.properties.role = {
          type: "string",
          title: "Work",
          enum: ["stocker"],
          messages: { required: "Choose your work" },
        };
      },
    });
    await app.follow();
    await screen.findByText("At least 4 letters");
    expect(screen.getByLabelText<HTMLInputElement>("Reader's name").value).toBe("ad");
    expect(screen.getByLabelText<HTMLSelectElement>("Work").value).toBe("stocker");
  });

  it("registration says that it was closed meanwhile", async () => {
    const app = await openApp("/register", { loggedIn: false });
    await app.heading("Register");
    await app.server.change({
      "app.json": ({ registration }) => Object.assign(registration, { open: false }),
    });
    await app.follow();
    await screen.findByText("Nobody can register at present");
  });
});

describe("problems of the config", () => {
  const problem = {
    code: "WRONG_TYPE",
    file: "entities/books.json",
    line: 14,
    column: 7,
    path: "/label",
    message: "A label is a text.",
    length: 0,
    subject: [],
    hint: "Write it in quotes.",
  } as const;

  it("are told above every screen to whom they are given, and lead editors to their place", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    await app.server.change({}, [problem, { ...problem, line: 20 }]);
    await app.follow();
    const bar = await screen.findByRole("button", { name: /^The configuration has 2 problems/ });
    expect(bar.closest('[role="status"]')).not.toBeNull();
    await app.person.click(bar);
    const problems = await screen.findByRole("list", { name: "Problems of the configuration" });
    const links = within(problems).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/config?file=entities%2Fbooks.json&line=14&column=7",
      "/config?file=entities%2Fbooks.json&line=20&column=7",
    ]);
    expect(links[0]?.textContent).toContain("entities/books.json:14:7");
    await app.person.keyboard("{Escape}");
    expect(screen.queryByRole("list", { name: "Problems of the configuration" })).toBeNull();
    expect(document.activeElement).toBe(bar);
    await app.server.change({});
    await app.follow();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^The configuration/ })).toBeNull());
  });

  it("lead nowhere for whom cannot hint them", async () => {
    const app = await openApp("/", { role: "keeper" });
    await app.heading("You can work here:");
    await app.server.change({}, [problem]);
    await app.follow();
    await app.person.click(
      await screen.findByRole("button", {
        name: "The configuration has a problem; the version before it is still in use",
      }),
    );
    await screen.findByText(/entities\/books\.json:14:7/);
    expect(screen.queryByRole("link", { name: /books\.json/ })).toBeNull();
  });

  it("are not so much as hinted at to everybody else", async () => {
    const app = await openApp("/books/list", { role: "stocker" });
    await app.heading("Books");
    await app.server.change({ "app.json": (config) => Object.assign(config, { title: "X" }) }, [problem]);
    await app.follow();
    await screen.findByRole("link", { name: "X" });
    expect(app.container.querySelector("[class*=problem]")).toBeNull();
  });
});
