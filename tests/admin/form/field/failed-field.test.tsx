import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { use, useEffect, useLayoutEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OptionFault } from "../../../../src/plugin/host.ts";
import { useSibling } from "../../../../src/plugin/use-host.ts";
import type { AnyWidget, WidgetProps } from "../../../../src/plugin/widget.ts";
import { library } from "../library.ts";
import { keeps, openLoadedForm } from "../open-form.tsx";
import { BLAMELESS, blaming, findNotice, instead, notice, openSubject } from "./breaking-widget.tsx";

// A widget that breaks is kept to its own field.

// React reports to the console what a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const again = () => screen.getByRole("button", { name: "Try again Part of" });
const KEPT = "Its stored value stays. The rest can be saved.";

/** A text box whose next change may do something else. */
function Box({ id, value, onChange }: WidgetProps<string>) {
  return <input id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value)} />;
}

const bug = () => {
  throw new Error("a bug of the plugin");
};

const broken: readonly (readonly [string, AnyWidget])[] = [
  ["while it is drawn", () => bug()],
  [
    "in a layout effect",
    function Widget() {
      useLayoutEffect(bug, []);
      return null;
    },
  ],
  [
    "in an effect",
    function Widget() {
      useEffect(bug, []);
      return null;
    },
  ],
  [
    "in an effect's clean-up",
    function Widget() {
      const [count, setCount] = useState(0);
      useEffect(() => {
        setCount(1);
        return count === 0 ? bug : undefined;
      }, [count]);
      return null;
    },
  ],
];

test.each(broken)(
  "a widget that throws %s leaves its value as it is; the rest of the form saves",
  async (_, widget) => {
    const { person, field, save, saved } = await openSubject(widget);
    const box = await findNotice();
    expect(box.id).toBe("form.parent");
    expect([box.dataset.reason, box.dataset.blame]).toEqual(["render", "plugin"]);
    expect(box.textContent).toContain("Part of cannot be shown");
    expect(box.textContent).toContain(KEPT);
    await waitFor(() =>
      expect(box.textContent).toContain("The plugin plugins/tree is to blame: a bug of the plugin"),
    );
    await person.type(field("Name"), "!");
    await save();
    expect(saved()).toMatchObject({ name: "Birds!", parent: "s0" });
  },
);

test("a widget that draws itself without end fails its field", async () => {
  await openSubject(function Widget() {
    const [count, setCount] = useState(0);
    setCount(count + 1);
    return null;
  });
  expect((await findNotice()).dataset.reason).toBe("render");
});

test("a widget that changes its value without end fails its field", async () => {
  const { person, field } = await openSubject(function Widget({ onChange }: WidgetProps<object>) {
    useEffect(() => onChange({}));
    return null;
  });
  expect((await findNotice()).dataset.reason).toBe("render");
  await person.type(field("Name"), "!");
  expect(field("Name")).toHaveProperty("value", "Birds!");
});

test("a value given while the widget is drawn is its bug", async () => {
  await openSubject(function Widget({ onChange }: WidgetProps<string>) {
    onChange("s1");
    return null;
  });
  expect((await findNotice()).textContent).toContain("onChange was called while the widget was drawn");
});

test("a value given in a layout effect is none", async () => {
  const { save, saved } = await openSubject(function Widget({ onChange }: WidgetProps<string>) {
    useLayoutEffect(() => onChange("s1"), [onChange]);
    return null;
  });
  expect(notice()).toBeNull();
  await save();
  expect(saved()).toMatchObject({ parent: "s1" });
});

test("nobody but the plugin's name is blamed where the server does not say", async () => {
  await openSubject(bug, { serve: keeps({ name: "Birds", parent: "s0" }) });
  const box = await findNotice();
  expect(box.textContent).toContain("The plugin reference-select is to blame: a bug of the plugin");
});

test("the config is blamed where the plugin says so of an option, with its file and line", async () => {
  const asked: string[] = [];
  const rest = blaming(BLAMELESS, keeps({ name: "Birds", parent: "s0" }));
  await openSubject(
    () => {
      throw new OptionFault("/steps/0", "is above 5");
    },
    {
      serve(call) {
        if (call.path.includes("blame")) asked.push(call.path);
        return rest(call);
      },
    },
  );
  const box = await findNotice();
  expect(box.dataset.blame).toBe("config");
  await waitFor(() =>
    expect(box.textContent).toContain(
      "The configuration is to blame: config/entities/subjects.json:14:7 /steps/0: is above 5",
    ),
  );
  expect(asked).toEqual(["/api/config/blame?entity=subjects&kind=widget&field=parent&option=%2Fsteps%2F0"]);
});

