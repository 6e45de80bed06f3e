import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import { FieldFailure } from "../../../../src/plugin/host.ts";
import { usePendingWork, useRecord } from "../../../../src/plugin/use-host.ts";
import type { WidgetProps } from "../../../../src/plugin/widget.ts";
import { BLAMELESS, blaming, findNotice, instead, notice, openSubject } from "../field/breaking-widget.tsx";
import { keeps, openLoadedForm } from "../open-form.tsx";

// What a save does with fields whose widgets break before it or during it.

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A widget that holds work, and breaks when it is told to. */
function mortal() {
  const log: string[] = [];
  const mortal = { log, breaks() {}, mend() {}, resolve(_: Json) {}, reject(_: unknown) {}, Widget };
  let isMended = false;
  mortal.mend = () => {
    isMended = true;
  };
  function Widget({ id }: WidgetProps) {
    const [isBroken, setBroken] = useState(false);
    mortal.breaks = () => setBroken(true);
    usePendingWork<Json>({
      prepare: () =>
        new Promise((resolve, reject) => {
          log.push("begins");
          Object.assign(mortal, { resolve, reject });
        }),
      saved: () => log.push("saved"),
      failed: () => log.push("failed"),
      left: () => log.push("left"),
    });
    if (isBroken && !isMended) throw new Error("midway");
    return <input id={id} aria-label="typed" />;
  }
  return mortal;
}

test("a widget that breaks while its work runs: nothing is sent, it hears that it was left when its run is over", async () => {
  const widget = mortal();
  const { save, saved, writes, person, field } = await openSubject(widget.Widget);
  widget.log.length = 0;
  await save();
  act(() => widget.breaks());
  expect((await findNotice()).textContent).toContain("Part of cannot be shown");
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  expect(widget.log).toEqual(["begins"]);
  await act(async () => widget.resolve("s9"));
  expect(widget.log).toEqual(["begins", "failed", "left"]);
  expect(writes()).toEqual([]);
  await person.type(field("Name"), "!");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(saved()).toMatchObject({ name: "Birds!", parent: "s0" });
});

test("and where that run then rejects, another try begins anew", async () => {
  const widget = mortal();
  const { save, person } = await openSubject(widget.Widget);
  await save();
  act(() => widget.breaks());
  await findNotice();
  await act(async () => widget.reject(new Error("later")));
  expect(notice()?.dataset.reason).toBe("render");
  widget.mend();
  await person.click(screen.getByRole("button", { name: /^Try again/ }));
  expect(notice()).toBeNull();
  expect(screen.getByLabelText("typed")).toBeTruthy();
});

test("what waits in a field that failed is asked for before the rest is saved", async () => {
  const { person, save, saved, writes } = await openSubject(
    ({ id, value, onChange }: WidgetProps<string>) => {
      if (value === "s0x") throw new Error("x");
      return <input id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value)} />;
    },
  );
  await person.type(screen.getByLabelText("Part of"), "x");
  await findNotice();
  await save();
  expect(screen.getByText("What you entered in Part of is lost. Save the rest all the same?")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Do not save" }));
  await waitFor(() => expect(document.activeElement?.closest(".failed-field")).toBe(notice()));
  expect(writes()).toEqual([]);
  await save();
  await person.click(screen.getByRole("button", { name: "Save the rest" }));
  await screen.findByRole("heading", { name: "List" });
  expect(saved()).toMatchObject({ parent: "s0" });
});

