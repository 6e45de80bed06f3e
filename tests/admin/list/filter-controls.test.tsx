import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import shop from "../../../config/messages.json";
import { asChoice } from "../../../src/admin/list/filter/filter-controls.tsx";
import { FilterGroup } from "../../../src/admin/list/filter/filter-group.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import type { ListFilter } from "../../../src/model/list/list-filter.ts";
import type { ListFilterCondition, ListFilterQuery } from "../../../src/wire/list-filter-query.ts";

afterEach(() => void vi.useRealTimers());

const condition = (op: ListFilterCondition["op"], value: ListFilterCondition["value"]) => ({
  field: "f",
  op,
  value,
});

function show(
  filter: Partial<ListFilter>,
  conditions: ListFilterQuery = [],
  { timeZone = "UTC", locale = "en-GB" } = {},
) {
  const change = vi.fn();
  const spoken = { say: makeSay(shop.en), language: "en", locale, timeZone };
  const whole: ListFilter = { field: "f", label: "Field", kind: "text", mayBeEmpty: false, ...filter };
  const group = (now: ListFilterQuery) => (
    <FilterGroup filter={whole} conditions={now} change={change} {...spoken} />
  );
  const { rerender } = render(group(conditions));
  return { change, person: userEvent.setup(), again: (now: ListFilterQuery) => rerender(group(now)) };
}
const radios = () => screen.queryAllByRole<HTMLInputElement>("radio");
const checked = () =>
  radios()
    .find((one) => one.checked)
    ?.closest("label")?.textContent;

describe("whether there shall be a value", () => {
  it("is asked where it may be missing, or where nothing else is asked", () => {
    show({ mayBeEmpty: true });
    expect(screen.getByRole("radiogroup").getAttribute("aria-label")).toBe(shop.en["filter.emptyOrNot"]);
    expect([radios().length, checked()]).toEqual([3, asChoice(shop.en["filter.any"], "en")]);
  });

  it("is all that is asked of what is filled in or not", async () => {
    const { change, person } = show({ kind: "filled" }, [condition("empty", false)]);
    expect(screen.getByRole("radiogroup").getAttribute("aria-label")).toBeNull();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(checked()).toBe(asChoice(shop.en["filter.filled"], "en"));
    for (const one of radios()) if (!one.checked) await person.click(one);
    expect(change.mock.calls.map(([conditions]) => conditions)).toEqual([[], [condition("empty", true)]]);
  });

  it("stays asked beside a value, but for emptiness, which takes the value's place", async () => {
    const value = condition("eq", "x");
    const { change, person } = show({ mayBeEmpty: true }, [value, condition("empty", false)]);
    const [any, , empty] = radios();
    await person.click(any as HTMLElement);
    expect(change.mock.lastCall?.[0]).toEqual([value]);
    await person.click(empty as HTMLElement);
    expect(change.mock.lastCall?.[0]).toEqual([condition("empty", true)]);
    const box = screen.getByRole("textbox");
    fireEvent.change(box, { target: { value: " y " } });
    fireEvent.blur(box);
    expect(change.mock.lastCall).toEqual([[condition("eq", "y"), condition("empty", false)], "f"]);
  });
});

describe("a text", () => {
  it("is asked for without the blanks around it, and not at all where there are only blanks", () => {
    const { change } = show({}, [condition("in", ["a", "b"])]);
    const box = screen.getByRole<HTMLInputElement>("textbox", { name: "Field" });
    expect([box.value, box.autocomplete]).toEqual(["a, b", "off"]);
    fireEvent.change(box, { target: { value: "  " } });
    fireEvent.keyDown(box, { key: "x" });
    expect(change).not.toHaveBeenCalled();
    fireEvent.keyDown(box, { key: "Enter" });
    expect(change.mock.calls).toEqual([[[], "f"]]);
    // Nothing more is to be taken.
    fireEvent.blur(box);
    expect(change).toHaveBeenCalledTimes(1);
  });

  it("is taken after a pause, and shows what the filter has once that is something else", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { change, again } = show({});
    const box = screen.getByRole<HTMLInputElement>("textbox");
    fireEvent.change(box, { target: { value: "a" } });
    vi.advanceTimersByTime(399);
    fireEvent.change(box, { target: { value: "ab" } });
    vi.advanceTimersByTime(399);
    expect(change).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(change.mock.calls).toEqual([[[condition("eq", "ab")], "f"]]);
    fireEvent.change(box, { target: { value: "abc" } });
    again([condition("eq", "ab")]);
    // What is being typed stays.
    expect(box.value).toBe("abc");
    fireEvent.blur(box);
    again([condition("eq", "z")]);
    expect(box.value).toBe("z");
  });
});

