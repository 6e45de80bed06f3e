import { readFileSync } from "node:fs";
import { EditorView } from "@codemirror/view";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import type { DraftRequest, ReturnRequest, SaveRequest } from "../../../src/wire/config-editing.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import { book, type FakeServer, refusal, type Serve } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { fakeConfig } from "./fake-config.ts";
import { silenceSelection } from "./selection-change.ts";

const APP = "app.json";
const SUBJECTS = "entities/subjects.json";
const BOOKS = "entities/books.json";
const SAMPLES = "samples/subjects.json";
const library = Object.fromEntries(
  [APP, BOOKS, SUBJECTS, SAMPLES].map((path) => [
    path,
    readFileSync(`tests/fixtures/library/${path}`, "utf8"),
  ]),
);
const textOf = (path: string) => library[path] ?? "";

/** The folder behind the routes of the page. */
function serveConfig(server: FakeServer, config: ReturnType<typeof fakeConfig>): void {
  const serve = (address: string, answer: (...call: Parameters<Serve>) => unknown) =>
    server.on(address, async (call) => {
      try {
        return { status: 200, body: (await answer(call)) ?? {} };
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        return refusal(409, error.message, { errorCode: error.code });
      }
    });
  const { calls } = config;
  serve(`GET ${PATHS.configFiles}`, () => calls.files());
  serve(`GET ${PATHS.configFile}`, ({ query }) => calls.text(query.path ?? ""));
  serve(`POST ${PATHS.configDrafts}`, ({ body }) => calls.draft(body as DraftRequest));
  serve(`PUT ${PATHS.configFiles}`, ({ body }) => calls.save(body as SaveRequest));
  serve(`POST ${PATHS.configReturn}`, ({ body }) => calls.giveBack(body as ReturnRequest));
}

silenceSelection();

async function openPage(file = "", prepare: (server: FakeServer) => void = () => undefined) {
  const config = fakeConfig(library);
  const app = await openApp(`/config${file === "" ? "" : `?file=${file}`}`, {
    prepare(server) {
      server.records.set("subjects", [book(1, { name: "Birds", parent: null })]);
      serveConfig(server, config);
      prepare(server);
    },
  });
  await app.heading("Configuration");
  const editor = () => {
    const found = EditorView.findFromDOM(document.body);
    if (found === null) throw new Error("There is no editor.");
    return found;
  };
  const panel = () => within(screen.getByRole("region", { name: "What saving would do" }));
  return {
    ...app,
    config,
    /** Waits until a file is in the editor. */
    shown: (path: string) => screen.findByRole("region", { name: path }),
    text: () => editor().state.sliceDoc(),
    /** The line of the cursor and what is selected. */
    cursor() {
      const { doc, selection } = editor().state;
      const { from, to, head } = selection.main;
      return [doc.lineAt(head).number, doc.sliceString(from, to)];
    },
    isInEditor: () => document.activeElement === editor().contentDOM,
    replace(old: string, now: string) {
      const from = editor().state.sliceDoc().indexOf(old);
      if (from < 0) throw new Error(`The text has no ${old}.`);
      editor().dispatch({ changes: { from, to: from + old.length, insert: now } });
    },
    panel,
    tab: (name: RegExp) => panel().getByRole("tab", { name }),
    openTab: () =>
      panel()
        .getAllByRole("tab")
        .find((one) => one.getAttribute("aria-selected") === "true")?.textContent,
    /** Answers the question that is asked. */
    async confirm(name: string) {
      const question = within(await screen.findByRole("alertdialog"));
      await app.person.click(question.getByText(name, { selector: "button" }));
    },
    async answer(name: string) {
      await app.person.click(await screen.findByRole("button", { name }));
    },
  };
}
type Page = Awaited<ReturnType<typeof openPage>>;

const lineOf = (path: string, part: string) =>
  textOf(path).slice(0, textOf(path).indexOf(part)).split("\n").length;
/** Once the page knows of an edit. */
const save = async (page: Page) => {
  await screen.findByText(/to save|Checking/);
  await page.person.click(page.button("Save"));
};
const files = () => screen.getByRole("navigation", { name: "Files" });

