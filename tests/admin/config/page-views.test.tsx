import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ChangesView } from "../../../src/admin/config/changes-view.tsx";
import { NewerNotice } from "../../../src/admin/config/editor-pane.tsx";
import { renamesIn } from "../../../src/admin/config/field-rename.ts";
import { FileList } from "../../../src/admin/config/file-list.tsx";
import { NewEntityDialog } from "../../../src/admin/config/new-entity-dialog.tsx";
import { ProblemsView } from "../../../src/admin/config/problems-view.tsx";
import { SidePanel } from "../../../src/admin/config/side-panel.tsx";
import type { ConfigChange } from "../../../src/wire/config-editing.ts";
import { openApp } from "../open-app.tsx";
import { listedFile, showPart } from "./show-part.tsx";

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
    showPart(
      <FileList
        files={[
          listedFile("app.json"),
          listedFile("entities/books.json", {
            label: "book",
            problems: 2,
            state: "heldBack",
            isEdited: true,
          }),
          listedFile("entities/guests.json", { isEdited: true, isNew: true }),
          listedFile("entities/old.json", { isGone: true }),
          listedFile("samples/books.json"),
          listedFile("samples/guests.json"),
        ]}
        current="app.json"
        onChoose={onChoose}
      />,
    );
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual([
      "app.json",
      "bookentities/books.json2 problemsunsavedolder version in use",
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
    showPart(
      <ChangesView
        changes={[{ ...change, from: "100", to: "20", broken: { count: 3, atLeast: false } }]}
        more={4}
        hidden={undefined}
        undone={["entities/books.json"]}
        onOldName={vi.fn()}
      />,
    );
    const item = within(screen.getByRole("list", { name: "Changes" })).getByRole("listitem");
    within(item).getByText("book › Price: maximum 100 → 20");
    expect(within(item).getByText("Stored records that would break the new rule: 3").className).toContain(
      "broken",
    );
    screen.getByText("and 4 more");
    screen.getByText("Saving undoes what somebody else changed in entities/books.json meanwhile");
  });

  it("offer the old name of a field that came under a new one, with what would leave the view", async () => {
    const onOldName = vi.fn();
    const field = { file: "entities/books.json", path: "/schema", what: "field" } as const;
    const gone: ConfigChange = {
      ...field,
      subject: ["book", "Price"],
      kind: "removed",
      from: "number",
      field: "price",
      left: { count: 12, atLeast: false },
    };
    const came: ConfigChange = {
      ...field,
      subject: ["book", "Cost"],
      kind: "added",
      to: "number",
      field: "cost",
    };
    showPart(
      <ChangesView changes={[gone, came]} more={0} hidden={undefined} undone={[]} onOldName={onOldName} />,
    );
    const [first] = screen.getAllByRole("listitem");
    if (first === undefined) throw new Error("There is no change.");
    within(first).getByText(/^Stored values that would no longer be seen: 12\./);
    within(first).getByText(/Is “Cost” the same field under another name\?/);
    await userEvent.click(screen.getByRole("button", { name: "Keep the name “price”" }));
    expect(onOldName.mock.calls).toEqual([[{ gone, came }]]);
    cleanup();
    // The old name is still used elsewhere: it is offered with the problems of that, and in the list of changes not yet.
    showPart(
      <ProblemsView problems={[]} toFix={[]} renames={renamesIn([gone, came])} onOldName={onOldName} />,
    );
    screen.getByText(/^Stored values that would no longer be seen: 12\./);
    await userEvent.click(screen.getByRole("button", { name: "Keep the name “price”" }));
    expect(onOldName).toHaveBeenCalledTimes(2);
  });

  it("distinguish that nothing is edited, that nothing changes and that they are not known", () => {
    const none = { changes: [], more: 0, undone: [], onOldName: vi.fn() };
    const { rerender } = showPart(<ChangesView {...none} hidden="unedited" />);
    screen.getByText("Nothing has been edited");
    rerender(<ChangesView {...none} hidden="problems" />);
    screen.getByText("Correct the problems first; the changes are shown then");
    rerender(<ChangesView {...none} hidden={undefined} />);
    screen.getByText("The edits change nothing that people see");
  });
});

describe("a newer text on disk", () => {
  it("is shown beside the edits; taking it and keeping them are two buttons", async () => {
    const takeTheirs = vi.fn();
    const keepMine = vi.fn();
    showPart(
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
    showPart(
      <NewEntityDialog
        groups={[
          { index: 0, label: "Stock", permission: "stock" },
          { index: 2, label: "Staff", permission: "staffing" },
        ]}
        languages={["en", "fr"]}
        language="en"
        taken={new Set(["books"])}
        onAnswer={onAnswer}
      />,
    );
    const id = screen.getByLabelText("Short name for web addresses");
    const make = () => userEvent.click(screen.getByRole("button", { name: "Create it" }));
    await make();
    expect(screen.getAllByText("Give it a name")).toHaveLength(2);
    screen.getByText("Only small letters from a to z, digits and dashes; a letter first");
    await userEvent.type(screen.getByLabelText("What one of them is called"), " guest ");
    await userEvent.type(screen.getByLabelText("What several of them are called"), "guests ");
    expect(id).toHaveProperty("value", "guests");
    await userEvent.clear(id);
    await userEvent.type(id, "books");
    await make();
    screen.getByText("This name is in use already");
    expect(onAnswer).not.toHaveBeenCalled();
    await userEvent.clear(id);
    await userEvent.type(id, "guests");
    await userEvent.selectOptions(screen.getByLabelText("Language of its screens"), "français");
    await userEvent.selectOptions(screen.getByLabelText("Where it stands in the menu"), "Staff");
    await make();
    const group = { index: 2, label: "Staff", permission: "staffing" };
    const names = { id: "guests", label: "guest", plural: "guests", language: "fr" };
    expect(onAnswer.mock.calls).toEqual([[{ ...names, group }]]);
  });

  it("asks for one name in a language without a plural, and for no language where there is one alone", async () => {
    const onAnswer = vi.fn();
    showPart(
      <NewEntityDialog
        groups={[]}
        languages={["zh-TW"]}
        language="zh-TW"
        taken={new Set()}
        onAnswer={onAnswer}
      />,
    );
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
    expect(screen.queryByRole("combobox")).toBeNull();
    await userEvent.type(screen.getByLabelText("What one of them is called"), "\u8cd3\u5ba2");
    await userEvent.type(screen.getByLabelText("Short name for web addresses"), "guests");
    await userEvent.click(screen.getByRole("button", { name: "Create it" }));
    const label = "\u8cd3\u5ba2";
    expect(onAnswer.mock.calls).toEqual([
      [{ id: "guests", label, plural: label, language: "zh-TW", group: undefined }],
    ]);
  });
});

describe("the tabs beside the editor", () => {
  it("go round by arrow keys, and count what waits", async () => {
    const onOpen = vi.fn();
    showPart(
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
    // Reached by the Tab key is the one that is open.
    expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([-1, 0]);
    screen.getByRole("tab", { name: /Problems/ }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(onOpen).toHaveBeenCalledWith("changes");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Changes" }));
  });
});
