import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { describe, expect, it } from "vitest";
import { box, keepQuiet, labels, show } from "./authors-field.tsx";

keepQuiet();

describe("failures", () => {
  const fails = { fails: "no answer" };

  it.each([
    ["of page 1", "", 1, 'form.optionsFailed {"reason":"no answer"}'],
    ["of a search", "Author 2", 1, 'picker.searchFailed {"reason":"no answer"}'],
    ["of a further page", "", 2, 'picker.moreFailed {"reason":"no answer"}'],
  ])(
    "%s: one toast says why, the list that it is not there; another try repairs it",
    async (_, search, wrong, sentence) => {
      const isFirst = search === "" && wrong === 1;
      const { host } = show({ behaves: { references: isFirst ? fails : "answers" } });
      await userEvent.click(box());
      if (!isFirst) await screen.findByRole("button", { name: "picker.more" });
      host.behave("references", fails);
      if (search !== "") await userEvent.keyboard(search);
      if (wrong === 2) await userEvent.click(screen.getByRole("button", { name: "picker.more" }));
      await screen.findAllByText("picker.unavailable");
      expect(host.all("toast")).toEqual([{ what: "toast", kind: "error", text: sentence }]);
      host.behave("references", "answers");
      await userEvent.click(screen.getByRole("button", { name: "picker.retry" }));
      await waitFor(() => expect(labels().length).toBe(search === "" ? wrong * 10 : 5));
      expect(screen.queryAllByText("picker.unavailable")).toEqual([]);
    },
  );

  it("of the chosen record: shown at the field, the value kept, and tried again", async () => {
    const { host, changes } = show({ behaves: { references: fails }, value: "a1" });
    const note = await screen.findByText(/picker.unavailable/);
    expect(box().getAttribute("aria-describedby")).toBe(`form.field-hint ${note.id}`);
    expect(host.all("toast").map(({ kind, text }) => [kind, text])).toEqual([
      ["error", 'picker.chosenFailed {"reason":"no answer"}'],
    ]);
    host.behave("references", "answers");
    await userEvent.click(screen.getByRole("button", { name: "picker.retry" }));
    await waitFor(() => expect(box().value).toBe("Author 1"));
    expect(changes).toEqual([]);
  });

  it("a deleted record is shown as such and stays the value", async () => {
    const { changes } = show({ value: "gone" });
    await waitFor(() => expect(box().value).toBe("picker.gone"));
    expect(changes).toEqual([]);
  });
});
