import { act, cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { droppedText } from "../../../../src/admin/form/field/failed-field.tsx";
import { makeSay } from "../../../../src/admin/messages/say.ts";
import type { Json } from "../../../../src/model/record.ts";
import { usePendingWork } from "../../../../src/plugin/use-host.ts";
import type { WidgetProps } from "../../../../src/plugin/widget.ts";
import { findNotice, notice, openSubject } from "../field/breaking-widget.tsx";
import { library } from "../library.ts";

// Work that a widget held when it broke for good: nobody can take it over, so it is abandoned, and the person is told of it.

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A widget that holds a value from when it is chosen; it breaks, or gives what is no value, as it is told to. */
function holder(standIn: Json | undefined) {
  const log: string[] = [];
  const holder = { log, breaks() {}, refuses() {}, Widget };
  function Widget({ id, onChange }: WidgetProps<string>) {
    const [isChosen, choose] = useState(false);
    const [isBroken, setBroken] = useState(false);
    holder.breaks = () => setBroken(true);
    holder.refuses = () => onChange(Number.NaN as never);
    usePendingWork<Json>(
      isChosen
        ? {
            ...(standIn === undefined ? {} : { standIn }),
            prepare: async () => {
              log.push("begins");
              return "s9";
            },
            left: () => log.push("left"),
          }
        : undefined,
    );
    if (isBroken) throw new Error("broken");
    return (
      <button id={id} type="button" onClick={() => choose(true)}>
        {isChosen ? "chosen" : "choose"}
      </button>
    );
  }
  return holder;
}

const LOST = "Lost with it, to be entered anew: s9.";

test("it is told so at once, and the person what is lost; no save runs it, no new widget has it", async () => {
  const widget = holder("s9");
  const { log } = widget;
  const { person, save, saved, services } = await openSubject(widget.Widget);
  await person.click(screen.getByText("choose"));
  act(() => widget.breaks());
  const box = await findNotice();
  expect(log).toEqual(["left"]);
  expect(box.querySelector("[role=alert]")?.textContent).toBe(
    `Part of cannot be shownIts stored value stays. ${LOST} The rest can be saved.`,
  );
  await person.click(screen.getByRole("button", { name: "Try again Part of" }));
  expect(notice()).toBeNull();
  expect(screen.getByText("choose")).toBeTruthy();
  await save();
  expect(services.confirms.get()).toBeUndefined();
  expect(saved()).toMatchObject({ parent: "s0" });
  expect(log).toEqual(["left"]);
});

test("nothing is lost where its widget goes on; it is lost when that breaks out of sight", async () => {
  const widget = holder("s9");
  const { person } = await openSubject(widget.Widget);
  await person.click(screen.getByText("choose"));
  act(() => widget.refuses());
  expect((await findNotice()).textContent).toContain("What you entered here waits.");
  expect(notice()?.textContent).not.toContain("Lost");
  expect(widget.log).toEqual([]);
  act(() => widget.breaks());
  expect(notice()?.textContent).toContain(LOST);
  expect(notice()?.textContent).not.toContain("waits");
  expect(widget.log).toEqual(["left"]);
});

test("nothing is said of work that was not to fill the field", async () => {
  const widget = holder(undefined);
  const { person } = await openSubject(widget.Widget);
  await person.click(screen.getByText("choose"));
  act(() => widget.breaks());
  expect((await findNotice()).textContent).not.toContain("Lost");
  expect(widget.log).toEqual(["left"]);
});

test("of a list what it would have got is lost, of a text that is there nothing", async () => {
  const config = await library();
  const books = config.entities.get("books");
  const field = (name: string) => {
    const found = books?.fields.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no field ${name}`);
    return found;
  };
  const say = makeSay();
  const image = (fileName: string) => ({ fileName, imgUrl: "", expiresAt: null });
  const images = books?.fields.find(({ items }) => items?.schema.image === true);
  if (images === undefined) throw new Error("no images");
  const [a, b, c] = [image("a.png"), image("b.png"), image("c.png")];
  const text = (standIn: Json, value: Json) => droppedText(images, { standIn, value }, say);
  expect(text([a, b, c], [a])).toBe("b.png, c.png");
  expect(text([a, b], null)).toBe("a.png, b.png");
  expect(text([a], [a, b])).toBe("");
  expect(droppedText(field("title"), { standIn: "New", value: "Old" }, say)).toBe("New");
  const html = { ...field("title"), valueType: "html" } as const;
  const drawn = { standIn: '<p>Gulls <img src=""></p>', value: '<p>Gulls <img src="data:,"></p>' };
  expect(droppedText(html, drawn, say)).toBe("");
});