describe("the address", () => {
  it("names the file; one that is not there is app.json, and app.json is read beside each", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    const read = () => page.server.asked(`GET ${PATHS.configFile}`).map(({ query }) => query.path);
    await waitFor(() => expect(new Set(read())).toEqual(new Set([SUBJECTS, APP])));
    expect(page.text()).toBe(textOf(SUBJECTS));
    page.go("/config?file=entities/nothing.json");
    await page.shown(APP);
    expect(page.text()).toBe(textOf(APP));
    await page.person.click(within(files()).getByRole("button", { name: /entities.books/ }));
    await page.shown(BOOKS);
    expect(page.address()).toBe(`/config?file=${encodeURIComponent(BOOKS)}`);
  });

  it("names a place in it, from line 1 and column 1 on", async () => {
    const page = await openPage(`${SUBJECTS}&line=3&column=4`);
    await page.shown(SUBJECTS);
    await waitFor(() => expect(page.cursor()).toEqual([3, ""]));
    await waitFor(() => expect(page.isInEditor()).toBe(true));
    page.go(`/config?file=${SUBJECTS}&line=1`);
    await waitFor(() => expect(page.cursor()).toEqual([1, ""]));
    page.go(`/config?file=${SUBJECTS}&line=5`, { length: 5 });
    await waitFor(() => expect(page.cursor()).toEqual([5, textOf(SUBJECTS).split("\n")[4]?.slice(0, 5)]));
    // Of no line: the cursor stays.
    page.go(`/config?file=${SUBJECTS}&line=0`);
    await page.at(`/config?file=${SUBJECTS}&line=0`);
    expect(page.cursor()[0]).toBe(5);
  });
});

describe("beside the text", () => {
  it("stand the screens that the file makes, the first where it does not make the one before", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    const tabs = () =>
      page
        .panel()
        .getAllByRole("tab")
        .map(({ textContent }) => textContent);
    expect([tabs(), page.openTab()]).toEqual([["List", "Form", "Changes", "Problems"], "List"]);
    await page.panel().findByText("Birds");
    await page.person.click(page.tab(/Form/));
    await page.panel().findByLabelText(/^Name/);
    page.go(`/config?file=${APP}`);
    await page.shown(APP);
    expect([tabs(), page.openTab()]).toEqual([["Start page", "Changes", "Problems"], "Start page"]);
    page.go(`/config?file=${SAMPLES}`);
    await page.shown(SAMPLES);
    expect(page.openTab()).toBe("Form");
    page.go("/config?file=messages.json");
    await page.shown(APP);
  });

  it("is wide while it shows a screen, and what saving changes is not", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    const isWide = () => page.container.querySelector(".config-body-wide") !== null;
    expect(isWide()).toBe(false);
    await page.person.click(page.button("Wide view"));
    expect(isWide()).toBe(true);
    await page.person.click(page.tab(/Changes/));
    expect(isWide()).toBe(false);
    await page.person.click(page.tab(/List/));
    expect(isWide()).toBe(true);
  });

  it("a pressed part is found in the text, and keeps the focus where it is there to be used", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    await page.person.click(page.tab(/Form/));
    const field = await page.panel().findByLabelText(/^Name/);
    field.focus();
    // A label would give its field the focus.
    expect(fireEvent.click(page.panel().getByText("Part of", { selector: "label" }))).toBe(false);
    await waitFor(() => expect(page.cursor()).toEqual([lineOf(SUBJECTS, '"parent": {'), '"parent"']));
    await waitFor(() => expect(page.isInEditor()).toBe(true));
    field.focus();
    expect(fireEvent.click(field)).toBe(true);
    await waitFor(() => expect(page.cursor()).toEqual([lineOf(SUBJECTS, '"name": {'), '"name"']));
    expect(document.activeElement).toBe(field);
    // What is no part of the screen leads nowhere.
    const before = page.address();
    page.go(`/config?file=${SUBJECTS}`);
    expect(fireEvent.click(field.closest("form") ?? document.body)).toBe(true);
    await page.at(`/config?file=${SUBJECTS}`);
    expect(before).not.toBe(page.address());
  });

  it("a press that leads to the form inside the preview opens its tab; the tab leads back to the list", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    await page.panel().findByText("Birds");
    await page.person.click(await page.panel().findByRole("link", { name: "New subject" }));
    await waitFor(() => expect(page.openTab()).toBe("Form"));
    await page.panel().findByLabelText(/^Name/);
    await page.person.click(page.tab(/List/));
    await page.panel().findByText("Birds");
    expect(page.panel().queryByLabelText(/^Name/)).toBeNull();
  });
});

