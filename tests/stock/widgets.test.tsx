import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { describe, expect, test } from "vitest";
import type { AnyWidget } from "../../src/plugin/widget.ts";
import choice from "../../src/stock/widgets/choice/index.tsx";
import choiceManifest from "../../src/stock/widgets/choice/plugin.json" with { type: "json" };
import date from "../../src/stock/widgets/date/index.tsx";
import dateManifest from "../../src/stock/widgets/date/plugin.json" with { type: "json" };
import dateTime from "../../src/stock/widgets/date-time/index.tsx";
import dateTimeManifest from "../../src/stock/widgets/date-time/plugin.json" with { type: "json" };
import number from "../../src/stock/widgets/number/index.tsx";
import numberManifest from "../../src/stock/widgets/number/plugin.json" with { type: "json" };
import password from "../../src/stock/widgets/password/index.tsx";
import passwordManifest from "../../src/stock/widgets/password/plugin.json" with { type: "json" };
import toggle from "../../src/stock/widgets/switch/index.tsx";
import toggleManifest from "../../src/stock/widgets/switch/plugin.json" with { type: "json" };
import text from "../../src/stock/widgets/text/index.tsx";
import textManifest from "../../src/stock/widgets/text/plugin.json" with { type: "json" };
import textarea from "../../src/stock/widgets/textarea/index.tsx";
import textareaManifest from "../../src/stock/widgets/textarea/plugin.json" with { type: "json" };

const person = userEvent.setup();
const input = () => screen.getByLabelText("Field", { selector: "input, textarea, select" });

const plugins: readonly [string, { readonly widget: AnyWidget }, object][] = [
  ["text", text, textManifest],
  ["textarea", textarea, textareaManifest],
  ["number", number, numberManifest],
  ["date", date, dateManifest],
  ["date-time", dateTime, dateTimeManifest],
  ["password", password, passwordManifest],
  ["switch", toggle, toggleManifest],
];

describe.each(plugins)("%s", (_, plugin, manifest) => {
  const show = (given: WidgetGiven<unknown, object> = {}) => renderWidget(plugin, manifest, given);

  test("is found by its label and said to be required, wrong and described", () => {
    show({ required: true, error: "Wrong" });
    expect(input().getAttribute("aria-invalid")).toBe("true");
    expect(input().getAttribute("aria-describedby")).toBe("form.field-hint form.field-error");
  });

  test("says when it was left", async () => {
    const { blurs } = show();
    await person.click(input());
    await person.tab();
    expect(blurs()).toBe(1);
  });

  test("cannot be changed while it is disabled or read-only", async () => {
    const { changes, set } = show({ disabled: true });
    await person.type(input(), "1");
    await person.click(input());
    set({ disabled: false, readOnly: true });
    await person.type(input(), "1");
    await person.click(input());
    expect(changes).toEqual([]);
  });

  test("shows a value of another kind and does not throw", () => {
    show({ value: 12 });
    show({ value: ["x"] });
    show({ value: undefined });
  });
});

describe("text", () => {
  test("says what was typed as it was typed, and null when it is cleared", async () => {
    const { changes } = renderWidget(text, textManifest);
    await person.type(input(), " a");
    expect(changes).toEqual([" ", " a"]);
    await person.clear(input());
    expect(changes.at(-1)).toBeNull();
  });

  test("offers a telephone's keys where its option says so", () => {
    renderWidget(text, textManifest, { options: { type: "tel", autocomplete: "tel" } });
    expect(input().getAttribute("type")).toBe("tel");
    expect(input().getAttribute("autocomplete")).toBe("tel");
  });
});

describe("number", () => {
  test("keeps what is typed and says the number that it stands for", async () => {
    const { changes } = renderWidget(number, numberManifest);
    await person.type(input(), "1.50");
    expect(input()).toHaveProperty("value", "1.50");
    expect(changes).toEqual([1, 1, 1.5, 1.5]);
    await person.clear(input());
    expect(changes.at(-1)).toBeNull();
  });

  test("what is no number stays and is said as it is, for validation to refuse", async () => {
    const { changes } = renderWidget(number, numberManifest);
    await person.type(input(), "12x");
    expect(input()).toHaveProperty("value", "12x");
    expect(changes.at(-1)).toBe("12x");
  });

  test("is read and written with the decimal sign of the locale; a thousand with a point is not taken for one and a bit", async () => {
    const { changes, change } = renderWidget(number, numberManifest, { locale: "de", value: 1234.5 });
    expect(input()).toHaveProperty("value", "1234,5");
    await person.clear(input());
    await person.type(input(), "3,5");
    expect(changes.at(-1)).toBe(3.5);
    expect(input()).toHaveProperty("value", "3,5");
    await person.clear(input());
    await person.type(input(), "1.234");
    expect(changes.at(-1)).toBe("1.234");
    change(0.25);
    expect(await screen.findByDisplayValue("0,25")).toBeTruthy();
  });

  test("follows a value that is changed elsewhere", async () => {
    const { change } = renderWidget(number, numberManifest, { value: 3 });
    await person.type(input(), ".");
    expect(input()).toHaveProperty("value", "3.");
    change(7);
    expect(await screen.findByDisplayValue("7")).toBeTruthy();
  });

  test("its unit is read with it", () => {
    renderWidget(number, numberManifest, { options: { unit: "kcal" } });
    const ids = input().getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(["kcal", "A hint"]);
  });
});

