import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FieldFailure } from "../../../../src/plugin/host.ts";
import type { PluginLoader } from "../../../../src/plugin/registry.ts";
import { useFieldHost, useHost, useSibling } from "../../../../src/plugin/use-host.ts";
import { type AnyWidget, definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { library } from "../library.ts";
import { keeps, openLoadedForm, type Serve, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

// React reports to the console what an error boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** `widget` in place of the one named, the others as ever. */
const instead =
  (name: string, widget: AnyWidget): PluginLoader =>
  (kind, wanted) =>
    wanted === name ? Promise.resolve(definePlugin({ widget })) : testWidgets(kind, wanted);

function Follower({ id, value, onChange }: WidgetProps<string>) {
  const name = useSibling("name");
  useEffect(() => {
    if (name === "x" && value !== null) onChange(null);
  }, [name, value, onChange]);
  return <output id={id}>{`${name}/${value}`}</output>;
}

test("a widget that throws leaves its value as it is; the rest of the form saves", async () => {
  const widgets = instead("reference-select", () => {
    throw new Error("plugin bug");
  });
  const { person, field, save, saved } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: keeps({ name: "Birds", parent: "s0" }),
    widgets,
  });
  expect(screen.getByText("Part of cannot be shown")).toBeTruthy();
  await person.type(field("Name"), "!");
  await save();
  expect(saved()).toMatchObject({ name: "Birds!", parent: "s0" });
});

test("a widget whose chunk does not load says so at its field and loads on demand", async () => {
  let tries = 0;
  const { person, field } = await openLoadedForm("subjects", {
    widgets: (kind, name) => {
      if (name !== "reference-select") return testWidgets(kind, name);
      tries += 1;
      return tries < 4
        ? Promise.reject(new TypeError("Failed to fetch dynamically imported module: /tree.js"))
        : testWidgets(kind, name);
    },
  });
  await screen.findByText("Part of could not be loaded");
  await person.type(field("Name"), "Birds");
  tries = 3;
  await person.click(screen.getByRole("button", { name: /^Try again/ }));
  await waitFor(() => expect(field("Part of")).toBeTruthy());
  expect(field("Name")).toHaveProperty("value", "Birds");
});

test("a widget gets what its field says, and its own options", async () => {
  let seen: WidgetProps | undefined;
  const config = await library({
    "entities/books.json": (json) => {
      json.schema.properties.summary.options = { rows: 7 };
      json.schema.properties.summary.description = "In a few words";
    },
  });
  await openLoadedForm("books", {
    config,
    id: STORED._id,
    serve: keeps({ summary: "Gulls, mostly" }),
    widgets: instead("textarea", (props: WidgetProps) => {
      seen = props;
      return null;
    }),
  });
  expect(seen).toMatchObject({
    id: "form.summary",
    path: "summary",
    label: "Summary",
    value: "Gulls, mostly",
    options: { rows: 7 },
    required: false,
    disabled: false,
    readOnly: false,
    invalid: false,
    errors: [],
    describedBy: "form.summary-hint",
    // The library's `dateLocale`, whose messages are in "en".
    locale: "en-GB",
    timeZone: "UTC",
  });
  expect(document.getElementById("form.summary-hint")?.textContent).toBe("In a few words");
});

test("errors of parts of a value are the widget's to show, and the focus goes to the first", async () => {
  const widgets = instead(
    "record-slots",
    ({ id, value, errors, onBlur }: WidgetProps<{ book?: string }[]>) => (
      <div id={id}>
        {(value ?? []).map((slot, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the slots of this test stay in their places
            key={index}
            id={`${id}.${index}.book`}
            defaultValue={slot.book}
            onBlur={onBlur}
          />
        ))}
        <output>{JSON.stringify(errors)}</output>
      </div>
    ),
  );
  const { save } = await openLoadedForm("reading-lists", {
    id: STORED._id,
    serve: keeps({ name: "Summer", books: [{ book: "b1" }, { book: "b1" }, {}] }),
    widgets,
  });
  await save();
  expect(JSON.parse(document.querySelector("output:not([data-testid])")?.textContent ?? "")).toEqual([
    { path: "/1/book", message: "The same book is on the list already" },
    { path: "/2/book", message: "Choose a book" },
  ]);
  expect(document.activeElement?.id).toBe("form.books.1.book");
});

test("a widget reads the other fields as they stand and may clear its own value for them", async () => {
  const { person, field, save, saved } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: keeps({ name: "Birds", parent: "s0" }),
    widgets: instead("reference-select", Follower),
  });
  expect(screen.getByText("Birds/s0")).toBeTruthy();
  await person.clear(field("Name"));
  await person.type(field("Name"), "x");
  expect(screen.getByText("x/null")).toBeTruthy();
  await save();
  expect(saved()).toMatchObject({ name: "x", parent: null });
});