describe("saving", () => {
  it("by Ctrl+S writes the edits once, whatever the key does besides, and says that they are in use", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    page.replace('"label": "subject"', '"label": "theme"');
    await screen.findByText(/1 file to save|Checking/);
    const puts = () => page.server.asked(`PUT ${PATHS.configFiles}`).length;
    const press = (more: KeyboardEventInit) => fireEvent.keyDown(document.body, { key: "s", ...more });
    expect(press({})).toBe(true);
    expect(press({ ctrlKey: true, repeat: true })).toBe(false);
    expect(press({ ctrlKey: true, isComposing: true })).toBe(false);
    await screen.findByText("1 file to save");
    expect(puts()).toBe(0);
    expect(press({ ctrlKey: true })).toBe(false);
    await waitFor(() => expect(page.toasts()).toEqual(["success: Saved, and in use"]));
    expect(puts()).toBe(1);
    expect(page.config.disk.get(SUBJECTS)?.text).toContain('"label": "theme"');
    screen.getByText("Nothing has been edited");
  });

  it("says what waits for another file, what somebody changed meanwhile and shows that file", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    page.replace('"label": "subject"', '"label": "theme"');
    page.config.held.add(SUBJECTS);
    await save(page);
    await waitFor(() =>
      expect(page.toasts()).toEqual([
        "success: Saved. It comes into use when the problems in other files are corrected",
      ]),
    );
    page.replace('"label": "theme"', '"label": "topic"');
    page.go(`/config?file=${APP}`);
    await page.shown(APP);
    page.config.write(SUBJECTS, "theirs");
    await save(page);
    await page.shown(SUBJECTS);
    expect(page.toasts()).toContain("error: Nothing was saved: somebody changed a file meanwhile");
    screen.getByText(`Somebody changed ${SUBJECTS} after you began. Your text is kept.`);
    expect(page.config.disk.get(SUBJECTS)?.text).toBe("theirs");
  });

  it("shows the problems that keep the edits from it", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    const problem = { code: "JSON_SYNTAX", file: SUBJECTS, line: 1, column: 1, path: "", length: 1 } as const;
    const problems = [{ ...problem, subject: [], message: "No JSON.", hint: "Mend it." }];
    page.config.set({ check: () => ({ problems, brought: problems, changes: [], more: 0, token: null }) });
    page.replace('"label": "subject"', '"label": "theme"');
    // Whether or not they are checked yet.
    fireEvent.keyDown(document.body, { key: "s", metaKey: true });
    await waitFor(() => expect(page.openTab()).toBe("Problems1"));
    expect(page.toasts()).toEqual(["error: Nothing was saved: there are problems to correct first"]);
    expect(page.server.asked(`PUT ${PATHS.configFiles}`)).toEqual([]);
  });

  it("can be undone, once asked; nothing happens where the answer is no", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    page.replace('"label": "subject"', '"label": "theme"');
    await save(page);
    await page.answer("Undo the last save");
    const question = await screen.findByText(new RegExp(`^Put back ${SUBJECTS} as it was before`));
    expect(question.textContent).toMatch(/before .?ada.? saved it on .*2026/);
    await page.answer("Cancel");
    expect(page.server.asked(`POST ${PATHS.configReturn}`)).toEqual([]);
    await page.person.click(page.button("Undo the last save"));
    await page.confirm("Undo the last save");
    await waitFor(() => expect(page.text()).toBe(textOf(SUBJECTS)));
    expect(page.toasts()).toContain("success: The last save is undone; what was before it is in use");
  });

  it("of several files asks about all that come back", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    page.replace('"label": "subject"', '"label": "theme"');
    page.go(`/config?file=${APP}`);
    await page.shown(APP);
    page.replace('"Lending Library"', '"Library"');
    await screen.findByText("2 files to save");
    await save(page);
    await page.answer("Undo the last save");
    await screen.findByText(new RegExp(`^Put back ${APP} and ${SUBJECTS} as it was`));
  });
});

