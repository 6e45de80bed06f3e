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
/** The named attributes of the input; null for one that it has not. */
const attributes = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, input().getAttribute(name)]));

const plain: readonly [string, { readonly widget: AnyWidget }, object][] = [
  ["text", text, textManifest],
  ["textarea", textarea, textareaManifest],
  ["number", number, numberManifest],
  ["date", date, dateManifest],
  ["date-time", dateTime, dateTimeManifest],
  ["password", password, passwordManifest],
];

describe.each(plain)("the input of %s", (_, plugin, manifest) => {
  const show = (given: WidgetGiven<unknown, object> = {}) =>
    renderWidget(plugin, manifest, { path: "inside.field", ...given });

  test("is named by its path and says what the form says of the field", () => {
    const { set } = show({ required: true, placeholder: "As on the card" });
    const names = ["name", "placeholder", "aria-required", "aria-invalid", "disabled", "readonly"];
    const open = {
      name: "inside.field",
      placeholder: "As on the card",
      "aria-required": "true",
      "aria-invalid": "false",
      disabled: null,
      readonly: null,
    };
    expect(attributes(...names)).toEqual(open);
    set({ disabled: true });
    expect(attributes(...names)).toEqual({ ...open, disabled: "" });
    set({ disabled: false, readOnly: true });
    expect(attributes(...names)).toMatchObject({ disabled: null, readonly: "" });
  });

  test("that is emptied has no value", async () => {
    const { changes } = show({ value: manifest === numberManifest ? 5 : "2026-02-03" });
    await person.clear(input());
    expect(changes).toEqual([null]);
  });
});

test.each([
  ["text", "text"],
  ["tel", "tel"],
  ["email", "text"],
  ["url", "text"],
] as const)(
  "a text of the kind %s is typed on its own keyboard, and checked by the form alone",
  (type, shown) => {
    renderWidget(text, textManifest, { options: { type } });
    expect(attributes("type", "inputmode")).toEqual({ type: shown, inputmode: type });
  },
);

test("the browser fills in what the options name, and nothing without", () => {
  renderWidget(text, textManifest);
  expect(attributes("autocomplete")).toEqual({ autocomplete: "off" });
  cleanup();
  renderWidget(number, numberManifest);
  expect(attributes("autocomplete")).toEqual({ autocomplete: "off" });
  cleanup();
  renderWidget(password, passwordManifest, { options: { autocomplete: "current-password" } });
  expect(attributes("autocomplete", "spellcheck")).toEqual({
    autocomplete: "current-password",
    spellcheck: "false",
  });
});

test("a textarea has the lines of its option, also where the browser lets it grow", () => {
  renderWidget(textarea, textareaManifest, { options: { rows: 7 } });
  expect(attributes("rows", "class")).toMatchObject({
    rows: "7",
    class: expect.stringContaining("textarea"),
  });
  expect(input().style.minHeight).toContain("7lh");
});

test.each([
  [{ type: "integer", minimum: 0 }, "numeric"],
  [{ type: "integer", minimum: 5 }, "numeric"],
  // Keys for digits alone have no minus.
  [{ type: "integer", minimum: -1 }, "decimal"],
  [{ type: "integer" }, "decimal"],
  [{ type: "number", minimum: 0 }, "decimal"],
] satisfies [GivenField, string][])("a number of %o is typed on the keys %s", (field, keys) => {
  renderWidget(number, numberManifest, { field });
  expect(attributes("type", "inputmode")).toEqual({ type: "text", inputmode: keys });
});

test("a number without a unit is described by the form alone", () => {
  const { container } = renderWidget(number, numberManifest, { value: 3 });
  expect(attributes("aria-describedby")).toEqual({ "aria-describedby": "form.field-hint" });
  expect(container.querySelector(".number-unit")).toBeNull();
  cleanup();
  renderWidget(number, numberManifest, { field: { type: "number", description: "" } });
  expect(attributes("aria-describedby")).toEqual({ "aria-describedby": null });
});

test("a number that is typed over another value shows what was typed, not what had been typed for that", async () => {
  const { change } = renderWidget(number, numberManifest, { value: 0 });
  expect(input()).toHaveProperty("value", "0");
  await person.clear(input());
  await person.type(input(), "1.0");
  change(null);
  expect(input()).toHaveProperty("value", "");
  change(1);
  expect(input()).toHaveProperty("value", "1.0");
});

test("a day is picked up to the year 9999, whose digits an input shows; what is no day is a text", () => {
  const { change } = renderWidget(date, dateManifest);
  expect(attributes("type", "max")).toEqual({ type: "date", max: "9999-12-31" });
  change("2026-02-03");
  expect(attributes("type")).toEqual({ type: "date" });
  change("2026-02-03T10:00");
  expect(attributes("type")).toEqual({ type: "text" });
});

