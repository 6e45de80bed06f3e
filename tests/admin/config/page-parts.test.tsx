import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { ChangesView, changeText } from "../../../src/admin/config/changes-view.tsx";
import { type ConfigState, openedFrom, withDisk } from "../../../src/admin/config/config-state.ts";
import { FileList } from "../../../src/admin/config/file-list.tsx";
import { ProblemsView } from "../../../src/admin/config/problems-view.tsx";
import { SaveLine } from "../../../src/admin/config/save-line.tsx";
import { SidePanel } from "../../../src/admin/config/side-panel.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import type { Problem } from "../../../src/model/problem.ts";
import type { ConfigChange } from "../../../src/wire/config-editing.ts";
import messages from "../../fixtures/library/messages.json";
import { listedFile, showPart } from "./show-part.tsx";

const A = "entities/a.json";
const problem = (line: number, file = A): Problem => ({
  code: "JSON_SYNTAX",
  file,
  line,
  column: 1,
  path: "",
  length: 1,
  subject: [],
  message: `Wrong ${line}.`,
  hint: "Mend it.",
});

describe("the list of files", () => {
  it("says one thing of each file's fate, and marks problems first and stronger", () => {
    showPart(
      <FileList
        files={[
          listedFile("app.json", { problems: 1, isGoing: true, isNew: true }),
          listedFile(A, { isNew: true, isEdited: true, state: "heldBack", label: "A" }),
          listedFile("entities/b.json", { isEdited: true, isGone: true }),
          listedFile("entities/c.json", { isGone: true, state: "heldBack" }),
        ]}
        current={undefined}
        onChoose={vi.fn()}
      />,
    );
    const marks = screen
      .getAllByRole("button")
      .map((button) =>
        [...button.querySelectorAll(".badge")].map((mark) => [mark.textContent, mark.className]),
      );
    expect(marks).toEqual([
      [
        ["1 problem", "badge badge-warning"],
        ["to be deleted", "badge"],
      ],
      [["new", "badge"]],
      [["unsaved", "badge"]],
      [
        ["deleted", "badge"],
        ["older version in use", "badge"],
      ],
    ]);
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "",
      "app.json · 1 problem · to be deleted",
      `${A} · A · new`,
      "entities/b.json · unsaved",
      "entities/c.json · deleted · older version in use",
    ]);
    expect(screen.getByRole("navigation", { name: "Files" })).toBeTruthy();
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.getAttribute("aria-current"))).toEqual([null, null, null, null]);
    expect(screen.queryByText("Sample records")).toBeNull();
  });

  it("has no empty choice where a file is shown, and a heading above the samples, be they the first", () => {
    showPart(<FileList files={[listedFile("samples/a.json")]} current="samples/a.json" onChoose={vi.fn()} />);
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Files" }).value).toBe("samples/a.json");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    screen.getByText("Sample records");
    expect(screen.getByTitle("samples/a.json").textContent).toBe("samples/a.json");
  });
});

describe("the tabs", () => {
  it("name their panel, are named by the list, and go round in both directions by arrow keys alone", async () => {
    const onOpen = vi.fn();
    showPart(
      <SidePanel
        label="Beside"
        tabs={[
          { id: "a", label: "A" },
          { id: "b", label: "B", count: 0 },
          { id: "c", label: "C", count: 1 },
        ]}
        open="a"
        onOpen={onOpen}
      >
        content
      </SidePanel>,
    );
    const [first, second, third] = screen.getAllByRole("tab");
    const panel = screen.getByRole("tabpanel", { name: "A" });
    expect([panel.textContent, panel.tabIndex]).toEqual(["content", 0]);
    expect(first?.getAttribute("aria-controls")).toBe(panel.id);
    expect([first, second].map((tab) => tab?.getAttribute("aria-selected"))).toEqual(["true", "false"]);
    screen.getByRole("tablist", { name: "Beside" });
    screen.getByRole("region", { name: "Beside" });
    expect([second?.textContent, third?.textContent]).toEqual(["B", "C1"]);
    first?.focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect([onOpen.mock.lastCall, document.activeElement]).toEqual([["c"], third]);
    await userEvent.keyboard("{ArrowRight}");
    expect(onOpen.mock.lastCall).toEqual(["b"]);
    await userEvent.keyboard("x{ArrowDown}");
    expect(onOpen).toHaveBeenCalledTimes(2);
    await userEvent.click(third ?? document.body);
    expect(onOpen.mock.lastCall).toEqual(["c"]);
  });
});

