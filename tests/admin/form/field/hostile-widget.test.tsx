import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FieldFailure, type Host } from "../../../../src/plugin/host.ts";
import { useHost, usePendingWork } from "../../../../src/plugin/use-host.ts";
import type { AnyWidget, WidgetProps } from "../../../../src/plugin/widget.ts";
import { books, drop } from "../changed-books.ts";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";
import { BLAMELESS, blaming, findNotice, instead, notice, openSubject } from "./breaking-widget.tsx";

// Whatever a widget throws, gives to its host or leaves open: the form around it stands.

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const again = () => screen.getByRole("button", { name: "Try again Part of" });

const THROWN: readonly (readonly [string, () => unknown])[] = [
  ["null", () => null],
  [
    "an error whose message throws",
    () =>
      Object.defineProperty(new Error("x"), "message", {
        get() {
          throw new Error("ha");
        },
      }),
  ],
  ["a message that is no text", () => Object.assign(new Error("x"), { message: Object.create(null) })],
  ["a failure whose cause throws", () => new FieldFailure("x", { cause: unreadable() })],
  ["what cannot be looked at", () => unreadable()],
];

function unreadable(): object {
  return new Proxy(
    {},
    {
      getPrototypeOf() {
        throw new Error("ha");
      },
    },
  );
}

test.each(THROWN)("%s, thrown while it is drawn, is kept to its field", async (_, make) => {
  const { person, field, save, saved } = await openSubject(() => {
    throw make();
  });
  await findNotice();
  await person.type(field("Name"), "!");
  await save();
  expect(saved()).toMatchObject({ name: "Birds!", parent: "s0" });
});

test.each(THROWN)("work that rejects with %s is over with that: the next save goes on", async (_, make) => {
  let tries = 0;
  const { save, saved } = await openSubject(function Widget({ id }: WidgetProps<string>) {
    usePendingWork({
      prepare() {
        tries += 1;
        return tries === 1 ? Promise.reject(make()) : Promise.resolve("s9");
      },
    });
    return <input id={id} />;
  });
  await save();
  await waitFor(() => expect([tries, document.querySelector("[aria-busy=true]")]).toEqual([1, null]));
  if (notice() !== null) act(() => again().click());
  await save();
  await waitFor(() => expect(saved()).toMatchObject({ parent: "s9" }));
});

test("a message without end is cut, one without words is its error's name", async () => {
  await openSubject(() => {
    throw new Error("x".repeat(1_000_000));
  });
  expect((await findNotice()).textContent?.length).toBeLessThan(600);
  cleanup();
  await openSubject(() => {
    throw new RangeError("");
  });
  expect((await findNotice()).textContent).toContain("is to blame: RangeError");
});

test("what is no text is said and asked as text", async () => {
  const { person, toasts, services } = await openSubject(function Widget({ id }: WidgetProps<string>) {
    const host = useHost();
    return (
      <>
        <button id={id} type="button" onClick={() => host.toast("error", new Error("no room") as never)}>
          say
        </button>
        <button
          type="button"
          onClick={() =>
            void host.confirm({ title: {} as never, text: "x", confirm: "a", cancel: null as never })
          }
        >
          ask
        </button>
      </>
    );
  });
  await person.click(screen.getByText("say"));
  expect(toasts()).toEqual(["error: no room"]);
  await person.click(screen.getByText("ask"));
  await waitFor(() => expect(services.confirms.get()).toMatchObject({ title: "[object Object]" }));
  expect(screen.getByText("Edit subject")).toBeTruthy();
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
});

test("a sentence that is asked for after the field is gone is said without its label", async () => {
  let host: Host | undefined;
  const { follow } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps({ title: "Gulls", genre: "novel", year: 1998, subject: "s1", available: true }),
    widgets: instead("textarea", function Widget() {
      host = useHost();
      return <output>summary</output>;
    }),
  });
  await screen.findByText("summary");
  expect(host?.message("of.nobody {label}")).toBe("of.nobody Summary");
  follow(await books((json) => drop(json, "summary")));
  await waitFor(() => expect(screen.queryByText("summary")).toBeNull());
  expect(host?.message("of.nobody {label}")).toBe("of.nobody ");
  expect(host?.message("form.saved")).toBe("Saved");
});

/** Throws after the letter x until it is corrected; goes on out of sight after y. */
function breaking(isMended: () => boolean): AnyWidget {
  return function Widget({ id, value, onChange }: WidgetProps<string>) {
    const dialog = useRef<HTMLDialogElement>(null);
    const [text, setText] = useState(value ?? "");
    if (text.endsWith("x") && !isMended()) throw new Error("broken");
    return (
      <>
        <input
          id={id}
          aria-label="typed"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value.endsWith("y")) onChange(Number.NaN as never);
          }}
        />
        <button type="button" onClick={() => dialog.current?.showModal()}>
          open
        </button>
        <dialog ref={dialog} aria-label="of the widget">
          <button type="button" onClick={() => onChange(Number.NaN as never)}>
            break
          </button>
        </dialog>
      </>
    );
  };
}

