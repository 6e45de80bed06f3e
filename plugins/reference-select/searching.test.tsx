import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { givenPage, type ReferencePage, storedRecord } from "admin/widget-testing";
import { describe, expect, it, vi } from "vitest";
import { active, authors, box, keepQuiet, labels, queries, show } from "./authors-field.tsx";

keepQuiet();

const only = (name: string): ReferencePage => ({ records: [storedRecord({ _id: name, name })], total: 1 });

describe("searching", () => {
  it("asks once for what was typed, and Enter takes the first found", async () => {
    const { host, changes } = show();
    await userEvent.click(box());
    await userEvent.keyboard("Author 23");
    await waitFor(() => expect(labels()).toEqual(["Author 23"]));
    expect(queries(host).map(({ search }) => search)).toEqual(["", "Author 23"]);
    await userEvent.keyboard("{Enter}");
    expect(changes).toEqual(["a23"]);
  });

  it("Enter takes nothing while the answer to what was typed is still missing", async () => {
    const { changes } = show();
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("Author 23{Enter}");
    expect(changes).toEqual([]);
  });

  it("an answer that comes late never replaces a newer one", async () => {
    const answers = new Map<string, (page: ReferencePage) => void>();
    show({
      host: {
        listReferences: (query) => new Promise((resolve) => answers.set(query.search ?? "", resolve)),
      },
    });
    await userEvent.click(box());
    await userEvent.keyboard("1");
    await waitFor(() => expect(answers.has("1")).toBe(true));
    await userEvent.keyboard("2");
    await waitFor(() => expect(answers.has("12")).toBe(true));
    await act(async () => answers.get("12")?.(only("Author 12")));
    await waitFor(() => expect(labels()).toEqual(["Author 12"]));
    await act(async () => answers.get("1")?.(only("Author 1")));
    expect(labels()).toEqual(["Author 12"]);
  });

  it("waits for a Chinese syllable to be composed", async () => {
    const { host } = show();
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    fireEvent.compositionStart(box());
    fireEvent.input(box(), { target: { value: "ㄓ" }, isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    expect(box().value).toBe("ㄓ");
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(queries(host).map(({ search }) => search)).toEqual([""]);
    fireEvent.input(box(), { target: { value: "珍" }, isComposing: true });
    fireEvent.compositionEnd(box());
    await waitFor(() => expect(queries(host).at(-1)?.search).toBe("珍"));
    await waitFor(() => expect(screen.getAllByText('picker.noMatch {"search":"珍"}')).not.toEqual([]));
  });
});

describe("further pages", () => {
  it("come by the button, each record once, until there are no more", async () => {
    const { host } = show();
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole("button", { name: "picker.more" }));
    await waitFor(() => expect(labels()).toHaveLength(20));
    await userEvent.click(screen.getByRole("button", { name: "picker.more" }));
    await waitFor(() => expect(labels()).toHaveLength(23));
    expect(screen.queryByRole("button", { name: "picker.more" })).toBeNull();
    expect(queries(host).map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(document.activeElement).toBe(box());
  });

  it("come by ArrowDown at the end, which then moves on", async () => {
    show();
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("{ArrowUp}");
    expect(active()).toBe("Author 10");
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(active()).toBe("Author 11"));
  });

  it("come when the list is scrolled to its end", async () => {
    show();
    await userEvent.click(box());
    fireEvent.scroll(await screen.findByRole("listbox"));
    await waitFor(() => expect(labels()).toHaveLength(20));
  });

  it("are found by a full last page when the server gives no total", async () => {
    show({
      host: { listReferences: async (query) => ({ ...givenPage(authors, query, 10), total: undefined }) },
    });
    await userEvent.click(box());
    for (const count of [10, 20]) {
      await waitFor(() => expect(labels()).toHaveLength(count));
      await userEvent.click(screen.getByRole("button", { name: "picker.more" }));
    }
    await waitFor(() => expect(labels()).toHaveLength(23));
    expect(screen.queryByRole("button", { name: "picker.more" })).toBeNull();
  });

  it("are given up when the widget goes", async () => {
    const { host, unmount } = show();
    await userEvent.click(box());
    const more = await screen.findByRole("button", { name: "picker.more" });
    host.behave("references", "waits");
    await userEvent.click(more);
    unmount();
    await waitFor(() => expect(host.all("references").at(-1)?.signal?.aborted).toBe(true));
  });
});

describe("what nobody waits for any more", () => {
  it("is aborted: page 1 when the list closes, the chosen record when the widget goes; nothing is shown of it", async () => {
    const { host, unmount } = show({ value: "a1", behaves: { references: "waits" } });
    const aborted = (what: "references" | "reference") => host.all(what).map(({ signal }) => signal?.aborted);
    await userEvent.click(box());
    await waitFor(() => expect(aborted("references")).toEqual([false]));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(aborted("references")).toEqual([true]));
    expect(aborted("reference")).toEqual([false]);
    unmount();
    await waitFor(() => expect(aborted("reference")).toEqual([true]));
    expect(host.all("toast")).toEqual([]);
  });
});
