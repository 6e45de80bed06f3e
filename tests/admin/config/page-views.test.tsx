import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ChangesView } from "../../../src/admin/config/changes-view.tsx";
import { NewerNotice } from "../../../src/admin/config/editor-pane.tsx";
import { FileList, type ListedFile } from "../../../src/admin/config/file-list.tsx";
import { NewEntityDialog } from "../../../src/admin/config/new-entity-dialog.tsx";
import { SidePanel } from "../../../src/admin/config/side-panel.tsx";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import messages from "../../fixtures/library/messages.json";
import { openApp } from "../open-app.tsx";

afterEach(cleanup);

const Shown = ({ children }: { readonly children: ReactNode }) => (
  <MessagesContext value={{ language: "en", messages: { en: messages.en } }}>{children}</MessagesContext>
);
const show = (children: ReactNode) => render(<Shown>{children}</Shown>);
const file = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  path,
  state: "served",
  problems: 0,
  isEdited: false,
  isNew: false,
  isGone: false,
  isGoing: false,
  ...more,
});

describe("the way to the page", () => {
  it("is there for whom the config names, and for nobody else", async () => {
    const editor = await openApp("/");
    await editor.heading("You can work here:");
    expect(screen.getByRole("link", { name: "Configuration" }).getAttribute("href")).toBe("/config");
    cleanup();
    const keeper = await openApp("/config", { role: "keeper" });
    await keeper.heading("There is no such page");
    expect(screen.queryByRole("link", { name: "Configuration" })).toBeNull();
  });
});

describe("the files", () => {
  it("each say what is with them, in the list and in the choice of a narrow window", async () => {
    const onChoose = vi.fn();
    show(
      <FileList
        files={[
          file("app.json"),
          file("entities/books.json", { label: "book", problems: 2, state: "heldBack", isEdited: true }),
          file("entities/guests.json", { isEdited: true, isNew: true }),
          file("entities/old.json", { isGone: true }),
          file("samples/books.json"),
          file("samples/guests.json"),
        ]}
        current="app.json"
        onChoose={onChoose}
      />,
    );
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual([
      "app.json",
      "bookentities/books.json2 problemsunsavedversion before in use",
      "entities/guests.jsonnew",
      "entities/old.jsondeleted",
      "samples/books.json",
      "samples/guests.json",
    ]);
    expect(screen.getAllByText("Sample records")).toHaveLength(1);
    expect(buttons[0]?.getAttribute("aria-current")).toBe("page");
    await userEvent.click(screen.getByRole("button", { name: /entities.guests/ }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Files" }), "entities/books.json");
    expect(onChoose.mock.calls).toEqual([["entities/guests.json"], ["entities/books.json"]]);
  });
});

describe("the changes", () => {
  it("are sentences; stored records that one breaks stand out", () => {
    const change = {
      file: "f",
      path: "/p",
      subject: ["book", "Price"],
      kind: "changed",
      what: "maximum",
    } as const;
    show(
      <ChangesView
        changes={[{ ...change, from: "100", to: "20", broken: { count: 3, atLeast: false } }]}
        more={4}
        hidden={undefined}
        undone={["entities/books.json"]}
      />,
    );
    const item = within(screen.getByRole("list", { name: "Changes" })).getByRole("listitem");
    within(item).getByText("book › Price: maximum 100 → 20");
    expect(within(item).getByText("Stored records that no longer fit: 3").className).toContain("broken");
    screen.getByText("and 4 more");
    screen.getByText("Saving undoes what somebody else changed in entities/books.json meanwhile");
  });

  it("distinguish that nothing is edited, that nothing changes and that they are not known", () => {
    const none = { changes: [], more: 0, undone: [] };
    const { rerender } = show(<ChangesView {...none} hidden="unedited" />);
    screen.getByText("Nothing has been edited");
    rerender(<Shown>{<ChangesView {...none} hidden="problems" />}</Shown>);
    screen.getByText("Correct the problems first; the changes are shown then");
    rerender(<Shown>{<ChangesView {...none} hidden={undefined} />}</Shown>);
    screen.getByText("The edits change nothing that people see");
  });
});

describe("a newer text on disk", () => {
  it("is shown beside the edits; taking it and keeping them are two buttons", async () => {
    const takeTheirs = vi.fn();
    const keepMine = vi.fn();
    show(
      <NewerNotice
        path="app.json"
        newer={{ text: "theirs", version: "v2" }}
        takeTheirs={takeTheirs}
        keepMine={keepMine}
      />,
    );
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Look at the newer text" }));
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "The newer text" }).value).toBe("theirs");
    await userEvent.click(screen.getByRole("button", { name: "Keep my text" }));
    expect([takeTheirs.mock.calls.length, keepMine.mock.calls.length]).toEqual([0, 1]);
    await userEvent.click(screen.getByRole("button", { name: "Take the newer text" }));
    expect(takeTheirs).toHaveBeenCalledTimes(1);
  });
});

describe("a new kind of record", () => {
  it("needs a name and an id of its own", async () => {
    const onAnswer = vi.fn();
    show(
      <NewEntityDialog
        groups={[
          { label: "Stock", permission: "stock" },
          { label: "Staff", permission: "staffing" },
        ]}
        languages={["en", "fr"]}
        language="en"
        taken={new Set(["books"])}
        onAnswer={onAnswer}
      />,
    );
    const id = screen.getByLabelText("Short name in the file and the address");
    const make = () => userEvent.click(screen.getByRole("button", { name: "Make it" }));
    await make();
    screen.getByText("Give it a name");
    screen.getByText("Small letters, digits and dashes; a letter first");
    await userEvent.type(screen.getByLabelText("What one record is called"), " guest ");
    expect(id).toHaveProperty("value", "guest");
    await userEvent.clear(id);
    await userEvent.type(id, "books");
    await make();
    screen.getByText("This name is taken");
    expect(onAnswer).not.toHaveBeenCalled();
    await userEvent.clear(id);
    await userEvent.type(id, "guests");
    await userEvent.selectOptions(screen.getByLabelText("Language of its screens"), "fr");
    await userEvent.selectOptions(screen.getByLabelText("Where it stands in the menu"), "Staff");
    await make();
    expect(onAnswer.mock.calls).toEqual([[{ id: "guests", label: "guest", language: "fr", group: 1 }]]);
  });
});

describe("the tabs beside the editor", () => {
  it("go round by arrow keys, and count what waits", async () => {
    const onOpen = vi.fn();
    show(
      <SidePanel
        label="Beside"
        tabs={[
          { id: "changes", label: "Changes", count: 0 },
          { id: "problems", label: "Problems", count: 2 },
        ]}
        open="problems"
        onOpen={onOpen}
      >
        content
      </SidePanel>,
    );
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Changes", "Problems2"]);
    screen.getByRole("tab", { name: /Problems/ }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(onOpen).toHaveBeenCalledWith("changes");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Changes" }));
  });
});