test("a widget that breaks with what was typed, while another's work runs: nothing is sent without a question", async () => {
  let breaks = () => {};
  let finish = (_: Json) => {};
  function Typing({ id, label, value, onChange }: WidgetProps<string>) {
    const [isBroken, setBroken] = useState(false);
    breaks = () => setBroken(true);
    if (isBroken) throw new Error("broken");
    return (
      <input
        id={id}
        aria-label={label}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  function Working({ id }: WidgetProps<string>) {
    usePendingWork<Json>({
      standIn: "later",
      prepare: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    return <input id={id} />;
  }
  const { person, field, save, writes } = await openLoadedForm("loans", {
    widgets: instead("reference-select", (props: WidgetProps<string>) =>
      props.path === "book" ? <Working {...props} /> : <Typing {...props} />,
    ),
  });
  await person.type(field("Number"), "L-0001");
  await person.type(field("Lent on"), "2026-01-02");
  await person.type(screen.getByLabelText("Lent by"), "s1");
  await save();
  act(() => breaks());
  await findNotice();
  await act(async () => finish("b1"));
  await waitFor(() => expect(document.activeElement?.closest(".failed-field")).toBe(notice()));
  expect(writes()).toEqual([]);
});

test("what the server refused of a field is forgiven when its widget breaks: it holds another value now", async () => {
  let breaks = () => {};
  // Holds no work: letting go of that would forgive as well.
  const Widget = ({ id }: WidgetProps) => {
    const [isBroken, setBroken] = useState(false);
    breaks = () => setBroken(true);
    if (isBroken) throw new Error("broken");
    return <input id={id} />;
  };
  const errors = [{ path: "/parent", keyword: "reference", message: "No such subject" }];
  const refused = { status: 400, body: { message: "x", errorCode: "VALIDATION_ERROR", errors } };
  const rest = blaming(BLAMELESS, keeps({ name: "Birds", parent: "s0" }));
  const { save } = await openSubject(Widget, {
    serve: (call) => (call.method === "PUT" ? refused : rest(call)),
  });
  await save();
  expect(await screen.findByText("No such subject")).toBeTruthy();
  act(() => breaks());
  const box = await findNotice();
  expect(screen.queryByText("No such subject")).toBeNull();
  expect(box.textContent).toContain("The rest can be saved.");
});

test("no widget changes the record in place", async () => {
  const thrown: unknown[] = [];
  const { person, save, saved } = await openSubject(({ id }: WidgetProps) => {
    const record = useRecord();
    const change = () => {
      try {
        Object.assign(record, { name: "Other" });
      } catch (error) {
        thrown.push(error);
      }
    };
    return (
      <button id={id} type="button" onClick={change}>
        change
      </button>
    );
  });
  await person.click(screen.getByText("change"));
  expect(thrown[0]).toBeInstanceOf(TypeError);
  await save();
  expect(saved()).toMatchObject({ name: "Birds" });
});

test("what was given to onChange is not changed later unseen", async () => {
  const given = ["kept"];
  let drawn = 0;
  const { person } = await openSubject(({ id, value, onChange }: WidgetProps) => {
    const [, drawAnew] = useState(0);
    drawn += 1;
    return (
      <>
        <button id={id} type="button" onClick={() => onChange(given)}>
          give
        </button>
        <button type="button" onClick={() => drawAnew(drawn)}>
          draw
        </button>
        <p title="value">{JSON.stringify(value)}</p>
      </>
    );
  });
  await person.click(screen.getByText("give"));
  given.push("late");
  await person.click(screen.getByText("draw"));
  expect(screen.getByTitle("value").textContent).toBe('["kept"]');
});

test("a standIn that is no JSON is the widget's fault, not the person's", async () => {
  const standIn: unknown = new Date(0);
  const { save, saved, person } = await openSubject(function Widget({ id }: WidgetProps) {
    usePendingWork<Json>({ standIn: standIn as Json, prepare: async () => "s9" });
    return <input id={id} />;
  });
  const box = await findNotice();
  expect(box.dataset.reason).toBe("value");
  expect(box.textContent).toContain("a Date is no JSON");
  await person.click(screen.getByRole("button", { name: /^Try again/ }));
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(saved()).toMatchObject({ parent: "s9" });
});

test("a failure without words says at least that it failed", async () => {
  const { save } = await openSubject(function Widget({ id }: WidgetProps) {
    usePendingWork<Json>({ prepare: () => Promise.reject(new FieldFailure(" ")) });
    return <input id={id} />;
  });
  await save();
  await waitFor(() =>
    expect(document.querySelector(".form-field-error")?.textContent).toContain(
      "Part of could not be made ready",
    ),
  );
});
