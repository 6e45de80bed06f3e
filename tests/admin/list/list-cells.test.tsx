import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPlugin } from "../../../src/browser/plugin-loader.ts";
import { OptionFault } from "../../../src/plugin/host.ts";
import type { PluginLoader } from "../../../src/plugin/registry.ts";
import type { AnyCell, CellProps } from "../../../src/plugin/widget.ts";
import { openBooks } from "./open-books.ts";

// A cell that breaks is kept to its own place.

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const BLAME = "GET /api/config/blame";
const PLACE = { file: "config/entities/books.json", line: 9, column: 3 };
const blame = (problems: readonly string[] = []) => ({
  status: 200,
  body: { plugin: "plugins/number", place: PLACE, problems },
});

/** The installed plugins but for the cell of numbers: years and scores. */
const withNumbers =
  (load: () => Promise<{ cell: AnyCell }>): PluginLoader =>
  (kind, name) =>
    kind === "cell" && name === "number" ? load() : loadPlugin(kind, name);

const year = (index: number) =>
  within(screen.getAllByRole("row")[index + 1] ?? document.body).getAllByRole("cell")[3];

test("a cell that throws leaves a mark that says so, and whose fault it is; the row stands", async () => {
  const app = await openBooks(2, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame()),
    widgets: withNumbers(async () => ({
      cell: ({ value }: CellProps<number>) => {
        if (value === 1951) throw new Error("not this year");
        return <b>{value}</b>;
      },
    })),
  });
  await app.shows("Book 1", "Book 2");
  const mark = await screen.findByRole("img", {
    name: "Year cannot be shown. The plugin plugins/number is to blame: not this year",
  });
  expect(mark.title).toBe(mark.getAttribute("aria-label"));
  expect(mark.dataset.blame).toBe("plugin");
  expect(year(0)?.contains(mark)).toBe(true);
  expect(year(1)?.textContent).toBe("1952");
});

test("a cell that throws what cannot be read is kept to its place", async () => {
  const app = await openBooks(2, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame()),
    widgets: withNumbers(async () => ({
      cell: ({ value }: CellProps<number>) => {
        if (value !== 1951) return <b>{value}</b>;
        throw Object.defineProperty(new Error("x"), "message", {
          get() {
            throw new Error("ha");
          },
        });
      },
    })),
  });
  await app.shows("Book 1", "Book 2");
  await screen.findByRole("img", { name: /^Year cannot be shown. The plugin plugins\/number is to blame/ });
  expect(year(1)?.textContent).toBe("1952");
});

test("what cannot be said beside the screens takes no screen with it, nor the others beside them", async () => {
  const app = await openBooks(1);
  await app.shows("Book 1");
  act(() => app.services.toasts.show("error", {} as never));
  act(() => void app.services.confirms.ask({ title: "Sure", text: "x", confirm: "a", cancel: "b" } as never));
  await screen.findByText("Sure");
  expect(screen.getByText("Book 1")).toBeTruthy();
});

test("the config is blamed with its file and line, asked once for a column", async () => {
  const app = await openBooks(3, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame()),
    widgets: withNumbers(async () => ({
      cell: ({ value }: CellProps<number>) => {
        if (typeof value === "number" && value > 1900) throw new OptionFault("/digits", "is too many");
        return null;
      },
    })),
  });
  await app.shows("Book 1", "Book 2", "Book 3");
  await waitFor(() =>
    expect(
      screen.getAllByRole("img", {
        name: "Year cannot be shown. The configuration is to blame: config/entities/books.json:9:3 /digits: is too many",
      }),
    ).toHaveLength(3),
  );
  expect(app.server.asked(BLAME).map(({ query }) => query)).toEqual([
    { entity: "books", kind: "cell", field: "year", option: "/digits" },
  ]);
});

test("rows that go take nothing with them, whatever their cells throw then", async () => {
  let isGoing = false;
  let thrown = 0;
  const app = await openBooks(12, "/books/list", {
    widgets: withNumbers(async () => ({
      cell: function Cell({ value }: CellProps<number>) {
        useEffect(() => {
          return () => {
            if (!isGoing) return;
            thrown += 1;
            throw new Error("a bug while going");
          };
        }, []);
        return <b>{value}</b>;
      },
    })),
  });
  await waitFor(() => expect(app.rows()).toHaveLength(10));
  isGoing = true;
  await app.person.click(app.button("Next page"));
  await app.shows("Book 11", "Book 12");
  expect(thrown).toBeGreaterThan(0);
  expect(screen.queryByText("The page could not be loaded")).toBeNull();
  isGoing = false;
});

