import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { OptionFault } from "admin";
import { describe, expect, it } from "vitest";
import { active, box, field, keepQuiet, labels, queries, show } from "./authors-field.tsx";

keepQuiet();

describe("opening", () => {
  it("asks for nothing before it is opened, then for page 1", async () => {
    const { host } = show();
    expect(host.asked).toEqual([]);
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(labels()).toHaveLength(10);
    expect(queries(host)).toEqual([{ entity: "authors", search: "", page: 1 }]);
  });

  it("asks in the order its options name", async () => {
    const { host } = show({ options: { sortField: "name", sortOrder: "desc" } });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 23" });
    expect(queries(host)[0]).toMatchObject({ sortField: "name", sortOrder: "desc" });
  });

  it("shows the chosen record though it stands on no loaded page", async () => {
    const { host } = show({ value: "a23" });
    await waitFor(() => expect(box().value).toBe("Author 23"));
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(box().value).toBe("Author 23");
    expect(host.all("reference").map(({ id }) => id)).toEqual(["a23"]);
  });

  it("stays closed while it is disabled or read-only, and offers no clearing", async () => {
    const { host, set } = show({ value: "a1", disabled: true });
    await waitFor(() => expect(box().value).toBe("Author 1"));
    await userEvent.click(box());
    set({ disabled: false, readOnly: true });
    await userEvent.click(box());
    await userEvent.keyboard("{ArrowDown}x");
    expect(box().getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("button", { name: /picker.clear/ })).toBeNull();
    expect(queries(host)).toEqual([]);
  });
});

describe("choosing", () => {
  it("by pointer: gives the id, shows the label, closes", async () => {
    const { changes } = show();
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole("option", { name: "Author 2" }));
    expect(changes).toEqual(["a2"]);
    expect(box().value).toBe("Author 2");
    expect(labels()).toEqual([]);
    expect(document.activeElement).toBe(box());
  });

  it("by keyboard alone", async () => {
    const { changes } = show();
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await screen.findByRole("option", { name: "Author 1" });
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(active()).toBe("Author 2");
    await userEvent.keyboard("{Enter}");
    expect(changes).toEqual(["a2"]);
  });

  it("Enter in the open list does not submit the form around it", async () => {
    show();
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 1" });
    expect(fireEvent.keyDown(box(), { key: "Enter" })).toBe(false);
  });

  it("Escape and leaving put back what was chosen", async () => {
    const { changes, blurs } = show({ value: "a1" });
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
    const { changes, change, set } = show({ value: "a1" });
    await userEvent.click(screen.getByRole("button", { name: 'picker.clear {"label":"Field"}' }));
    expect(changes).toEqual([null]);
    expect(box().value).toBe("");
    change("a1");
    set({ required: true });
    expect(screen.queryByRole("button", { name: /picker.clear/ })).toBeNull();
  });

  it("a tree never offers the record itself", async () => {
    show({ recordId: "a3", field: { ...field, reference: { ...field.reference, tree: true } } });
    await userEvent.click(box());
    await screen.findByRole("option", { name: "Author 2" });
    expect(labels()).not.toContain("Author 3");
    expect(labels()).toHaveLength(9);
  });
});

describe("odd values and rules", () => {
  it.each([[7], [true], [["a1"]], [{ _id: "a1" }], ["__proto__"], ["constructor"]])(
    "shows %j without throwing",
    async (value) => {
      show({ value });
      await waitFor(() => expect(box().value).toBe("picker.gone"));
    },
  );

  it("blames the config where the field names no entity", () => {
    expect(() => show({ field: { type: "string" } })).toThrow(OptionFault);
  });

  it("names what it describes and whether it is wrong", () => {
    show({ error: "Choose one", required: true, placeholder: "None" });
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(box().getAttribute("aria-required")).toBe("true");
    expect(box().getAttribute("aria-describedby")).toBe("form.field-hint form.field-error");
    expect(box().placeholder).toBe("None");
  });

  it("follows a value changed from outside", async () => {
    const { change } = show({ value: "a1" });
    await waitFor(() => expect(box().value).toBe("Author 1"));
    change("a2");
    await waitFor(() => expect(box().value).toBe("Author 2"));
  });
});
