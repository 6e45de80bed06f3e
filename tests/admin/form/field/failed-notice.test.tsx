import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";
import { findNotice, openSubject } from "./breaking-widget.tsx";

// React reports to the console what a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the notice is a group in its field's place; whose fault it is, is said apart from what happened", async () => {
  await openSubject(() => {
    throw new Error("a bug of the plugin");
  });
  const notice = await findNotice();
  expect([notice.getAttribute("role"), notice.getAttribute("aria-label"), notice.tabIndex]).toEqual([
    "group",
    "Part of",
    -1,
  ]);
  expect(notice.hasAttribute("aria-describedby")).toBe(false);
  const live = notice.querySelector("[aria-live=polite]");
  await waitFor(() => expect(live?.textContent).toContain("a bug of the plugin"));
  expect(live?.querySelector("[lang=en]")?.textContent).toBe("a bug of the plugin");
  // Every word of the sentence once, around what is English in it.
  expect(live?.querySelectorAll("p")).toHaveLength(1);
  expect(live?.textContent?.split("a bug of the plugin")).toHaveLength(2);
  expect(within(notice).getByRole("alert").textContent).not.toContain("a bug of the plugin");
  expect(document.querySelector(".form-widget:has(#none), .form-widget[hidden]")).not.toBeNull();
  const buttons = within(notice).getAllByRole("button");
  expect(
    buttons.map((one) => [one.getAttribute("aria-label"), one.getAttribute("aria-describedby")]),
  ).toEqual([[`${buttons[0]?.textContent} Part of`, null]]);
});

test("a widget that goes on behind its notice leaves the field's id to that", async () => {
  const { person } = await openSubject(function Widget({ id, onChange }: WidgetProps) {
    return (
      <button type="button" id={id} onClick={() => onChange((() => {}) as never)}>
        Break
      </button>
    );
  });
  const widget = screen.getByText("Break");
  expect(widget.id).toBe("form.parent");
  await person.click(widget);
  expect((await findNotice()).id).toBe("form.parent");
  expect([widget.isConnected, widget.id]).toEqual([true, "form.parent-failed"]);
});

test("an error of the field describes the notice and its buttons, and is why the rest cannot be saved", async () => {
  const { save, person, field } = await openSubject(
    () => {
      throw new Error("a bug of the plugin");
    },
    {
      id: STORED._id,
      serve: (call) =>
        call.method === "GET"
          ? keeps({ name: "Birds", parent: "s0" })(call)
          : {
              status: 400,
              body: {
                status: "error",
                errorCode: "VALIDATION_FAILED",
                message: "Not valid",
                operation: "test",
                errors: [{ path: "/parent", keyword: "x", message: "No such subject" }],
              },
            },
    },
  );
  const notice = await findNotice();
  const alert = within(notice).getByRole("alert");
  const before = alert.textContent;
  await person.type(field("Name"), "!");
  await save();
  await screen.findByText("No such subject");
  expect(notice.getAttribute("aria-describedby")).toBe("form.parent-error");
  expect(within(notice).getAllByRole("button")[0]?.getAttribute("aria-describedby")).toBe(
    "form.parent-error",
  );
  expect(alert.textContent).not.toBe(before);
  expect(notice.contains(document.activeElement)).toBe(true);
});

test("a page is loaded anew where the code could not be loaded for the second time", async () => {
  const { person } = await openLoadedForm("subjects", {
    widgets: (kind, name) =>
      name === "reference-select"
        ? Promise.reject(new TypeError("Failed to fetch dynamically imported module: /tree.js"))
        : testWidgets(kind, name),
  });
  const notice = await findNotice();
  expect(notice.dataset.reason).toBe("chunk");
  expect(notice.dataset.blame).toBeUndefined();
  const labels = () =>
    within(notice)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
  // The form has asked for it once before the widget did.
  expect(labels()).toEqual(["Try again", "Load the page anew"]);
  await person.click(screen.getByRole("button", { name: "Try again Part of" }));
  expect((await findNotice()).dataset.reason).toBe("chunk");
});

test("a widget is given what the form knows of its field", async () => {
  const given: WidgetProps[] = [];
  const { save } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps({ title: "Gulls", year: null, genre: "novel", subject: "s1", available: true }),
    fixed: ["isbn"],
    widgets: (kind, name) =>
      ["text", "number"].includes(name)
        ? Promise.resolve(
            definePlugin({
              widget: function Noted(props: WidgetProps) {
                given.push(props);
                return <input id={props.id} />;
              },
            }),
          )
        : testWidgets(kind, name),
  });
  const at = (wanted: string) => {
    const {
      onChange: _,
      onBlur: __,
      ...props
    } = given.findLast(({ path }) => path === wanted) ?? ({} as WidgetProps);
    return props;
  };
  const title = {
    id: "form.title",
    path: "title",
    label: "Title",
    value: "Gulls",
    options: { type: "text", autocomplete: "off" },
    required: true,
    disabled: false,
    readOnly: false,
    invalid: false,
    errors: [],
    describedBy: undefined,
    placeholder: "As on the spine",
    locale: "en-GB",
    timeZone: "UTC",
    rules: { maxLength: 120 },
  };
  expect(at("title")).toEqual(title);
  expect(at("isbn")).toMatchObject({
    value: null,
    required: false,
    readOnly: true,
    describedBy: "form.isbn-hint",
    placeholder: undefined,
  });
  expect(at("year")).toMatchObject({ invalid: false, describedBy: undefined });
  await save();
  expect(at("year")).toMatchObject({ invalid: true, describedBy: "form.year-error", value: null });
  expect(at("title")).toEqual(title);
});
