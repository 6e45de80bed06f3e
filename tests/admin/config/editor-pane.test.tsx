import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { makeConfigStore } from "../../../src/admin/config/config-store.ts";
import { EditorPane } from "../../../src/admin/config/editor-pane.tsx";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { AppContext } from "../../../src/admin/services/app-context.tsx";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import messages from "../../fixtures/library/messages.json";
import { makeFakeServer } from "../fake-server.ts";
import { fakeConfig, handClock } from "./fake-config.ts";

const BOOKS = "entities/books.json";

/** The pane of a file, of which the text before the last save is known, after what was done with it. */
async function openPane(path: string, edit: "nothing" | "removal") {
  const server = await makeFakeServer();
  const view = await (await server.fetch(PATHS.config, {})).json();
  const config = fakeConfig({ [path]: "{}" });
  config.before.set(path, "{ }");
  const store = makeConfigStore({ calls: config.calls, after: handClock().after });
  await store.refresh();
  await store.choose(path);
  if (edit === "removal") store.remove(path);
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
        <EditorPane store={store} state={store.get()} actions={actions} spot={undefined} />
      </MessagesContext>
    </AppContext>,
  );
  const pane = screen.getByRole("region", { name: path });
  return { pane: within(pane), actions };
}

const offered = ({ pane }: Awaited<ReturnType<typeof openPane>>) =>
  pane.getAllByRole("button").map(({ textContent }) => textContent);

it("a file as it is on disk: the last save can be undone, and it can be deleted", async () => {
  const opened = await openPane(BOOKS, "nothing");
  expect(offered(opened)).toEqual(["Undo the last save", "Delete file"]);
  await userEvent.click(opened.pane.getByRole("button", { name: "Undo the last save" }));
  expect(opened.actions.giveBack.mock.calls).toEqual([[BOOKS]]);
});

it("an edited one: the edits go first; what is to be deleted is not deleted twice", async () => {
  const opened = await openPane(BOOKS, "removal");
  opened.pane.getByText("This file is deleted with the next save");
  expect(offered(opened)).toEqual(["Discard edits"]);
  await userEvent.click(opened.pane.getByRole("button"));
  expect(opened.actions.discard.mock.calls).toEqual([[BOOKS]]);
});

it.each(["app.json", "messages.json"])("%s is never deleted", async (path) => {
  expect(offered(await openPane(path, "nothing"))).toEqual(["Undo the last save"]);
});
