import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { button, field, images, keepQuiet, pickers, show, texts, three } from "./books-field.tsx";

keepQuiet();

describe("slots", () => {
  it("show each record by its label and its picture, small where it is ours", async () => {
    show({ value: three });
    await waitFor(() => expect(texts()).toEqual(["Emma", "Middlemarch", "Persuasion"]));
    expect(images()).toEqual(["/api/images/small/emma.jpg", "https://elsewhere/m.jpg"]);
    expect(screen.getAllByText("No picture")).toHaveLength(1);
  });

  it("show no pictures unless the option names the field", async () => {
    show({ value: three, options: {} });
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
    const { changes, host } = show({ value: [{ book: null }] });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(await screen.findByRole("option", { name: "Middlemarch" }));
    expect(host.all("references")[0]?.query).toMatchObject({
      entity: "books",
      page: 1,
      sortField: "title",
      sortOrder: "asc",
    });
    expect(changes).toEqual([[{ book: "b2" }]]);
    expect(images()).toEqual(["https://elsewhere/m.jpg"]);
  });

  it("keep what else an item holds", async () => {
    const { changes } = show({ value: [{ note: "first", book: null }] });
    await userEvent.click(pickers()[0] ?? document.body);
    await userEvent.click(await screen.findByRole("option", { name: "Emma" }));
    expect(changes).toEqual([[{ note: "first", book: "b1" }]]);
  });

  it("are no more than maxItems: the button is off and shows why", async () => {
    const { changes } = show({ value: three });
    expect(button("Add").disabled).toBe(true);
    const why = screen.getByText("At most 3 books");
    expect(button("Add").getAttribute("aria-describedby")).toBe(why.id);
    await userEvent.click(button("Delete Field 2"));
    expect(changes).toEqual([[{ book: "b1" }, { book: "b3" }]]);
    expect(button("Add").disabled).toBe(false);
    expect(screen.queryByText("At most 3 books")).toBeNull();
  });

  it("the focus stays in the list when a slot is deleted", async () => {
    show({ value: [{ book: "b1" }, { book: "b2" }] });
    await userEvent.click(button("Delete Field 1"));
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Field 1" }));
    await userEvent.click(button("Delete Field 1"));
    expect(document.activeElement).toBe(button("Add"));
  });

  it("move by keyboard, keeping the focus on what moved", async () => {
    const { changes } = show({ value: three });
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

describe("slots among others", () => {
  it("deleted, let the next one have the focus; the last one, the one before", async () => {
    show({ value: three });
    await userEvent.click(button("Delete Field 2"));
    await waitFor(() => expect(texts()).toEqual(["Emma", "Persuasion"]));
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Field 2" }));
    await userEvent.click(button("Delete Field 2"));
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Field 1" }));
  });

  it("move up too, and stay the elements that they are", async () => {
    const { changes } = show({ value: three });
    const item = () => screen.getAllByRole("listitem");
    const [first, second, third] = item();
    await userEvent.click(button("Move Field 3 up"));
    expect(changes).toEqual([[{ book: "b1" }, { book: "b3" }, { book: "b2" }]]);
    expect(item()).toEqual([first, third, second]);
    expect(document.activeElement).toBe(button("Move Field 2 up"));
    await userEvent.click(button("Move Field 2 up"));
    expect(document.activeElement).toBe(button("Move Field 1 down"));
    await userEvent.click(button("Delete Field 2"));
    expect(item()).toEqual([third, second]);
  });

  it("may be as many as one likes where nothing limits them", async () => {
    const { maxItems: _, ...free } = field;
    show({ value: [...three, { book: null }], field: free });
    expect(button("Add").disabled).toBe(false);
    await userEvent.click(button("Add"));
    expect(pickers()).toHaveLength(5);
    expect(button("Add").hasAttribute("aria-describedby")).toBe(false);
  });

  it("of records that are named by their _id are offered in the server's order", async () => {
    const items = {
      type: "object",
      properties: { book: { type: "string", reference: { entity: "books", label: "_id" } } },
    } as const;
    const { host } = show({ value: [{ book: null }], field: { ...field, items } });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 1" }));
    await screen.findByRole("option", { name: "b2" });
    expect(host.all("references")[0]?.query).not.toHaveProperty("sortField");
  });

  it("have titles on their buttons, and the picture of a list is its first", async () => {
    const books = [{ _id: "b1", title: "Emma", cover: [{ imgUrl: "/1.png" }, { imgUrl: "/2.png" }] }];
    show({ value: [{ book: "b1" }], references: { books } });
    await waitFor(() => expect(images()).toEqual(["/1.png"]));
    const named = ["Move Field 1 up", "Move Field 1 down", "Delete Field 1"];
    expect(named.map((name) => button(name).title)).toEqual(named);
    expect(document.querySelector("img")?.alt).toBe("");
    // Any other would submit the form.
    expect(document.querySelectorAll("button:not([type=button])")).toHaveLength(0);
  });
});

describe("the same record twice", () => {
  async function chooseEmmaTwice(uniqueBy: string) {
    const shown = show({ value: [{ book: "b1" }, { book: "b2" }], field: { ...field, uniqueBy } });
    await userEvent.click(screen.getByRole("combobox", { name: "Field 2" }));
    await userEvent.click(await screen.findByRole("option", { name: "Emma" }));
    return shown;
  }

  it("is refused with its sentence, and the slot is cleared", async () => {
    const { changes, host } = await chooseEmmaTwice("book");
    expect(changes).toEqual([[{ book: "b1" }, { book: null }]]);
    expect(host.all("toast")).toEqual([]);
    const second = screen.getByRole("combobox", { name: "Field 2" });
    expect(second.getAttribute("aria-invalid")).toBe("true");
    const note = document.getElementById(second.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("Not the same book twice");
    await userEvent.click(second);
    await userEvent.click(await screen.findByRole("option", { name: "Persuasion" }));
    expect(screen.queryByText("Not the same book twice")).toBeNull();
  });

  it("says all there is to say of the emptied slot: that it is empty is not said as well", async () => {
    const { set } = await chooseEmmaTwice("book");
    const saidAt = (number: number) => {
      const described = screen
        .getByRole("combobox", { name: `Field ${number}` })
        .getAttribute("aria-describedby");
      return [...document.querySelectorAll(`[id="${described}"] p`)].map(({ textContent }) => textContent);
    };
    const errors = [
      { path: "/0/book", message: "Gone" },
      { path: "/1/book", message: "Choose a book" },
      { path: "/1/note", message: "Write a note" },
    ];
    set({ errors });
    expect([saidAt(1), saidAt(2)]).toEqual([["Gone"], ["Not the same book twice", "Write a note"]]);
    await userEvent.click(button("Add"));
    set({ errors });
    expect([saidAt(1), saidAt(2)]).toEqual([["Gone"], ["Choose a book", "Write a note"]]);
  });

  it("is forgotten with the slot, and a cleared slot is no such record", async () => {
    const { changes } = await chooseEmmaTwice("book");
    await userEvent.click(button("Add"));
    expect(screen.queryByText("Not the same book twice")).toBeNull();
    expect(changes.at(-1)).toEqual([{ book: "b1" }, { book: null }, { book: null }]);
  });

  it("is allowed where the field has no such rule", async () => {
    const { changes, host } = await chooseEmmaTwice("note");
    expect(changes).toEqual([[{ book: "b1" }, { book: "b1" }]]);
    expect(host.all("toast")).toEqual([]);
  });
});