/** What each of the two boxes is described by; it is wrong where there is such a thing. */
const boundErrors = () =>
  [shop.en["filter.fromName"], shop.en["filter.toName"]].map((name) => {
    const box = screen.getByLabelText(name);
    const described = box.getAttribute("aria-describedby");
    expect(box.getAttribute("aria-invalid")).toBe(described === null ? null : "true");
    return described;
  });

describe("a number", () => {
  const typed = (text: string, name: "filter.fromName" | "filter.toName" = "filter.fromName") => {
    const box = screen.getByRole<HTMLInputElement>("textbox", { name: shop.en[name] });
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    return box.getAttribute("aria-invalid");
  };

  it.each([
    ["7", 7],
    [" -7.5 ", -7.5],
    ["1,234,567.25", 1_234_567.25],
    ["3.", 3],
    ["0", 0],
    ["１２", 12],
  ])("is read as people write it: %s", (text, value) => {
    const { change } = show({ kind: "number" });
    expect(typed(text)).toBeNull();
    expect(change.mock.calls).toEqual([[[condition("gte", value)], "f from"]]);
  });

  it.each(["1,5", "12,34", "1,2345", "1.2.3", "e5", "--1", ".", "Infinity"])("is none as %s", (text) => {
    const { change } = show({ kind: "number" });
    expect(typed(text)).toBe("true");
    expect(change).not.toHaveBeenCalled();
  });

  it("has the decimal sign of the locale", () => {
    const { change } = show({ kind: "number" }, [condition("lte", 9.5)], { locale: "de" });
    expect(screen.getByDisplayValue("9,5")).toBeTruthy();
    expect(typed("1.234")).toBe("true");
    expect(change).not.toHaveBeenCalled();
    expect(typed("1,234")).toBeNull();
    expect(change.mock.calls).toEqual([[[condition("gte", 1.234), condition("lte", 9.5)], "f from"]]);
  });

  it("that is none is said below its box alone, until it is one", () => {
    show({ kind: "number" });
    typed("1,5", "filter.toName");
    const error = screen.getByRole("alert");
    expect(error.textContent).toBe(shop.en["filter.noNumber"]);
    expect(boundErrors()).toEqual([null, error.id]);
    typed("1.5", "filter.toName");
    expect([screen.queryByRole("alert"), ...boundErrors()]).toEqual([null, null, null]);
  });

  it("that is the greater one but stands first is said at both boxes", () => {
    const { again } = show({ kind: "number" }, [condition("gte", 6), condition("lte", 5)]);
    const error = screen.getByRole("alert");
    expect(error.textContent).toBe(shop.en["filter.reversed"]);
    expect(boundErrors()).toEqual([error.id, error.id]);
    again([condition("gte", 5), condition("lte", 6)]);
    expect([screen.queryByRole("alert"), ...boundErrors()]).toEqual([null, null, null]);
    again([condition("eq", 5)]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is a bound beside the other one; both alike are one value, and a blank is none", () => {
    const { change } = show({ kind: "number" }, [condition("gte", 2), condition("lte", 5)]);
    const boxes = screen.getAllByRole<HTMLInputElement>("textbox");
    expect(boxes.map(({ value, inputMode }) => [value, inputMode])).toEqual([
      ["2", "decimal"],
      ["5", "decimal"],
    ]);
    typed("2", "filter.toName");
    expect(change.mock.lastCall).toEqual([[condition("eq", 2)], "f to"]);
    typed("", "filter.toName");
    expect(change.mock.lastCall).toEqual([[condition("gte", 2)], "f to"]);
    typed("", "filter.fromName");
    expect(change.mock.lastCall).toEqual([[condition("lte", 5)], "f from"]);
  });

  it("of which several are asked for are said beside the boxes", () => {
    show({ kind: "number" }, [condition("in", [1, 2])]);
    expect(screen.getByText("1, 2").tagName).toBe("P");
    expect(screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value)).toEqual(["", ""]);
  });
});

