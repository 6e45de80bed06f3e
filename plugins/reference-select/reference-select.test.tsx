import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Host, ReferencePage, ReferenceQuery, StoredRecord } from "admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RenderOptions, renderWidget } from "../../tests/plugins/render-widget.tsx";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

const record = (_id: string, name: string): StoredRecord => ({
  _id,
  name,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
});

/** Twenty-three authors: three pages of ten. */
const authors = Array.from({ length: 23 }, (_, index) => record(`a${index + 1}`, `Author ${index + 1}`));

function library(over: Partial<Host> = {}) {
  const asked: ReferenceQuery[] = [];
  const gotten: string[] = [];
  const host: Partial<Host> = {
    listReferences: async (query) => {
      asked.push(query);
      return page(query);
    },
    getReference: async (_entity, id) => {
      gotten.push(id);
      return authors.find((author) => author._id === id);
    },
    ...over,
  };
  return { host, asked, gotten };
}

function page(query: ReferenceQuery): ReferencePage {
  const found = authors.filter((author) => String(author.name).includes(query.search ?? ""));
  return { records: found.slice((query.page - 1) * 10, query.page * 10), total: found.length };
}

const rules = { reference: { entity: "authors", label: "name", fields: [], tree: false } };
function show(options: RenderOptions<string, object> = {}) {
  return renderWidget<string, object>(plugin.widget, {
    manifest,
    ...options,
    props: { rules, ...options.props },
  });
}

const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Field" });
const labels = () => screen.queryAllByRole("option").map((option) => option.textContent);
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

let said: string[];
beforeEach(() => {
  said = [];
  for (const kind of ["error", "warn", "log"] as const)
    vi.spyOn(console, kind).mockImplementation((...all) => said.push(all.join(" ")));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});

