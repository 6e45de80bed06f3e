import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { describe, expect, it } from "vitest";
import { box, keepQuiet, labels, library, page, record, show } from "./authors-field.tsx";

keepQuiet();

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