test("cells that cannot be loaded leave their columns marked and the list as it is; they are tried again", async () => {
  let isThere = false;
  const app = await openBooks(1, "/books/list", {
    widgets: withNumbers(() =>
      isThere
        ? Promise.resolve({ cell: ({ value }: CellProps<number>) => <b>{value}</b> })
        : Promise.reject(new TypeError("Failed to fetch dynamically imported module: /number.js")),
    ),
  });
  await app.shows("Book 1");
  expect(screen.getByRole("img", { name: "Year could not be loaded" })).toBeTruthy();
  const notice = screen.getByText("These columns could not be loaded: Year and Readers").closest("div");
  if (notice === null) throw new Error("no notice");
  isThere = true;
  await app.person.click(within(notice).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(year(0)?.textContent).toBe("1951"));
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test.each([
  ["throws as it begins", () => Promise.reject(new ReferenceError("x is not defined")), "x is not defined"],
  ["throws nothing", () => Promise.reject(null), "null"],
  ["has no cell", () => Promise.resolve({ widget: () => null } as never), "has no cell"],
])("a cell whose code came and %s is its plugin's bug", async (_, load, sentence) => {
  const app = await openBooks(2, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame()),
    widgets: withNumbers(load),
  });
  await app.shows("Book 1", "Book 2");
  const marks = await screen.findAllByRole("img", {
    name: /^Year cannot be shown. The plugin plugins\/number is to blame: /,
  });
  expect(marks).toHaveLength(2);
  expect(marks[0]?.title).toContain(sentence);
  expect(marks[0]?.dataset.blame).toBe("plugin");
  // Nothing to fetch again.
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test("a cell that broke as it began and one that did not come are told apart in one list", async () => {
  const app = await openBooks(1, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame()),
    widgets: (kind, name) => {
      if (kind !== "cell" || name === "text") return loadPlugin(kind, name);
      const cause = name === "number" ? new Error("broken") : new Error("Importing a module script failed.");
      return Promise.reject(cause);
    },
  });
  await app.shows("Book 1");
  const notice = screen.getByText(/^These columns could not be loaded: /);
  expect(notice.textContent).not.toContain("Year");
  await screen.findByRole("img", { name: /^Year cannot be shown. .* to blame: broken$/ });
  expect(screen.getAllByRole("img", { name: / could not be loaded$/ }).length).toBeGreaterThan(0);
});

test("a cell that broke says so alone until it is known what is to blame", async () => {
  const app = await openBooks(1, "/books/list", {
    prepare: (server) => server.on(BLAME, () => new Promise(() => undefined)),
    widgets: (kind, name) =>
      kind === "cell" && name === "number" ? Promise.reject(new Error("broken")) : loadPlugin(kind, name),
  });
  await app.shows("Book 1");
  const [mark] = await screen.findAllByRole("img", { name: "Year cannot be shown." });
  expect(mark?.title).toBe("Year cannot be shown.");
});

test.each([
  ["does not say", () => ({ status: 500, body: {} })],
  ["says something else", () => ({ status: 200, body: { place: PLACE } })],
])(
  "a cell that broke is its plugin's bug, by its name, where the server %s who is to blame",
  async (_, answer) => {
    const app = await openBooks(1, "/books/list", {
      prepare: (server) => server.on(BLAME, answer),
      widgets: withNumbers(() => Promise.reject(new Error("broken"))),
    });
    await app.shows("Book 1");
    await screen.findByRole("img", { name: "Year cannot be shown. The plugin number is to blame: broken" });
  },
);

test("an option that breaks a rule is blamed with what the rules say, one that a plugin refuses by its name where no place is known", async () => {
  const options = withNumbers(async () => ({
    cell: () => {
      throw new OptionFault("", "are wrong");
    },
  }));
  const app = await openBooks(1, "/books/list", {
    prepare: (server) => server.on(BLAME, () => blame(["/digits must be a number", "/x is unknown"])),
    widgets: options,
  });
  await app.shows("Book 1");
  const mark = await screen.findByRole("img", { name: /^Year cannot be shown. The configuration/ });
  expect(mark.title).toContain("is to blame: /digits must be a number\n/x is unknown");
  expect(mark.dataset.blame).toBe("config");
  app.unmount();
  const other = await openBooks(1, "/books/list", {
    prepare: (server) => server.on(BLAME, () => ({ status: 500, body: {} })),
    widgets: options,
  });
  await other.shows("Book 1");
  await screen.findByRole("img", {
    name: "Year cannot be shown. The configuration is to blame: number are wrong",
  });
});

test("cells that are late hold the list back no longer than three seconds, and appear when they come", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    let arrive: (plugin: { cell: AnyCell }) => void = () => {};
    const coming = new Promise<{ cell: AnyCell }>((resolve) => {
      arrive = resolve;
    });
    const app = await openBooks(1, "/books/list", { widgets: withNumbers(() => coming) });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await app.shows("Book 1");
    expect(year(0)?.textContent).toBe("");
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByRole("img", { name: "Year could not be loaded" })).toBeTruthy();
    await act(async () => arrive({ cell: ({ value }: CellProps<number>) => <b>{value}</b> }));
    await waitFor(() => expect(year(0)?.textContent).toBe("1951"));
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