describe("opening", () => {
  it("asks for nothing before it is opened, then for page 1", async () => {
    const { host, asked } = library();
    show({ host });
    expect(asked).toEqual([]);
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(labels()).toHaveLength(10);
    expect(asked).toEqual([{ entity: "authors", search: "", page: 1 }]);
  });

  it("asks in the order its options name", async () => {
    const { host, asked } = library();
    show({ host, props: { options: { sortField: "name", sortOrder: "desc" } } });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(asked[0]).toMatchObject({ sortField: "name", sortOrder: "desc" });
  });

  it("shows the chosen record though it stands on no loaded page", async () => {
    const { host, gotten } = library();
    show({ host, props: { value: "a23" } });
    await waitFor(() => expect(box().value).toBe("Author 23"));
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(box().value).toBe("Author 23");
    expect(gotten).toEqual(["a23"]);
  });

  it("stays closed while it is disabled or read-only, and offers no clearing", async () => {
    const { host, asked } = library();
    const { setProps } = show({ host, props: { value: "a1", disabled: true } });
    await waitFor(() => expect(box().value).toBe("Author 1"));
    await userEvent.click(box());
    act(() => setProps({ disabled: false, readOnly: true }));
    await userEvent.click(box());
    await userEvent.keyboard("{ArrowDown}x");
    expect(box().getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("button", { name: /picker.clear/ })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe("choosing", () => {
  it("by pointer: gives the id, shows the label, closes", async () => {
    const { host } = library();
    const { changes } = show({ host });
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole("option", { name: "Author 2" }));
    expect(changes).toEqual(["a2"]);
    expect(box().value).toBe("Author 2");
    expect(labels()).toEqual([]);
    expect(document.activeElement).toBe(box());
  });

  it("by keyboard alone", async () => {
    const { host } = library();
    const { changes } = show({ host });
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(active()).toBe("Author 2");
    await userEvent.keyboard("{Enter}");
    expect(changes).toEqual(["a2"]);
  });

  it("Enter in the open list does not submit the form around it", async () => {
    const { host } = library();
    show({ host });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(fireEvent.keyDown(box(), { key: "Enter" })).toBe(false);
  });

  it("Escape and leaving put back what was chosen", async () => {
    const { host } = library();
    const { changes, blurs } = show({ host, props: { value: "a1" } });
    await waitFor(() => expect(box().value).toBe("Author 1"));
    await userEvent.click(box());
    await userEvent.keyboard("zzz{Escape}");
    expect(box().value).toBe("Author 1");
    expect(blurs()).toBe(0);
    await userEvent.keyboard("zzz");
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect(box().value).toBe("Author 1");
    expect(box().getAttribute("aria-expanded")).toBe("false");
    expect(blurs()).toBe(1);
    expect(changes).toEqual([]);
  });

  it("an optional one can be cleared, a required one cannot", async () => {
    const { host } = library();
    const { changes, setProps } = show({ host, props: { value: "a1" } });
    await userEvent.click(screen.getByRole("button", { name: 'picker.clear {"label":"Field"}' }));
    expect(changes).toEqual([null]);
    expect(box().value).toBe("");
    act(() => setProps({ value: "a1", required: true }));
    expect(screen.queryByRole("button", { name: /picker.clear/ })).toBeNull();
  });

  it("a tree never offers the record itself", async () => {
    const { host } = library({ recordId: "a3" });
    show({ host, props: { rules: { reference: { ...rules.reference, tree: true } } } });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 2" });
    expect(labels()).not.toContain("Author 3");
    expect(labels()).toHaveLength(9);
  });
});

describe("searching", () => {
  it("asks once for what was typed, and Enter takes the first found", async () => {
    const { host, asked } = library();
    const { changes } = show({ host });
    await userEvent.click(box());
    await userEvent.keyboard("Author 23");
    await waitFor(() => expect(labels()).toEqual(["Author 23"]));
    expect(asked.map((query) => query.search)).toEqual(["", "Author 23"]);
    await userEvent.keyboard("{Enter}");
    expect(changes).toEqual(["a23"]);
  });

  it("Enter takes nothing while the answer to what was typed is still missing", async () => {
    const { host } = library();
    const { changes } = show({ host });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("Author 23{Enter}");
    expect(changes).toEqual([]);
  });

  it("an answer that comes late never replaces a newer one", async () => {
    const answers = new Map<string, (page: ReferencePage) => void>();
    const { host } = library({
      listReferences: (query) =>
        query.search === ""
          ? Promise.resolve(page(query))
          : new Promise((resolve) => answers.set(query.search ?? "", resolve)),
    });
    show({ host });
    await userEvent.click(box());
    await userEvent.keyboard("1");
    await waitFor(() => expect(answers.has("1")).toBe(true));
    await userEvent.keyboard("2");
    await waitFor(() => expect(answers.has("12")).toBe(true));
    await act(async () => answers.get("12")?.({ records: [record("a12", "Author 12")], total: 1 }));
    await waitFor(() => expect(labels()).toEqual(["Author 12"]));
    await act(async () => answers.get("1")?.({ records: [record("a1", "Author 1")], total: 1 }));
    expect(labels()).toEqual(["Author 12"]);
  });

  it("waits for a Chinese syllable to be composed", async () => {
    const { host, asked } = library();
    show({ host });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    fireEvent.compositionStart(box());
    fireEvent.input(box(), { target: { value: "ㄓ" }, isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    expect(box().value).toBe("ㄓ");
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(asked.map((query) => query.search)).toEqual([""]);
    fireEvent.input(box(), { target: { value: "珍" }, isComposing: true });
    fireEvent.compositionEnd(box());
    await waitFor(() => expect(asked.at(-1)?.search).toBe("珍"));
    await waitFor(() => expect(screen.getAllByText('picker.noMatch {"search":"珍"}')).not.toEqual([]));
  });
});

describe("further pages", () => {
  it("come by the button, each record once, until there are no more", async () => {
    const { host, asked } = library();
    show({ host });
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole("button", { name: "picker.more" }));
    await waitFor(() => expect(labels()).toHaveLength(20));
    await userEvent.click(screen.getByRole("button", { name: "picker.more" }));
    await waitFor(() => expect(labels()).toHaveLength(23));
    expect(screen.queryByRole("button", { name: "picker.more" })).toBeNull();
    expect(asked.map((query) => query.page)).toEqual([1, 2, 3]);
    expect(document.activeElement).toBe(box());
  });

  it("come by ArrowDown at the end, which then moves on", async () => {
    const { host } = library();
    show({ host });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("{ArrowUp}");
    expect(active()).toBe("Author 10");
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(active()).toBe("Author 11"));
  });

  it("come when the list is scrolled to its end", async () => {
    const { host } = library();
    show({ host });
    await userEvent.click(box());
    fireEvent.scroll(await screen.findByRole("listbox"));
    await waitFor(() => expect(labels()).toHaveLength(20));
  });

  it("are found by a full last page when the server says no total", async () => {
    const { host } = library({
      listReferences: async (query) => ({ records: page(query).records, total: undefined }),
    });
    show({ host });
    await userEvent.click(box());
    for (const count of [10, 20]) {
      await waitFor(() => expect(labels()).toHaveLength(count));
      await userEvent.click(screen.getByRole("button", { name: "picker.more" }));
    }
    await waitFor(() => expect(labels()).toHaveLength(23));
    expect(screen.queryByRole("button", { name: "picker.more" })).toBeNull();
  });

  it("are given up when the widget goes", async () => {
    const signals: AbortSignal[] = [];
    const { host } = library({
      listReferences: (query, signal) => {
        if (signal !== undefined) signals.push(signal);
        return query.page === 1 ? Promise.resolve(page(query)) : new Promise(() => {});
      },
    });
    const { unmount } = show({ host });
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole("button", { name: "picker.more" }));
    unmount();
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  });
});

describe("failures", () => {
  it.each([
    ["of page 1", "", 1, 'form.optionsFailed {"reason":"no answer"}'],
    ["of a search", "Author 2", 1, 'picker.searchFailed {"reason":"no answer"}'],
    ["of a further page", "", 2, 'picker.moreFailed {"reason":"no answer"}'],
  ])(
    "%s: its sentence in the list and one toast; another try mends it",
    async (_, search, wrong, sentence) => {
      let broken = true;
      const { host } = library({
        listReferences: async (query) => {
          if (broken && query.page === wrong && query.search === search) throw new Error("no answer");
          return page(query);
        },
      });
      const { toasts } = show({ host });
      await userEvent.click(box());
      if (search !== "") await userEvent.keyboard(search);
      if (wrong === 2) await userEvent.click(await screen.findByRole("button", { name: "picker.more" }));
      await waitFor(() => expect(screen.getAllByText(sentence)).not.toEqual([]));
      expect(toasts).toEqual([{ kind: "error", text: sentence }]);
      broken = false;
      await userEvent.click(screen.getByRole("button", { name: "picker.retry" }));
      await waitFor(() => expect(labels().length).toBe(search === "" ? wrong * 10 : 5));
      expect(screen.queryAllByText(sentence)).toEqual([]);
    },
  );

  it("of the chosen record: said at the field, the value kept, and tried again", async () => {
    let broken = true;
    const { host } = library({
      getReference: async () => {
        if (broken) throw new Error("no answer");
        return record("a1", "Author 1");
      },
    });
    const { toasts, changes } = show({ host, props: { value: "a1" } });
    const note = await screen.findByText(/picker.chosenFailed/);
    expect(box().getAttribute("aria-describedby")).toBe(`f-hint ${note.id}`);
    expect(toasts).toEqual([{ kind: "error", text: 'picker.chosenFailed {"reason":"no answer"}' }]);
    broken = false;
    await userEvent.click(screen.getByRole("button", { name: "picker.retry" }));
    await waitFor(() => expect(box().value).toBe("Author 1"));
    expect(changes).toEqual([]);
  });

  it("a deleted record is shown as such and stays the value", async () => {
    const { host } = library();
    const { changes } = show({ host, props: { value: "gone" } });
    await waitFor(() => expect(box().value).toBe("picker.gone"));
    expect(changes).toEqual([]);
  });
});

describe("odd values and rules", () => {
  it.each([[7], [true], [["a1"]], [{ _id: "a1" }], ["__proto__"], ["constructor"]])(
    "shows %j without throwing",
    async (value) => {
      const { host } = library();
      show({ host, props: { value: value as string } });
      await waitFor(() => expect(box().value).toBe("picker.gone"));
    },
  );

  it("says so when the field names no entity", () => {
    show({ props: { rules: {} } });
    expect(screen.getByText(manifest.messages.noReference.text.en)).toBeTruthy();
  });

  it("names what it describes and whether it is wrong", () => {
    show({ props: { invalid: true, required: true, placeholder: "None" } });
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(box().getAttribute("aria-required")).toBe("true");
    expect(box().getAttribute("aria-describedby")).toBe("f-hint");
    expect(box().placeholder).toBe("None");
  });

  it("follows a value changed from outside", async () => {
    const { host } = library();
    const { setProps } = show({ host, props: { value: "a1" } });
    await waitFor(() => expect(box().value).toBe("Author 1"));
    act(() => setProps({ value: "a2" }));
    await waitFor(() => expect(box().value).toBe("Author 2"));
  });
});