test("a widget's sentences: the field's, the entity's, messages.json's, the plugin's", async () => {
  let say: ReturnType<typeof useHost>["message"] = () => "";
  const config = await library({
    "entities/subjects.json": (json) => {
      json.messages = { "picker.none": "No subject at all" };
      json.schema.properties.parent.messages.reference = "{label}: {value} is no subject";
    },
  });
  const { view } = await openLoadedForm("subjects", {
    config,
    widgets: instead("reference-select", () => {
      say = useHost().message;
      return null;
    }),
  });
  expect(say("rule.reference", { value: 3 })).toBe("Part of: 3 is no subject");
  expect(say("picker.none")).toBe("No subject at all");
  expect(say("form.save")).toBe(view.messages.en?.["form.save"]);
  expect(say("constructor")).toBe("constructor");
});

test.each([
  [true, "button button-danger"],
  [undefined, "button button-primary"],
  ["yes" as never, "button button-primary"],
])("a yes that destroys something, said by %j, looks as that of deleting a record", async (danger, look) => {
  let host: ReturnType<typeof useHost> | undefined;
  await openLoadedForm("books", {
    widgets: instead("textarea", function Widget() {
      host = useHost();
      return <output>summary</output>;
    }),
  });
  await waitFor(() => expect(host).toBeDefined());
  const question = { title: "Warning", text: "Sure?", confirm: "Away with it", cancel: "No" };
  act(() => void host?.confirm({ ...question, ...(danger === undefined ? {} : { danger }) }));
  expect((await screen.findByRole("button", { name: "Away with it" })).className).toBe(look);
});

test("a widget lists and reads other entities' records through its host", async () => {
  const asked: string[] = [];
  const serve: Serve = ({ path }) => {
    asked.push(path);
    if (path.includes("/gone?")) return { status: 404, body: { message: "none" } };
    if (path.startsWith("/api/rest/books?")) return { status: 200, body: { books: [STORED], total: 7 } };
    return { status: 200, body: STORED };
  };
  let host: ReturnType<typeof useFieldHost> | undefined;
  await openLoadedForm("loans", {
    serve,
    widgets: instead("reference-select", () => {
      host = useFieldHost();
      return null;
    }),
  });
  const page = await host?.listReferences({ entity: "books", page: 2, search: "gu", sortField: "title" });
  expect(page).toEqual({ records: [STORED], total: 7 });
  expect(await host?.getReference("books", "b1")).toEqual(STORED);
  expect(await host?.getReference("books", "gone")).toBeUndefined();
  await expect(host?.listReferences({ entity: "secrets", page: 1 })).rejects.toThrow("secrets");
  expect(asked).toEqual([
    "/api/rest/books?page=2&limit=5&nameQuery=gu&sortField=title&sortOrder=",
    "/api/rest/books/b1?expand=title",
    "/api/rest/books/gone?expand=title",
  ]);
});

test("what the host cannot do is a sentence of this screen; what is given up is an AbortError, whatever the reason", async () => {
  let host: ReturnType<typeof useFieldHost> | undefined;
  const { view } = await openLoadedForm("loans", {
    serve: ({ path }) =>
      path.includes("gulls")
        ? { status: 500, body: { status: "error", errorCode: "INTERNAL", message: "No gulls today" } }
        : new Promise(() => {}),
    widgets: instead("reference-select", () => {
      host = useFieldHost();
      return null;
    }),
  });
  const refused = await host?.getReference("books", "gulls").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FieldFailure);
  expect(refused).toMatchObject({ message: "No gulls today", cause: { status: 500 } });
  const stop = new AbortController();
  const given = host?.listReferences({ entity: "books", page: 1 }, stop.signal);
  stop.abort(new Error("enough"));
  await expect(given).rejects.toMatchObject({ name: "AbortError" });
  const over = host?.upload([new File(["x"], "x.png")], { signal: stop.signal, onProgress() {} });
  await expect(over).rejects.toMatchObject({ name: "AbortError" });
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload = {};
      onerror: () => void = () => {};
      onloadend: () => void = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        this.onerror();
        this.onloadend();
      }
    },
  );
  const open = new AbortController();
  const failed = host?.upload([new File(["x"], "x.png")], { signal: open.signal, onProgress() {} });
  await expect(failed).rejects.toMatchObject({
    name: "FieldFailure",
    message: view.messages.en?.["network.unreachable"],
  });
  vi.unstubAllGlobals();
});
