import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OptionFault } from "admin";
import { describe, expect, it } from "vitest";
import { keepQuiet, pickers, show, texts, three } from "./books-field.tsx";

keepQuiet();

describe("errors of the form", () => {
  it("stand at their slot, whose picker has the id that the form looks for", () => {
    show({
      value: [{ book: "b1" }, { book: null }],
      errors: [{ path: "/1/book", message: "Choose a book" }],
    });
    const second = screen.getByRole("combobox", { name: "Field 2" });
    expect(second.id).toBe("form.field.1.book");
    expect(second.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(second.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Choose a book",
    );
    const first = screen.getByRole("combobox", { name: "Field 1" });
    expect(first.getAttribute("aria-invalid")).toBeNull();
  });

  it("of slot 1 are not those of slot 10", () => {
    const value = Array.from({ length: 11 }, () => ({ book: null }));
    show({ value, errors: [{ path: "/10/book", message: "Choose a book" }] });
    const slots = screen.getAllByRole("listitem");
    expect(slots.filter((slot) => within(slot).queryByText("Choose a book") !== null)).toEqual([slots[10]]);
  });

  it("the list itself is named, described and takes the focus", () => {
    show();
    const group = screen.getByRole("group", { name: "Field" });
    expect(group.id).toBe("form.field");
    expect(group.getAttribute("aria-describedby")).toBe("form.field-hint");
    group.focus();
    expect(document.activeElement).toBe(group);
  });

  it("reports that the list was left, not that a slot was", async () => {
    const { blurs } = show({ value: three });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(screen.getByRole("combobox", { name: "Field 2" }));
    expect(blurs()).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect(blurs()).toBe(1);
  });
});

describe("odd values and states", () => {
  it.each([["text"], [7], [{ book: "b1" }], [true]])("%j is no list: no slots", (value) => {
    show({ value });
    expect(pickers()).toEqual([]);
  });

  it("items that are no objects are empty slots, what is no id is a deleted record", async () => {
    const value = [null, "b1", { book: 7 }, { book: { _id: "b1" } }, { book: "gone" }];
    const { changes } = show({ value });
    await waitFor(() => expect(texts()).toEqual(["", "", "picker.gone", "picker.gone", "picker.gone"]));
    expect(changes).toEqual([]);
  });

  it.each([{ disabled: true }, { readOnly: true }])("offers nothing to change while %j", async (state) => {
    show({ value: three, ...state });
    await waitFor(() => expect(texts()[0]).toBe("Emma"));
    expect(screen.queryAllByRole("button").map((one) => one.textContent)).toEqual(["elsewhere"]);
  });

  it("blames the config where the items hold no reference", () => {
    const note = { type: "object", properties: { note: { type: "string" } } } as const;
    expect(() => show({ field: { type: "array", items: note } })).toThrow(OptionFault);
  });

  it("follows a value changed from outside", async () => {
    const { change } = show({ value: three });
    change([{ book: "b3" }]);
    await waitFor(() => expect(texts()).toEqual(["Persuasion"]));
  });
});