test.each(["x", "y"])(
  "the focus goes with the field that breaks while it is typed in: %s",
  async (letter) => {
    let isMended = false;
    const { person } = await openSubject(breaking(() => isMended));
    await person.type(screen.getByLabelText("typed"), letter);
    const box = await findNotice();
    expect(document.activeElement).toBe(box);
    isMended = true;
    await person.click(again());
    expect(document.activeElement).toBe(screen.getByLabelText("typed"));
  },
);

test("a field that breaks elsewhere leaves the focus where it is", async () => {
  let crash = () => {};
  const { person, field } = await openSubject(function Widget() {
    const [isBad, setBad] = useState(false);
    crash = () => setBad(true);
    if (isBad) throw new Error("broken");
    return null;
  });
  await person.type(field("Name"), "!");
  act(() => crash());
  await findNotice();
  expect(document.activeElement).toBe(field("Name"));
});

test("a modal dialog of a widget that goes on out of sight is closed", async () => {
  const { person } = await openSubject(breaking(() => false));
  await person.click(screen.getByText("open"));
  expect(document.querySelector("dialog[open]")).not.toBeNull();
  await person.click(screen.getByText("break"));
  await findNotice();
  expect(document.querySelector("dialog[open]")).toBeNull();
});

test("nobody is accused before the server has answered, and the alert does not change with it", async () => {
  let answer: () => void = () => {};
  const rest = keeps({ name: "Birds", parent: "s0" });
  const body = { ...BLAMELESS, problems: ["config/entities/subjects.json:14:7 wrong"] };
  await openSubject(
    () => {
      throw new Error("broken");
    },
    {
      serve: (call) =>
        call.path.includes("blame")
          ? new Promise((resolve) => {
              answer = () => resolve({ status: 200, body });
            })
          : rest(call),
    },
  );
  await waitFor(() => expect(notice()).not.toBeNull());
  const alert = notice()?.querySelector("[role=alert]");
  const said = alert?.textContent;
  expect(notice()?.textContent).not.toContain("to blame");
  await act(async () => answer());
  await waitFor(() => expect(notice()?.dataset.blame).toBe("config"));
  expect(alert?.textContent).toBe(said);
  expect(notice()?.querySelector("[lang=en]")?.textContent).toBe(body.problems[0]);
});

test("what is said of the value and the rest is true in a new, a protected and a required field", async () => {
  const broken = () => {
    throw new Error("broken");
  };
  const protect = blaming(BLAMELESS, keeps({ name: "Birds", isProtected: true }));
  await openSubject(broken, { serve: protect });
  expect((await findNotice()).querySelector("[role=alert]")?.textContent).toBe(
    "Part of cannot be shownIts stored value stays.",
  );
  cleanup();
  await openLoadedForm("subjects", { widgets: instead("reference-select", broken) });
  expect((await findNotice()).textContent).toContain("It stays as it began. The rest can be saved.");
  cleanup();
  const { person, field, save } = await openLoadedForm("loans", {
    widgets: instead("reference-select", broken),
  });
  await person.type(field("Number"), "L-0001");
  await save();
  const box = document.getElementById("form.book");
  expect(box?.textContent).toContain("It stays as it began. Nothing can be saved without it.");
  expect(box?.getAttribute("aria-describedby")).toBe("form.book-error");
  expect(document.activeElement?.getAttribute("aria-describedby")).toBe("form.book-error");
  expect(document.getElementById("form.book-error")).not.toBeNull();
});

test("a field that failed in a closed tab marks the tab", async () => {
  const book = { title: "Gulls", genre: "novel", year: 1998, subject: "s1", available: true };
  await openLoadedForm("books", {
    id: STORED._id,
    serve: blaming(BLAMELESS, keeps(book)),
    widgets: instead("textarea", () => {
      throw new Error("broken");
    }),
  });
  const box = await findNotice();
  const panel = box.closest("[role=tabpanel]");
  const tab = document.getElementById(panel?.getAttribute("aria-labelledby") ?? "");
  await waitFor(() => expect(tab?.textContent).toContain("fields here need another look"));
});

test.each([
  [
    "that throws as it begins",
    () => Promise.reject(new ReferenceError("x is not defined")),
    "x is not defined",
  ],
  ["without a widget", () => Promise.resolve({ cell: () => null }), "has no widget"],
])("code %s is its plugin's bug", async (_, load, sentence) => {
  const others = instead("", () => null);
  await openSubject(() => null, {
    widgets: (kind, name) => (name === "reference-select" ? load() : others(kind, name)),
  });
  const box = await findNotice();
  expect([box.dataset.reason, box.dataset.blame]).toEqual(["render", "plugin"]);
  expect(box.textContent).toContain(sentence);
});