describe("an entity's file", () => {
  const menuOf = (page: Page) => page.config.disk.get(APP)?.text ?? "";

  it("goes with its samples and its menu entry, and all three come back together", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    await page.answer("Delete file");
    await page.confirm("Delete file");
    await screen.findByText("3 files to save");
    expect(within(files()).getAllByText("to be deleted")).toHaveLength(2);
    await page.person.click(page.button("Discard edits"));
    await page.confirm("Discard edits");
    await screen.findByText("Nothing has been edited");
    expect(page.text()).toBe(textOf(SUBJECTS));
    expect(menuOf(page)).toBe(textOf(APP));
  });

  it("that is new is in the menu; discarded, it leaves there what was edited since", async () => {
    const page = await openPage();
    await page.shown(APP);
    await page.person.click(page.button("New kind of record"));
    await page.answer("Cancel");
    expect(screen.queryByRole("dialog")).toBeNull();
    screen.getByText("Nothing has been edited");
    const make = async () => {
      await page.person.click(page.button("New kind of record"));
      await page.person.type(await screen.findByLabelText("What one of them is called"), "guest");
      await page.person.type(screen.getByLabelText("What several of them are called"), "guests");
      await page.person.click(page.button("Create it"));
      await page.shown("entities/guests.json");
    };
    const discard = async () => {
      await page.person.click(page.button("Discard edits"));
      await page.confirm("Discard edits");
    };
    await make();
    expect(page.text()).toContain('"permission": "stock"');
    await screen.findByText("2 files to save");
    await discard();
    await screen.findByText("Nothing has been edited");
    await make();
    page.go(`/config?file=${APP}`);
    await page.shown(APP);
    expect(page.text()).toContain('"guests"');
    page.replace('"Lending Library"', '"Library"');
    page.go("/config?file=entities/guests.json");
    await page.shown("entities/guests.json");
    await discard();
    await screen.findByText("1 file to save");
    await page.shown(APP);
    expect(page.text()).toContain('"Library"');
  });
});

describe("leaving", () => {
  it("asks while something is not saved, and only then", async () => {
    const page = await openPage(SUBJECTS);
    await page.shown(SUBJECTS);
    page.replace('"label": "subject"', '"label": "theme"');
    await page.person.click(screen.getByRole("link", { name: "Books" }));
    await page.answer("Stay");
    expect(page.address()).toBe(`/config?file=${SUBJECTS}`);
    page.replace('"label": "theme"', '"label": "subject"');
    await screen.findByText("Nothing has been edited");
    await page.person.click(screen.getByRole("link", { name: "Books" }));
    await page.heading("Books");
  });
});

describe("a failure", () => {
  it("of the list of files stands in its place, with another try; later it stands above the files", async () => {
    const broken: Serve = () => refusal(500, "Out of order");
    const page = await openPage("", (server) => server.on(`GET ${PATHS.configFiles}`, broken));
    await screen.findByText("Out of order");
    expect(screen.queryByRole("button", { name: "New kind of record" })).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Files" })).toBeNull();
    serveConfig(page.server, page.config);
    await page.answer("Try again");
    await page.shown(APP);
    expect(screen.queryByText("Out of order")).toBeNull();
    page.server.on(`GET ${PATHS.configFile}`, broken);
    page.go(`/config?file=${SUBJECTS}`);
    await screen.findByText("Out of order");
    screen.getByRole("navigation", { name: "Files" });
  });
});
