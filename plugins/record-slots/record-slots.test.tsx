import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Host, Json, ReferenceQuery, StoredRecord } from "admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RenderOptions, renderWidget } from "../../tests/plugins/render-widget.tsx";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

const book = (_id: string, title: string, cover?: string): StoredRecord => ({
  _id,
  title,
  cover: cover === undefined ? null : { fileName: cover, imgUrl: cover, expiresAt: null },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
});
const books = [
  book("b1", "Emma", "/api/images/emma.jpg"),
  book("b2", "Middlemarch", "https://elsewhere/m.jpg"),
  book("b3", "Persuasion"),
];

const rules = {
  maxItems: 3,
  uniqueBy: "book",
  items: {
    fields: {
      note: {},
      book: { reference: { entity: "books", label: "title", fields: ["cover"], tree: false } },
    },
  },
};
const messages = { "rule.maxItems": "At most {limit} books", "rule.uniqueBy": "Not the same book twice" };

let asked: ReferenceQuery[];
function show(options: RenderOptions<Json, object> = {}) {
  const host: Partial<Host> = {
    listReferences: async (query) => {
      asked.push(query);
      return { records: books, total: books.length };
    },
    getReference: async (_entity, id) => books.find((one) => one._id === id),
  };
  return renderWidget<Json, object>(plugin.widget, {
    manifest,
    messages,
    host,
    ...options,
    props: { rules, options: { imageField: "cover" }, ...options.props },
  });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const pickers = () => screen.queryAllByRole<HTMLInputElement>("combobox");
const texts = () => pickers().map((picker) => picker.value);
const images = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
const three = [{ book: "b1" }, { book: "b2" }, { book: "b3" }];

let said: string[];
beforeEach(() => {
  asked = [];
  said = [];
  for (const kind of ["error", "warn", "log"] as const)
    vi.spyOn(console, kind).mockImplementation((...all) => said.push(all.join(" ")));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});

describe("slots", () => {
  it("show each record by its label and its picture, small where it is ours", async () => {
    show({ props: { value: three } });
    await waitFor(() => expect(texts()).toEqual(["Emma", "Middlemarch", "Persuasion"]));
    expect(images()).toEqual(["/api/images/small/emma.jpg", "https://elsewhere/m.jpg"]);
    expect(screen.getAllByText("No picture")).toHaveLength(1);
  });

  it("show no pictures unless the option names the field", async () => {
    show({ props: { value: three, options: {} } });
    await waitFor(() => expect(texts()[0]).toBe("Emma"));
    expect(images()).toEqual([]);
    expect(screen.queryByText("No picture")).toBeNull();
  });

  it("are added empty, with the focus in the new picker", async () => {
    const { changes } = show();
    expect(screen.getByText("Nothing added yet")).toBeTruthy();
    await userEvent.click(button("Add"));
    expect(changes).toEqual([[{ book: null }]]);
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Field 1" }));
  });

  it("offer records sorted by their label", async () => {
    const { changes } = show({ props: { value: [{ book: null }] } });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(await screen.findByRole("option", { name: "Middlemarch" }));
    expect(asked[0]).toMatchObject({ entity: "books", page: 1, sortField: "title", sortOrder: "asc" });
    expect(changes).toEqual([[{ book: "b2" }]]);
    expect(images()).toEqual(["https://elsewhere/m.jpg"]);
  });

  it("keep what else an item holds", async () => {
    const { changes } = show({ props: { value: [{ note: "first", book: null }] } });
    await userEvent.click(pickers()[0] ?? document.body);
    await userEvent.click(await screen.findByRole("option", { name: "Emma" }));
    expect(changes).toEqual([[{ note: "first", book: "b1" }]]);
  });

  it("are no more than maxItems: the button is off and says why", async () => {
    const { changes } = show({ props: { value: three } });
    expect(button("Add").disabled).toBe(true);
    const why = screen.getByText("At most 3 books");
    expect(button("Add").getAttribute("aria-describedby")).toBe(why.id);
    await userEvent.click(button("Delete Field 2"));
    expect(changes).toEqual([[{ book: "b1" }, { book: "b3" }]]);
    expect(button("Add").disabled).toBe(false);
    expect(screen.queryByText("At most 3 books")).toBeNull();
  });

  it("the focus stays in the list when a slot is deleted", async () => {
    show({ props: { value: [{ book: "b1" }, { book: "b2" }] } });
    await userEvent.click(button("Delete Field 1"));
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(button("Delete Field 1"));
    expect(document.activeElement).toBe(button("Add"));
  });

  it("move by keyboard, keeping the focus on what moved", async () => {
    const { changes } = show({ props: { value: three } });
    button("Move Field 1 down").focus();
    await userEvent.keyboard("{Enter}");
    expect(changes.at(-1)).toEqual([{ book: "b2" }, { book: "b1" }, { book: "b3" }]);
    expect(document.activeElement).toBe(button("Move Field 2 down"));
    await userEvent.keyboard("{Enter}");
    expect(changes.at(-1)).toEqual([{ book: "b2" }, { book: "b3" }, { book: "b1" }]);
    expect(document.activeElement).toBe(button("Move Field 3 up"));
    await waitFor(() => expect(texts()).toEqual(["Middlemarch", "Persuasion", "Emma"]));
    expect(button("Move Field 1 up").disabled).toBe(true);
    expect(button("Move Field 3 down").disabled).toBe(true);
  });
});

describe("the same record twice", () => {
  async function chooseEmmaTwice(uniqueBy?: string) {
    const shown = show({
      props: {
        value: [{ book: "b1" }, { book: "b2" }],
        rules: uniqueBy === undefined ? { ...rules, uniqueBy: "note" } : { ...rules, uniqueBy },
      },
    });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 2" }));
    await userEvent.click(await screen.findByRole("option", { name: "Emma" }));
    return shown;
  }

  it("is refused with its sentence, and the slot is cleared", async () => {
    const { changes, toasts } = await chooseEmmaTwice("book");
    expect(changes).toEqual([[{ book: "b1" }, { book: null }]]);
    expect(toasts).toEqual([{ kind: "error", text: "Not the same book twice" }]);
    const second = screen.getByRole("combobox", { name: "Field 2" });
    expect(second.getAttribute("aria-invalid")).toBe("true");
    const note = document.getElementById(second.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("Not the same book twice");
    await userEvent.click(second);
    await userEvent.click(await screen.findByRole("option", { name: "Persuasion" }));
    expect(screen.queryByText("Not the same book twice")).toBeNull();
  });

  it("is said beside what the form says of the emptied slot", async () => {
    const { setProps } = await chooseEmmaTwice("book");
    act(() => setProps({ errors: [{ path: "/1/book", message: "Choose a book" }] }));
    const second = screen.getByRole("combobox", { name: "Field 2" });
    const note = document.getElementById(second.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("Not the same book twiceChoose a book");
  });

  it("is allowed where the field has no such rule", async () => {
    const { changes, toasts } = await chooseEmmaTwice();
    expect(changes).toEqual([[{ book: "b1" }, { book: "b1" }]]);
    expect(toasts).toEqual([]);
  });
});

describe("errors of the form", () => {
  it("stand at their slot, whose picker has the id that the form looks for", () => {
    show({
      props: {
        value: [{ book: "b1" }, { book: null }],
        invalid: true,
        errors: [{ path: "/1/book", message: "Choose a book" }],
      },
    });
    const second = screen.getByRole("combobox", { name: "Field 2" });
    expect(second.id).toBe("f.1.book");
    expect(second.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(second.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Choose a book",
    );
    const first = screen.getByRole("combobox", { name: "Field 1" });
    expect(first.getAttribute("aria-invalid")).toBeNull();
  });

  it("of slot 1 are not those of slot 10", () => {
    const value = Array.from({ length: 11 }, () => ({ book: null }));
    show({ props: { value, errors: [{ path: "/10/book", message: "Choose a book" }] } });
    const slots = screen.getAllByRole("listitem");
    expect(slots.filter((slot) => within(slot).queryByText("Choose a book") !== null)).toEqual([slots[10]]);
  });

  it("the list itself is named, described and takes the focus", () => {
    show();
    const group = screen.getByRole("group", { name: "Field" });
    expect(group.id).toBe("f");
    expect(group.getAttribute("aria-describedby")).toBe("f-hint");
    group.focus();
    expect(document.activeElement).toBe(group);
  });

  it("tells that the list was left, not that a slot was", async () => {
    const { blurs } = show({ props: { value: three } });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(screen.getByRole("combobox", { name: "Field 2" }));
    expect(blurs()).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect(blurs()).toBe(1);
  });
});

describe("odd values and states", () => {
  it.each([["text"], [7], [{ book: "b1" }], [true]])("%j is no list: no slots", (value) => {
    show({ props: { value } });
    expect(pickers()).toEqual([]);
  });

  it("items that are no objects are empty slots, what is no id is a deleted record", async () => {
    const value = [null, "b1", { book: 7 }, { book: { _id: "b1" } }, { book: "gone" }];
    const { changes } = show({ props: { value } });
    await waitFor(() => expect(texts()).toEqual(["", "", "picker.gone", "picker.gone", "picker.gone"]));
    expect(changes).toEqual([]);
  });

  it.each([{ disabled: true }, { readOnly: true }])("offers nothing to change while %j", async (state) => {
    show({ props: { value: three, ...state } });
    await waitFor(() => expect(texts()[0]).toBe("Emma"));
    expect(screen.queryAllByRole("button").map((one) => one.textContent)).toEqual(["elsewhere"]);
  });

  it("says so when the items hold no reference", () => {
    show({ props: { rules: { items: { fields: { note: {} } } } } });
    expect(screen.getByText(manifest.messages.noReference.text.en)).toBeTruthy();
  });

  it("follows a value changed from outside", async () => {
    const { setProps } = show({ props: { value: three } });
    act(() => setProps({ value: [{ book: "b3" }] }));
    await waitFor(() => expect(texts()).toEqual(["Persuasion"]));
  });
});