describe("the line that saves", () => {
  const state = (more: Partial<ConfigState> = {}): ConfigState => ({
    files: { files: [], schemas: {}, writable: true } as never,
    failure: undefined,
    open: new Map([[A, { ...openedFrom(A, { text: "a", version: "v" }), text: "b" }]]),
    current: A,
    answer: undefined,
    checked: new Map(),
    isPending: false,
    draftFailure: undefined,
    token: undefined,
    isSaving: false,
    ...more,
  });
  const two = new Map(
    [A, "app.json"].map((path) => [path, { ...openedFrom(path, { text: "a", version: "v" }), text: "b" }]),
  );
  const answer = (...brought: readonly Problem[]) => ({
    problems: brought,
    brought,
    changes: [],
    more: 0,
    token: null,
  });
  const failure = new ApiFailure("answer", "It broke");

  it.each([
    [state(), "1 file to save", true, false],
    [state({ open: two }), "2 files to save", true, false],
    [state({ open: new Map() }), "Nothing has been edited", false, false],
    [state({ files: { ...state().files, writable: false } as never }), /can only be looked at/, false, false],
    [state({ draftFailure: failure }), "The edits could not be checked; trying again. It broke", true, true],
    [state({ answer: answer(problem(1)) }), "1 problem to correct before saving", false, true],
    [state({ answer: answer(problem(1), problem(2)) }), "2 problems to correct before saving", false, true],
    [state({ isPending: true }), "Checking…", true, false],
  ])("says why it cannot, or how much there is to save (%#)", async (now, text, may, isWrong) => {
    const save = vi.fn();
    showPart(<SaveLine state={now} save={save} />);
    const reason = screen.getByText(text);
    expect([reason.getAttribute("role"), reason.classList.contains("config-why-wrong")]).toEqual([
      "status",
      isWrong,
    ]);
    const button = screen.getByRole("button", { name: "Save" });
    expect(
      ["aria-disabled", "aria-busy", "aria-describedby"].map((name) => button.getAttribute(name)),
    ).toEqual([String(!may), "false", reason.id]);
    await userEvent.click(button);
    expect(save).toHaveBeenCalledTimes(may ? 1 : 0);
  });

  it("is busy while it saves", () => {
    showPart(<SaveLine state={state({ isSaving: true })} save={vi.fn()} />);
    expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("true");
  });
});

describe("the problems", () => {
  const lists = () =>
    screen.getAllByRole("list").map((list) => [
      list.getAttribute("aria-label"),
      within(list)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ]);
  const at = (line: number, file: string) => `/config?file=${encodeURIComponent(file)}&line=${line}&column=1`;
  const shown = (problems: readonly Problem[], toFix: readonly Problem[]) =>
    showPart(<ProblemsView problems={problems} toFix={toFix} renames={[]} onOldName={vi.fn()} />);

  it("that keep one from saving stand apart from the others", () => {
    const other = problem(2, "app.json");
    shown([other, problem(1)], [problem(1)]);
    expect(lists()).toEqual([
      ["To correct before saving", [at(1, A)]],
      ["In other files: they do not keep you from saving", [at(2, "app.json")]],
    ]);
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(
      lists().map(([label]) => label),
    );
  });

  it.each([
    ["all", [problem(1)]],
    ["none", []],
  ])("are one list where %s of them do", (_, toFix) => {
    shown([problem(1)], toFix);
    expect(lists()).toEqual([["Problems of the configuration", [at(1, A)]]]);
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("are none where there are none", () => {
    shown([], []);
    screen.getByText("There are no problems");
    expect(screen.queryByRole("list")).toBeNull();
  });
});

describe("the changes", () => {
  const change = (parts: Partial<ConfigChange>): ConfigChange => ({
    file: A,
    path: "",
    subject: ["book"],
    kind: "added",
    what: "field",
    ...parts,
  });

  it("call each kind of thing by its name", () => {
    const say = makeSay(messages.en);
    const whats = ["view", "inverse list", "tab", "menu", "tile", "entity", "language"];
    expect(whats.map((what) => changeText(change({ what }), say))).toEqual(
      ["view", "list below the form", "tab", "menu group", "tile", "kind of record", "language"].map(
        (word) => `book: new (${word})`,
      ),
    );
    expect(changeText(change({ kind: "changed", what: "row", from: "a", to: "b" }), say)).toBe(
      "book: fields beside it a → b",
    );
    expect(changeText(change({ kind: "moved", what: "filters", to: "b, a" }), say)).toBe(
      "book: filters in another order: b, a",
    );
    expect(changeText(change({ kind: "removed", what: "role", from: "stock" }), say)).toBe(
      "book: role is gone; it was stock",
    );
    expect(changeText(change({ file: "samples/a.json", kind: "moved", what: "records" }), say)).toBe(
      "book: in another place (records)",
    );
  });

  it("say nothing of more where all are listed, nor of what does not break or leave anything", () => {
    showPart(
      <ChangesView
        changes={[change({ what: "view" })]}
        more={0}
        hidden={undefined}
        undone={[]}
        onOldName={vi.fn()}
      />,
    );
    expect(screen.getByRole("listitem").textContent).toBe("book: new (view)");
    expect(document.querySelector(".config-quiet, .config-broken, .config-rename")).toBeNull();
  });
});

it("a file that was read again is shown as it is on disk, unless it is edited to something else", () => {
  const disk = { text: "a", version: "v1" };
  const edited = { ...openedFrom(A, disk), text: "mine", newer: { text: "b", version: "v2" } };
  const gone = { text: null, version: null };
  expect(withDisk(openedFrom(A, disk), { text: "b", version: "v2" })).toEqual(
    openedFrom(A, { text: "b", version: "v2" }),
  );
  expect(withDisk(openedFrom(A, disk), gone)).toBeUndefined();
  expect(withDisk(edited, { text: "mine", version: "v3" })).toEqual(
    openedFrom(A, { text: "mine", version: "v3" }),
  );
  // Another version of the same text ends what somebody else wrote.
  expect(withDisk(edited, { text: "a", version: "v3" })).toEqual({
    path: A,
    text: "mine",
    disk: { text: "a", version: "v3" },
  });
  expect(withDisk(edited, gone)).toEqual({ ...edited, newer: gone });
});
