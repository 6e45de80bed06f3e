import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ConfigState } from "../../../src/admin/config/config-state.ts";
import { makeConfigStore } from "../../../src/admin/config/config-store.ts";
import { EditorPane, NewerNotice } from "../../../src/admin/config/editor-pane.tsx";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { AppContext } from "../../../src/admin/services/app-context.tsx";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import messages from "../../fixtures/library/messages.json";
import { makeFakeServer } from "../fake-server.ts";
import { fakeConfig, handClock } from "./fake-config.ts";
import { showPart } from "./show-part.tsx";

const BOOKS = "entities/books.json";

type Edit = "nothing" | "removal" | "conflict";

/** The pane of a file, of which the text before the last save is known, after what was done with it. */
async function openPane(
  path: string,
  edit: Edit,
  more: (state: ConfigState) => Partial<ConfigState> = () => ({}),
) {
  const server = await makeFakeServer();
  const view = await (await server.fetch(PATHS.config, {})).json();
  const config = fakeConfig({ [path]: "{}" });
  config.before.set(path, "{ }");
  const store = makeConfigStore({ calls: config.calls, after: handClock().after });
  await store.refresh();
  await store.choose(path);
  if (edit === "removal") store.remove(path);
  if (edit === "conflict") {
    store.edit(path, "mine");
    config.write(path, "theirs");
    await store.refresh();
  }
  const actions = {
    save: vi.fn(),
    discard: vi.fn(),
    remove: vi.fn(),
    giveBack: vi.fn(),
    create: vi.fn(),
    undoRename: vi.fn(),
  };
  render(
    <AppContext
      value={{
        view,
        user: server.user,
        locale: "en",
        plugins: makeCodeLoader(() => Promise.reject(new Error("no plugin"))),
      }}
    >
      <MessagesContext value={{ language: "en", messages: { en: messages.en } }}>
        <EditorPane
          store={store}
          state={{ ...store.get(), ...more(store.get()) }}
          actions={actions}
          spot={undefined}
        />
      </MessagesContext>
    </AppContext>,
  );
  const pane = () => within(screen.getByRole("region", { name: path }));
  return { pane, actions, store };
}

const offered = ({ pane }: Awaited<ReturnType<typeof openPane>>) =>
  pane()
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);

it("a file as it is on disk: the last save can be undone, and it can be deleted", async () => {
  const opened = await openPane(BOOKS, "nothing");
  expect(offered(opened)).toEqual(["Undo the last save", "Delete file"]);
  await userEvent.click(opened.pane().getByRole("button", { name: "Undo the last save" }));
  expect(opened.actions.giveBack.mock.calls).toEqual([[BOOKS]]);
});

it("an edited one: the edits go first; what is to be deleted is not deleted twice", async () => {
  const opened = await openPane(BOOKS, "removal");
  opened.pane().getByText("This file is deleted with the next save");
  expect(offered(opened)).toEqual(["Discard edits"]);
  await userEvent.click(opened.pane().getByRole("button"));
  expect(opened.actions.discard.mock.calls).toEqual([[BOOKS]]);
});

it.each(["app.json", "messages.json"])("%s is never deleted", async (path) => {
  expect(offered(await openPane(path, "nothing"))).toEqual(["Undo the last save"]);
});

it("one that has gone from disk says so, and nothing can be done with it", async () => {
  const gone = { path: BOOKS, disk: { text: null, version: null }, text: null };
  const opened = await openPane(BOOKS, "nothing", ({ files }) => ({
    open: new Map([[BOOKS, gone]]),
    files: files && { ...files, files: [] },
  }));
  opened.pane().getByText(messages.en["config.gone"]);
  expect(offered(opened)).toEqual([]);
});

it("one that somebody else changed: theirs is taken by discarding, one's own is kept by the store", async () => {
  const { pane, actions, store } = await openPane(BOOKS, "conflict");
  const press = (name: string) => userEvent.click(pane().getByRole("button", { name }));
  await press("Take the newer text");
  expect(actions.discard.mock.calls).toEqual([[BOOKS]]);
  expect(store.get().open.get(BOOKS)?.newer?.text).toBe("theirs");
  await press("Keep my text");
  expect(store.get().open.get(BOOKS)).toMatchObject({ text: "mine", undoes: true });
});

it("its text can be written unless the folder can only be read", async () => {
  const { pane } = await openPane(BOOKS, "nothing", ({ files }) => ({
    files: files && { ...files, writable: false },
  }));
  const text = () =>
    pane().getByRole("textbox", { name: messages.en["config.editor"].replace("{file}", BOOKS) });
  await waitFor(() => expect(text().getAttribute("aria-readonly")).toBe("true"));
});

it.each([
  [undefined, "true"],
  [new Error("not read"), "false"],
])("is busy until the file is there or has failed (%#)", async (failure, isBusy) => {
  const opening = openPane(BOOKS, "nothing", () => ({ open: new Map(), failure }));
  await opening;
  expect(document.querySelector(".config-pane")?.getAttribute("aria-busy")).toBe(isBusy);
  expect(screen.queryByRole("region")).toBeNull();
});

it("a newer text is shown and hidden again; where the file was deleted there is none to be shown", async () => {
  const none = { path: BOOKS, takeTheirs: () => {}, keepMine: () => {} };
  const { rerender } = showPart(<NewerNotice {...none} newer={{ text: "theirs", version: "v" }} />);
  const show = () => screen.getByRole("button", { expanded: false });
  expect(screen.getByRole("status").textContent).toContain(BOOKS);
  await userEvent.click(show());
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect([box.value, box.readOnly]).toEqual(["theirs", true]);
  const hide = screen.getByRole("button", { expanded: true });
  expect(hide.textContent).toBe(messages.en["config.newerHide"]);
  await userEvent.click(hide);
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.click(show());
  rerender(<NewerNotice {...none} newer={{ text: null, version: null }} />);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getAllByRole("button")).toHaveLength(2);
  screen.getByText(messages.en["config.newerGone"].replace("{file}", BOOKS));
});
