import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReferencePage } from "admin/widget-testing";
import { describe, expect, it, vi } from "vitest";
import { active, box, keepQuiet, labels, library, page, record, show } from "./authors-field.tsx";

keepQuiet();

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