test("and where its options do not hold when they are checked again", async () => {
  const problems = ["config/entities/subjects.json:14:7 parent: options.rows must be at least 1"];
  await openSubject(bug, {
    serve: blaming({ ...BLAMELESS, problems }, keeps({ name: "Birds", parent: "s0" })),
  });
  const box = await findNotice();
  await waitFor(() => expect(box.dataset.blame).toBe("config"));
  expect(box.textContent).toContain(`The configuration is to blame: ${problems[0]}`);
});

test("it is tried again with what was entered, or with the stored value", async () => {
  const { person, save, saved, services } = await openSubject(function Widget(props: WidgetProps<string>) {
    if (props.value === "s0x") bug();
    return <Box {...props} />;
  });
  const part = screen.getByLabelText("Part of");
  await person.type(part, "x");
  expect((await findNotice()).textContent).toContain("What you entered here waits.");
  // Going back to what crashes it crashes it again: that is no way out.
  await person.click(again());
  await findNotice();
  // What waits would be lost.
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(services.confirms.get()).toBeDefined());
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  await person.click(screen.getByRole("button", { name: "Back to the stored value Part of" }));
  expect(notice()).toBeNull();
  expect(screen.getByLabelText("Part of")).toHaveProperty("value", "s0");
  await save();
  expect(saved()).toMatchObject({ parent: "s0" });
});

test("a field that failed is nothing to lose by itself, and has no stored value to go back to", async () => {
  const { person, address } = await openSubject(bug);
  await findNotice();
  expect(screen.queryByRole("button", { name: "Back to the stored value Part of" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("heading", { name: "List" });
  expect(address()).toBe("/subjects/list");
});

test.each([
  ["a number that is none", Number.NaN, "NaN is no JSON"],
  ["a date", new Date(0), "a Date is no JSON"],
  ["a function", () => 1, "a function is no JSON"],
])("%s is no value: the widget goes on out of sight, as it was", async (_, value, sentence) => {
  const { person, save, saved } = await openSubject(function Widget({ id, onChange }: WidgetProps) {
    const [text, setText] = useState("");
    return (
      <input
        id={id}
        aria-label="typed"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(value as never);
        }}
      />
    );
  });
  const input = screen.getByLabelText("typed");
  await person.type(input, "x");
  const box = await findNotice();
  expect(box.dataset.reason).toBe("value");
  expect(box.textContent).toContain(sentence);
  expect(input.closest("[hidden]")).not.toBeNull();
  expect(document.querySelectorAll("#form\\.parent")).toHaveLength(1);
  await save();
  expect(saved()).toMatchObject({ parent: "s0" });
});

test("a widget that goes on out of sight keeps what was entered: it is not handed the stored value", async () => {
  const seen: unknown[] = [];
  const { person, save, saved } = await openSubject(function Widget(props: WidgetProps<string>) {
    seen.push(props.value);
    return (
      <>
        <Box {...props} />
        <button type="button" onClick={() => props.onChange(Number.NaN as never)}>
          break
        </button>
      </>
    );
  });
  await person.type(screen.getByLabelText("Part of"), "x");
  await person.click(screen.getByText("break"));
  await findNotice();
  expect(seen.at(-1)).toBe("s0x");
  expect(seen.slice(seen.indexOf("s0x"))).not.toContain("s0");
  await person.click(again());
  expect(screen.getByLabelText("Part of")).toHaveProperty("value", "s0x");
  await save();
  expect(saved()).toMatchObject({ parent: "s0x" });
});

test("what is undefined is nothing", async () => {
  const { person, save, saved } = await openSubject(({ id, onChange }: WidgetProps) => (
    <button id={id} type="button" onClick={() => onChange(undefined as never)}>
      clear
    </button>
  ));
  await person.click(screen.getByText("clear"));
  await save();
  expect(saved()).toMatchObject({ parent: null });
});

test("a change of the field's config tries it again; another field's does not", async () => {
  const { follow } = await openSubject(({ id, placeholder }: WidgetProps<string>) => {
    if (placeholder === undefined) bug();
    return <output id={id}>mended</output>;
  });
  const box = await findNotice();
  const field = (options: object) =>
    library({
      "entities/subjects.json": (json) => {
        json.schema.properties.name.description = "Changed";
        Object.assign(json.schema.properties.parent, options);
      },
    });
  follow(await field({}));
  await screen.findByText("Changed");
  expect(notice()).toBe(box);
  follow(await field({ placeholder: "Mended" }));
  await screen.findByText("mended");
  expect(notice()).toBeNull();
});

test("other widgets read what would be sent", async () => {
  function Reader({ id }: WidgetProps<string>) {
    return <output id={id}>reads {String(useSibling("name"))}</output>;
  }
  function Name(props: WidgetProps<string>) {
    if (props.value === "Birds!") bug();
    return <Box {...props} />;
  }
  const read = instead("reference-select", Reader);
  const named = instead("text", Name);
  const { person } = await openSubject(Reader, {
    widgets: (kind, name) => (name === "text" ? named(kind, name) : read(kind, name)),
  });
  await person.type(screen.getByLabelText("Name"), "!");
  await findNotice();
  expect(screen.getByText("reads Birds")).toBeTruthy();
});

test("required and empty in a new record: its error stands under the notice, whose button takes the focus", async () => {
  const { person, field, save, writes } = await openLoadedForm("loans", {
    widgets: instead("reference-select", bug),
  });
  await person.type(field("Number"), "L-0001");
  await save();
  expect(
    screen.getByText("Which book?").closest(".form-field")?.querySelector(".failed-field"),
  ).not.toBeNull();
  expect(document.activeElement?.closest(".failed-field")?.id).toBe("form.book");
  expect(writes()).toEqual([]);
});

test("code that comes late is waited for, then its field says so, and shows it when it arrives after all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    let arrive: (value: { widget: AnyWidget }) => void = () => {};
    const coming = new Promise<{ widget: AnyWidget }>((resolve) => {
      arrive = resolve;
    });
    const others = instead("", Box);
    const load = vi.fn(() => coming);
    const opening = openSubject(Box, {
      widgets: (kind, name) => (name === "reference-select" ? load() : others(kind, name)),
    });
    await waitFor(() => expect(screen.getByRole("heading")).toBeTruthy());
    // The form is not held back for ever.
    await act(() => vi.advanceTimersByTimeAsync(3000));
    const { person, field, save, saved } = await opening;
    await person.type(field("Name"), "!");
    expect(notice()).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(notice()?.dataset.reason).toBe("chunk");
    expect(notice()?.textContent).toContain("Part of could not be loaded");
    // Trying again asks anew, and is another wait.
    load.mockClear();
    await person.click(again());
    expect(load).toHaveBeenCalledTimes(1);
    expect(notice()).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(notice()).not.toBeNull();
    await act(async () => arrive({ widget: Box }));
    await waitFor(() => expect(notice()).toBeNull());
    expect(screen.getByLabelText("Part of")).toHaveProperty("value", "s0");
    expect(field("Name")).toHaveProperty("value", "Birds!");
    // It stays the one that came: whoever types in it goes on.
    const late = screen.getByLabelText("Part of");
    await person.type(late, "12");
    expect(screen.getByLabelText("Part of")).toBe(late);
    expect(document.activeElement).toBe(late);
    await save();
    expect(saved()).toMatchObject({ name: "Birds!", parent: "s012" });
  } finally {
    vi.useRealTimers();
  }
});