describe("a choice", () => {
  it("of several is asked for in the order in which they are offered", async () => {
    const values = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
    const { change, person } = show({ kind: "choice", values }, [condition("in", ["c", "b"])]);
    expect(screen.getAllByRole<HTMLInputElement>("checkbox").map((one) => one.checked)).toEqual([
      false,
      true,
      true,
    ]);
    await person.click(screen.getByRole("checkbox", { name: "A" }));
    expect(change.mock.lastCall?.[0]).toEqual([condition("in", ["a", "b", "c"])]);
    await person.click(screen.getByRole("checkbox", { name: "B" }));
    expect(change.mock.lastCall?.[0]).toEqual([condition("eq", "c")]);
  });

  it("of yes and no may be any", async () => {
    const { change, person } = show({ kind: "boolean" }, [condition("eq", false)]);
    expect(checked()).toBe(asChoice(shop.en["filter.no"], "en"));
    const [any, yes] = radios();
    await person.click(any as HTMLElement);
    await person.click(yes as HTMLElement);
    expect(change.mock.calls.map(([conditions]) => conditions)).toEqual([[], [condition("eq", true)]]);
  });

  it("begins with a capital, whatever it is", () => {
    expect([asChoice("yes", "en"), asChoice("", "en"), asChoice("ijs", "tr")]).toEqual(["Yes", "", "İjs"]);
  });
});

describe("days", () => {
  const at = (now: string) => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  const options = () => screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
  const choose = (label: string) =>
    fireEvent.change(screen.getByRole("combobox"), { target: { value: label } });

  it.each([
    ["2026-01-31T12:00:00Z", "2026-01-01", "2026-01-31"],
    ["2026-02-01T12:00:00Z", "2026-02-01", "2026-02-28"],
    ["2028-02-10T12:00:00Z", "2028-02-01", "2028-02-29"],
    ["2026-12-31T12:00:00Z", "2026-12-01", "2026-12-31"],
  ])("of this month are spelled out: %s", (now, first, last) => {
    at(now);
    const { change } = show({ kind: "date" });
    choose(shop.en["filter.thisMonth"]);
    expect(change.mock.lastCall?.[0]).toEqual([condition("gte", first), condition("lte", last)]);
  });

  it("are chosen from what people ask for most, the coming ones too; others are called so", () => {
    at("2026-03-10T12:00:00Z");
    const { change, again } = show({ kind: "date" });
    expect(options()).toEqual([
      shop.en["filter.any"],
      shop.en["filter.today"],
      ...[7, 30].map((count) => shop.en["filter.lastDays"].replace("{count}", String(count))),
      shop.en["filter.thisMonth"],
      shop.en["filter.nextDays"].replace("{count}", "7"),
    ]);
    const [, today = "", , last30 = "", , next = ""] = options();
    choose(today);
    expect(change.mock.lastCall?.[0]).toEqual([condition("eq", { today: 0 })]);
    choose(last30);
    expect(change.mock.lastCall?.[0]).toEqual([
      condition("gte", { today: -29 }),
      condition("lte", { today: 0 }),
    ]);
    choose(next);
    const coming = [condition("gte", { today: 0 }), condition("lte", { today: 6 })];
    expect(change.mock.lastCall?.[0]).toEqual(coming);
    again(coming);
    const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Field" });
    expect([select.value, options().length]).toEqual([next, 6]);
    const days = () =>
      ["filter.fromName", "filter.toName"].map((name) => {
        const box = screen.getByLabelText<HTMLInputElement>(shop.en[name as "filter.toName"]);
        return [box.value, box.type, box.max];
      });
    expect(days()).toEqual([
      ["2026-03-10", "date", "9999-12-31"],
      ["2026-03-16", "date", "9999-12-31"],
    ]);
    again([condition("gte", "2026-03-01")]);
    expect([select.value, options().at(-1), days()[0]?.[0], days()[1]?.[0]]).toEqual([
      "?",
      "?",
      "2026-03-01",
      "",
    ]);
    choose("?");
    expect(change.mock.lastCall?.[0]).toEqual([condition("gte", "2026-03-01")]);
  });

  it("are those of the business, also where a moment is asked for; an end that is emptied is none", () => {
    at("2026-03-10T20:00:00Z");
    const { change } = show(
      { kind: "date" },
      [condition("gte", { today: 0 }), condition("lte", "2026-03-12T20:00:00Z")],
      { timeZone: "Asia/Taipei" },
    );
    const [from, to] = ["filter.fromName", "filter.toName"].map((name) =>
      screen.getByLabelText<HTMLInputElement>(shop.en[name as "filter.toName"]),
    );
    expect([from?.value, to?.value]).toEqual(["2026-03-11", "2026-03-13"]);
    fireEvent.change(to as HTMLElement, { target: { value: "" } });
    fireEvent.blur(to as HTMLElement);
    expect(change.mock.lastCall).toEqual([[condition("gte", "2026-03-11")], "f to"]);
  });
});