describe("date", () => {
  test("is a day, picked or typed", async () => {
    const { changes } = renderWidget(date, dateManifest);
    expect(input().getAttribute("type")).toBe("date");
    await person.type(input(), "2026-02-03");
    expect(changes.at(-1)).toBe("2026-02-03");
  });

  test("shows a value that is no day", () => {
    renderWidget(date, dateManifest, { value: "someday" });
    expect(input()).toHaveProperty("value", "someday");
  });
});

describe("switch", () => {
  test("is on or off", async () => {
    const { changes } = renderWidget(toggle, toggleManifest);
    expect(screen.getByRole("switch")).toHaveProperty("checked", false);
    await person.click(screen.getByRole("switch"));
    await person.keyboard(" ");
    expect(changes).toEqual([true, false]);
  });
});

describe("password", () => {
  test("is hidden until it is asked for, and never filled in by the browser", async () => {
    const { changes } = renderWidget(password, passwordManifest);
    await person.type(input(), "secret");
    expect(input().getAttribute("type")).toBe("password");
    expect(input().getAttribute("autocomplete")).toBe("new-password");
    await person.click(screen.getByRole("button", { name: "password.show" }));
    expect(input().getAttribute("type")).toBe("text");
    await person.click(screen.getByRole("button", { name: "password.hide" }));
    expect(input().getAttribute("type")).toBe("password");
    expect(changes.at(-1)).toBe("secret");
  });
});

describe("textarea", () => {
  test("keeps lines", async () => {
    const { changes } = renderWidget(textarea, textareaManifest);
    await person.type(input(), "a{Enter}b");
    expect(changes.at(-1)).toBe("a\nb");
  });
});

describe("choice", () => {
  const field: GivenField = { type: "string", enum: ["s", "m", "l"], labels: { s: "Small", l: "Large" } };
  const show = (given: WidgetGiven<string | number, { offer?: readonly string[] }> = {}) =>
    renderWidget(choice, choiceManifest, { field, ...given });

  test("a few that must be chosen from stand side by side", async () => {
    const { changes } = show({ required: true });
    expect(screen.getByRole("radiogroup", { name: "Field" })).toBeTruthy();
    expect(screen.getAllByRole("radio").map((one) => one.parentElement?.textContent)).toEqual([
      "Small",
      "m",
      "Large",
    ]);
    await person.click(screen.getByRole("radio", { name: "Large" }));
    await person.keyboard("{ArrowUp}");
    expect(changes).toEqual(["l", "m"]);
  });

  test("one that may be left out is a list, and can be taken back", async () => {
    const { changes } = show({ value: "s", placeholder: "Any" });
    expect(input()).toHaveProperty("value", "0");
    await person.selectOptions(input(), "Large");
    await person.selectOptions(input(), "Any");
    expect(changes).toEqual(["l", null]);
  });

  test("many are a list, and numbers stay numbers", async () => {
    const { changes } = show({ required: true, field: { type: "integer", enum: [1, 2, 3, 4, 5] } });
    await person.selectOptions(input(), "4");
    expect(changes).toEqual([4]);
  });

  test("a value that is not offered can be gone back to as long as the form is open", async () => {
    const { changes } = show({ required: true, value: "l", options: { offer: ["s", "m"] } });
    await person.click(screen.getByRole("radio", { name: "Small" }));
    await person.click(screen.getByRole("radio", { name: "Large" }));
    expect(changes).toEqual(["s", "l"]);
  });

  test("offers what its option says, and the value that stands there all the same", () => {
    show({ required: true, value: "l", options: { offer: ["s", "m"] } });
    expect(screen.getAllByRole("radio").map((one) => one.parentElement?.textContent)).toEqual([
      "Small",
      "m",
      "Large",
    ]);
    expect(screen.getByRole("radio", { name: "Large" })).toHaveProperty("checked", true);
    cleanup();
    show({ required: true, value: "s", options: { offer: ["s", "m"] } });
    expect(screen.getAllByRole("radio")).toHaveLength(2);
  });

  test("cannot be changed while it is disabled, wrong or not", async () => {
    const { changes } = show({ required: true, disabled: true, error: "Wrong" });
    await person.click(screen.getByRole("radio", { name: "Large" }));
    expect(changes).toEqual([]);
    expect(screen.getByRole("radiogroup").getAttribute("aria-invalid")).toBe("true");
  });

  test("says when the whole group was left, not at each of its buttons", async () => {
    const { blurs } = show({ required: true, value: "s" });
    await person.tab();
    await person.keyboard("{ArrowRight}");
    expect(blurs()).toBe(0);
    await person.tab();
    expect(blurs()).toBe(1);
  });
});