test("a widget that is never ready fails its field, keeps all that it holds, and is tried again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    const { person, field } = await openSubject(function Widget({ id }: WidgetProps<string>) {
      const [coming, setComing] = useState<Promise<void>>();
      const [text, setText] = useState("");
      if (coming !== undefined) use(coming);
      return (
        <>
          <input id={id} aria-label="typed" value={text} onChange={(event) => setText(event.target.value)} />
          <button type="button" onClick={() => setComing(new Promise(() => {}))}>
            wait
          </button>
        </>
      );
    });
    await person.type(screen.getByLabelText("typed"), "kept");
    await person.click(screen.getByText("wait"));
    await act(() => vi.advanceTimersByTimeAsync(19_000));
    expect(notice()).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const box = await findNotice();
    expect([box.dataset.reason, box.dataset.blame]).toEqual(["slow", "plugin"]);
    expect(box.textContent).toContain("Part of takes too long");
    await person.type(field("Name"), "!");
    expect(field("Name")).toHaveProperty("value", "Birds!");
    expect(document.querySelector<HTMLInputElement>("[aria-label=typed]")?.value).toBe("kept");
    await person.click(again());
    expect(notice()).toBeNull();
    expect(document.querySelector<HTMLInputElement>("[aria-label=typed]")?.value).toBe("kept");
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await findNotice();
  } finally {
    vi.useRealTimers();
  }
});

test("code that cannot be loaded twice offers to load the page anew, also after something was entered, of which there is a draft", async () => {
  const others = instead("", Box);
  const { person, field } = await openSubject(Box, {
    widgets: (kind, name) =>
      name === "reference-select"
        ? Promise.reject(new TypeError("Failed to fetch dynamically imported module: /tree.js"))
        : others(kind, name),
  });
  const box = await findNotice();
  expect([box.dataset.reason, box.dataset.blame]).toEqual(["chunk", undefined]);
  await person.click(again());
  await screen.findByRole("button", { name: "Load the page anew Part of" });
  await person.type(field("Name"), "!");
  expect(screen.queryByRole("button", { name: "Load the page anew Part of" })).not.toBeNull();
  expect(notice()?.textContent).toMatch(/Loading the page anew may help(?!, but)/);
});