test("a switch is said to be on or off, required or not, and is locked with its field", () => {
  const { set, change } = renderWidget(toggle, toggleManifest, { path: "inside.on", value: true });
  const names = ["name", "type", "aria-checked", "aria-invalid", "aria-describedby", "disabled"];
  const on = { name: "inside.on", type: "checkbox", "aria-checked": "true", "aria-invalid": "false" };
  const open = { ...on, "aria-describedby": "form.inside.on-hint", disabled: null };
  expect(attributes(...names)).toEqual(open);
  set({ readOnly: true });
  expect(attributes(...names)).toEqual({ ...open, disabled: "" });
  change("yes");
  expect(attributes("aria-checked")).toEqual({ "aria-checked": "false" });
  expect(input()).toHaveProperty("checked", false);
});

test("the eye of a password says whether that is shown, and does nothing where it is disabled", async () => {
  const { set, container } = renderWidget(password, passwordManifest, { value: "secret" });
  const eye = () => screen.getByRole("button", { name: /^password\./ });
  const drawn = () => container.querySelector("path")?.getAttribute("d") ?? "";
  const hidden = drawn();
  expect([eye().title, eye().getAttribute("aria-pressed"), eye().getAttribute("type")]).toEqual([
    "password.show",
    "false",
    "button",
  ]);
  await person.click(eye());
  expect([eye().title, eye().getAttribute("aria-pressed")]).toEqual(["password.hide", "true"]);
  // A line through the eye.
  expect([drawn().startsWith(hidden), drawn().length > hidden.length]).toEqual([true, true]);
  set({ disabled: true });
  await person.click(eye());
  expect(attributes("type")).toEqual({ type: "text" });
});

describe("choice", () => {
  const field: GivenField = { type: "string", enum: ["s", "m"], labels: { s: "Small" } };
  type Given = WidgetGiven<
    string | number,
    { offer?: readonly string[]; look?: "auto" | "buttons" | "list" }
  >;
  const show = (given: Given) =>
    renderWidget(choice, choiceManifest, { field, path: "inside.field", ...given });
  const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

  test("of the look that its option names, whether it is required or not", () => {
    show({ options: { look: "buttons" } });
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    cleanup();
    show({ options: { look: "list" }, required: true });
    expect(options()).toEqual(["—", "Small", "m"]);
  });

  test("stands side by side up to four, in a list from five", () => {
    const numbers = (...all: number[]): GivenField => ({ type: "integer", enum: all });
    show({ field: numbers(1, 2, 3, 4), required: true });
    expect(screen.getAllByRole("radio")).toHaveLength(4);
    cleanup();
    show({ field: numbers(1, 2, 3, 4, 5), required: true, value: 1 });
    expect(options()).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("says in a list what the form says of the field", () => {
    const { set } = show({ options: { look: "list" }, required: true, error: "Wrong" });
    const names = ["name", "aria-required", "aria-invalid", "aria-describedby", "disabled"];
    const open = {
      name: "inside.field",
      "aria-required": "true",
      "aria-invalid": "true",
      "aria-describedby": "form.inside.field-hint form.inside.field-error",
      disabled: null,
    };
    expect(attributes(...names)).toEqual(open);
    set({ readOnly: true });
    expect(attributes("disabled")).toEqual({ disabled: "" });
    set({ readOnly: false, disabled: true });
    expect(attributes("disabled")).toEqual({ disabled: "" });
  });

  test("says in buttons what the form says of the field", () => {
    const { set, change } = show({ required: true, error: "Wrong", value: "m" });
    const group = () => screen.getByRole("radiogroup");
    const said = ["aria-label", "aria-required", "aria-invalid", "aria-describedby"];
    expect(said.map((name) => group().getAttribute(name))).toEqual([
      "Field",
      "true",
      "true",
      "form.inside.field-hint form.inside.field-error",
    ]);
    const radios = () => screen.getAllByRole<HTMLInputElement>("radio");
    expect(radios().map(({ name, checked, disabled }) => [name, checked, disabled])).toEqual([
      ["inside.field", false, false],
      ["inside.field", true, false],
    ]);
    set({ readOnly: true });
    expect(radios().map(({ disabled }) => disabled)).toEqual([true, true]);
    change(null);
    expect(radios().map(({ checked }) => checked)).toEqual([false, false]);
  });

  test("without a value shows that none is chosen, required or not, and says when it was left", async () => {
    const { blurs, change } = show({ options: { look: "list" }, required: true, placeholder: "Choose" });
    expect([input(), options()]).toEqual([expect.objectContaining({ value: "" }), ["Choose", "Small", "m"]]);
    change("s");
    expect([input(), options()]).toEqual([expect.objectContaining({ value: "0" }), ["Small", "m"]]);
    await person.click(input());
    await person.tab();
    expect(blurs()).toBe(1);
  });
});
