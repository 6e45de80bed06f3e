import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import type { PluginLoader } from "../../../../src/plugin/registry.ts";
import { type AnyWidget, definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { type Loose, manifest } from "../../../model/library.ts";
import { library } from "../library.ts";
import { type Call, keeps, openLoadedForm, type Serve, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

// Errors inside a value: the form says them unless its widget draws them.

// React reports to the console what a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const PATTERN = "A time is written as 09:00";

function time(title: string) {
  return { type: "string", title, pattern: "^\\d\\d:\\d\\d$", messages: { pattern: PATTERN } };
}
const hours = {
  type: "object",
  required: ["day", "from"],
  properties: {
    day: { type: "string", title: "Day", messages: { required: "Choose a day" } },
    from: { ...time("From"), messages: { pattern: PATTERN, required: "Say from when" } },
    to: time("To"),
  },
};

type Props = WidgetProps<readonly { readonly from: string }[]>;

/** Knows nothing of errors inside its value. */
function Simple({ id, describedBy, invalid, value, onChange }: Props) {
  return (
    <input
      id={id}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      value={Array.isArray(value) ? value.map(({ from }) => from).join() : ""}
      onChange={({ target }) => onChange([{ from: target.value }])}
    />
  );
}

/** Has an element for a part, and says itself what is wrong there. */
function Thorough({ id, errors = [] }: Props) {
  return (
    <div id={id}>
      <input />
      <input id={`${id}.1.day`} aria-label="Second day" />
      {errors.map(({ path, message }) => (
        <em key={path}>{message}</em>
      ))}
    </div>
  );
}

const ITEMS = { type: "array", title: "Opening hours", widget: "hours", items: hours };

const WRONG: Json = [{ day: "Mon", from: "09:00" }, { from: "nine" }];

interface Given {
  readonly field?: object;
  readonly value?: Json;
  readonly serve?: Serve;
}

/** A reading list whose books are opening hours, on a tab of their own. */
async function openHours(widget: AnyWidget, shows: boolean, given: Given = {}) {
  const { field = ITEMS, value = WRONG, serve = keeps({ name: "Summer", books: value }) } = given;
  const config = await library(
    {
      "samples/reading-lists.json": (json: Loose) => {
        for (const list of json) delete list.books;
      },
      "entities/reading-lists.json": (json: Loose) => {
        json.schema.properties.books = field;
        json.form.tabs = [
          { label: "Basics", fields: ["name"] },
          { label: "Times", fields: ["books"] },
        ];
      },
    },
    [manifest("widget", "hours", ["array", "object"], shows ? { showsErrors: true } : {})],
  );
  const widgets: PluginLoader = (kind, name) =>
    name === "hours" ? Promise.resolve(definePlugin({ widget })) : testWidgets(kind, name);
  return openLoadedForm("reading-lists", { id: STORED._id, config, widgets, serve });
}

const frame = () => document.getElementById("form.books-frame");
const said = () =>
  within(frame() ?? document.body)
    .queryAllByRole("listitem")
    .map((one) => one.textContent);
const describedTexts = (element: Element) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);

test("what its widget does not draw is said under the field, at the name of its part, and tied", async () => {
  const { save, writes, field, person } = await openHours(Simple, false);
  await save();
  expect(writes()).toEqual([]);
  expect(said()).toEqual(["Item 2 · Day: Choose a day", `Item 2 · From: ${PATTERN}`]);
  const box = field("Opening hours");
  expect(describedTexts(box)).toEqual([`Item 2 · Day: Choose a dayItem 2 · From: ${PATTERN}`]);
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(frame()?.className).toContain("form-field-wrong");
  const tab = screen.getByRole("tab", { name: /Times/ });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  expect(within(tab).getByText("1")).toBeTruthy();
  expect(document.activeElement).toBe(box);

  await person.clear(box);
  await person.type(box, "10:00");
  expect(said()).toEqual([]);
  expect([describedTexts(box), box.getAttribute("aria-invalid")]).toEqual([[undefined], "false"]);
});

test("the parts of an object are called as its fields are", async () => {
  const field = { ...hours, title: "Opening hours", widget: "hours" };
  const { save } = await openHours(Simple, false, { field, value: { day: "Mon", to: "x" } });
  await save();
  expect(said()).toEqual(["From: Say from when", `To: ${PATTERN}`]);
});

test("what the server refuses inside a value is said there too, also of a part that the config does not name", async () => {
  const books = [{ day: "Mon", from: "09:00" }];
  const refused = (path: string, message: string) => ({ path, keyword: "odd", message });
  const errors = [refused("/books/0", "Closed then"), refused("/books/0/note", "No such note")];
  const serve = (call: Call) =>
    call.method === "PUT"
      ? { status: 422, body: { code: "INVALID", message: "Refused", errors } }
      : keeps({ name: "Summer", books })(call);
  const { save, field } = await openHours(Simple, false, { serve });
  await save();
  await waitFor(() => expect(said()).toEqual(["Item 1: Closed then", "Item 1: No such note"]));
  expect(document.activeElement).toBe(field("Opening hours"));
});

test("a widget that shows errors is left to show them, and the focus goes to the part", async () => {
  const { save } = await openHours(Thorough, true);
  await save();
  expect(said()).toEqual([]);
  expect(within(frame() ?? document.body).getByText("Choose a day").tagName).toBe("EM");
  expect(frame()?.className).toContain("form-field-wrong");
  expect(document.activeElement).toBe(screen.getByLabelText("Second day"));
});

test("a widget that shows errors and broke shows none: the form says them", async () => {
  const { save } = await openHours(function Breaking(props: Props) {
    if (props.errors?.length) throw new Error("a bug of the plugin");
    return <Thorough {...props} />;
  }, true);
  await save();
  await waitFor(() => expect(said()).toHaveLength(2));
  expect(describedTexts(screen.getByRole("button", { name: "Try again Opening hours" }))).toEqual([
    `Item 2 · Day: Choose a dayItem 2 · From: ${PATTERN}`,
  ]);
});
