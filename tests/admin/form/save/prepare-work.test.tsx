import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "../../../../src/admin/api/failure.ts";
import { FieldFailure, type PendingWork, type PrepareContext } from "../../../../src/plugin/host.ts";
import { usePendingWork } from "../../../../src/plugin/use-host.ts";
import type { WidgetProps } from "../../../../src/plugin/widget.ts";
import { findNotice, instead, notice } from "../field/breaking-widget.tsx";
import { openLoadedForm } from "../open-form.tsx";

// What a person sees of pending work while it is prepared, and after it failed.

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Prepare = (path: string, context: PrepareContext) => Promise<string>;

/** A loan whose two references are held until save, each with what was typed into it. */
async function openLoan(prepare: Prepare, patience?: number, deadly?: string) {
  const log: string[] = [];
  function Holding({ id, path, label }: WidgetProps<string>) {
    const [typed, type] = useState("");
    const [isHeld, hold] = useState(false);
    if (deadly !== undefined && typed.endsWith(deadly)) throw new Error("it cannot be drawn");
    const work: PendingWork<string> = {
      standIn: "later",
      ...(patience === undefined ? {} : { patience }),
      prepare: (context) => {
        log.push(`${path} begins`);
        return prepare(path, context);
      },
      saved: () => log.push(`${path} saved`),
      failed: () => log.push(`${path} failed`),
      left: () => log.push(`${path} left`),
    };
    usePendingWork(isHeld && typed !== "withdrawn" ? work : undefined);
    return (
      <input
        id={id}
        aria-label={label}
        value={typed}
        onFocus={() => hold(true)}
        onChange={(event) => type(event.target.value)}
      />
    );
  }
  const form = await openLoadedForm("loans", { widgets: instead("reference-select", Holding) });
  await form.person.type(form.field("Number"), "L-0001");
  await form.person.type(form.field("Lent on"), "2026-01-02");
  await form.person.type(screen.getByLabelText("Book"), "kept");
  await form.person.click(screen.getByLabelText("Lent by"));
  return { ...form, log };
}

const again = () => screen.getByRole("button", { name: /^Try again/ });
const kept = () => document.querySelector<HTMLInputElement>("input[aria-label=Book]")?.value;

test("the sentence names what is still waited for, how much is done, and what failed", async () => {
  const ends = new Map<string, { resolve(value: string): void; reject(error: unknown): void }>();
  const { save, services } = await openLoan(
    (path) => new Promise((resolve, reject) => ends.set(path, { resolve, reject })),
  );
  await save();
  const text = () => services.overlays.get()?.text;
  expect(text()).toBe("Preparing Book and Lent by (0 of 2 done)");
  expect(services.overlays.get()?.words?.offersAtOnce).toBe(true);
  await act(async () => ends.get("member")?.resolve("m1"));
  expect(text()).toBe("Preparing Book (1 of 2 done)");
  await act(async () => ends.get("book")?.reject(new FieldFailure("Too heavy")));
  await screen.findByText("Too heavy");
  await save();
  await act(async () => ends.get("book")?.reject(new FieldFailure("Too heavy")));
  expect(text()).toBe("Book failed; waiting for Lent by (1 of 2 done)");
  await act(async () => ends.get("member")?.resolve("m1"));
  await waitFor(() => expect(services.overlays.get()).toBeUndefined());
});

test("what a widget says of its work is read while it lasts, with the field's name where there are several", async () => {
  const works = new Map<string, { context: PrepareContext; resolve(value: string): void }>();
  const { save, services } = await openLoan(
    (path, context) => new Promise((resolve) => works.set(path, { context, resolve })),
  );
  const text = () => services.overlays.get()?.text;
  await save();
  act(() => works.get("book")?.context.progress(0.5, "Uploading 1 of 2"));
  expect(text()).toBe("Preparing Book (Uploading 1 of 2) and Lent by (0 of 2 done)");
  act(() => works.get("book")?.context.progress(0.9));
  expect(text()).toBe("Preparing Book (Uploading 1 of 2) and Lent by (0 of 2 done)");
  await act(async () => works.get("member")?.resolve("m1"));
  expect(text()).toBe("Preparing Book (Uploading 1 of 2) (1 of 2 done)");
});

test("where there is one work alone, what it says is all that is read", async () => {
  let given: PrepareContext | undefined;
  const work: PendingWork<string> = {
    standIn: "later",
    prepare: (context) => {
      given = context;
      return new Promise(() => {});
    },
  };
  function One({ id, label }: WidgetProps<string>) {
    usePendingWork(work);
    return <input id={id} aria-label={label} />;
  }
  const { save, services, person, field } = await openLoadedForm("subjects", {
    widgets: instead("reference-select", One),
  });
  await person.type(field("Name"), "Birds");
  await save();
  expect(services.overlays.get()?.text).toBe("Preparing Part of");
  act(() => given?.progress(0, "Uploading 1 of 2"));
  expect(services.overlays.get()?.text).toBe("Uploading 1 of 2");
});

test("a widget that withdraws its work while it is prepared: the rest is saved without", async () => {
  const ends = new Map<string, (value: string) => void>();
  const signals = new Map<string, AbortSignal>();
  const { save, writes, log } = await openLoan((path, { signal }) => {
    signals.set(path, signal);
    return new Promise((resolve) => ends.set(path, resolve));
  });
  await save();
  fireEvent.change(screen.getByLabelText("Lent by"), { target: { value: "withdrawn" } });
  expect([signals.get("member")?.aborted, signals.get("book")?.aborted]).toEqual([true, false]);
  await act(async () => ends.get("member")?.("m1"));
  await act(async () => ends.get("book")?.("b1"));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]).toMatchObject({ body: { book: "b1" } });
  expect(JSON.stringify(writes())).not.toContain("m1");
  await waitFor(() => expect(log).toContain("book saved"));
  expect(log.filter((line) => line.startsWith("member"))).toEqual(["member begins"]);
});

test("several failures each stand at their field, and the message names them", async () => {
  const { save, toasts } = await openLoan((path) => Promise.reject(new FieldFailure(`no ${path}`)));
  await save();
  await screen.findByText("no book");
  screen.getByText("no member");
  expect(toasts()).toEqual([expect.stringContaining("Book: no book; Lent by: no member")]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Book");
});

test("work with a bug sets its field aside, with what is in it; the rest saves, and another try is as good as the first", async () => {
  let tries = 0;
  const { person, save, writes, toasts, log } = await openLoan((path) => {
    if (path !== "book") return Promise.resolve(`new ${path}`);
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError("x is undefined")) : Promise.resolve("new book");
  });
  await save();
  const box = await findNotice();
  expect([box.id, box.dataset.reason]).toEqual(["form.book", "prepare"]);
  expect(box.textContent).toContain("Book could not be made ready");
  expect(box.textContent).toContain("x is undefined");
  expect(box.textContent).toContain("hat you entered here waits");
  expect(toasts()).toEqual([]);
  expect(document.activeElement).toBe(again());
  expect(kept()).toBe("kept");
  // Nothing of it is sent or run while its field is failed: a book is required.
  await save();
  expect(screen.getByText("Which book?")).toBeTruthy();
  expect(tries).toBe(1);
  await person.click(again());
  expect(notice()).toBeNull();
  expect(kept()).toBe("kept");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()[0]?.body).toMatchObject({ book: "new book", member: "new member" });
  expect(log).toEqual([
    "book begins",
    "member begins",
    "book failed",
    "member failed",
    "book begins",
    "member begins",
    "book saved",
    "member saved",
  ]);
});

test("work that outlasts its timeout is stopped, and its field marked failed", async () => {
  let heard: AbortSignal | undefined;
  const { person, save, toasts, log } = await openLoan((path, { signal }) => {
    if (path !== "book") return Promise.resolve(path);
    heard = signal;
    return new Promise(() => {});
  }, 30);
  await save();
  const box = await findNotice();
  expect([box.id, box.dataset.reason]).toEqual(["form.book", "slow"]);
  expect(heard?.aborted).toBe(true);
  expect(toasts()).toEqual([]);
  // Its widget goes on, with all that it holds.
  await person.click(again());
  expect(kept()).toBe("kept");
  expect(log).not.toContain("book left");
});

test("back to the stored value gives up what is held, once", async () => {
  const { person, save, log } = await openLoan((path) =>
    path === "book" ? Promise.reject(new Error("x")) : Promise.resolve(path),
  );
  await save();
  await findNotice();
  await person.click(
    screen.getByRole("button", { name: /^(Drop what was entered|Back to the stored value)/ }),
  );
  expect(log.filter((line) => line === "book left")).toHaveLength(1);
  expect(kept()).toBe("");
});

test("a widget that throws while it holds work gives it up: it cannot come back", async () => {
  const { person, log, save } = await openLoan((path) => Promise.resolve(path), undefined, "boom");
  await person.type(screen.getByLabelText("Book"), "boom");
  await findNotice();
  expect(log).toEqual(["book left"]);
  await save();
  expect(log).toEqual(["book left"]);
});

test("giving up says nothing, and leaves everything ready for another try", async () => {
  let end: (value: string) => void = () => {};
  const { save, services, toasts, writes, log } = await openLoan((path, { signal }) =>
    path === "book" && !log.includes("book failed")
      ? new Promise((resolve) => {
          end = resolve;
          expect(signal.aborted).toBe(false);
        })
      : Promise.resolve(path),
  );
  await save();
  act(() => services.overlays.cancel());
  await waitFor(() => expect(services.overlays.get()).toBeUndefined());
  expect([toasts(), notice()]).toEqual([[], null]);
  // It does not heed its signal: the next try waits for it.
  await save();
  expect(log.filter((line) => line === "book begins")).toHaveLength(1);
  await act(async () => end("late"));
  await screen.findByRole("heading", { name: "List" });
  expect(writes()[0]?.body).toMatchObject({ book: "book", member: "member" });
  expect(log.filter((line) => line === "book failed")).toHaveLength(1);
});

test("a failure that is the end of the session has been said already", async () => {
  const expired = new ApiFailure("answer", "Log in again", { status: 401, expired: true });
  const { save, toasts, services } = await openLoan(() =>
    Promise.reject(new FieldFailure("Log in again", { cause: expired })),
  );
  await save();
  await waitFor(() => expect(services.overlays.get()).toBeUndefined());
  expect(toasts()).toEqual([]);
});

test("a form that is left while it saves gives up what it held only when the save fails", async () => {
  let end: (error: unknown) => void = () => {};
  const { person, save, router, log } = await openLoan((path) =>
    path === "book" ? new Promise((_, reject) => (end = reject)) : Promise.resolve(path),
  );
  await save();
  act(() => router("/elsewhere"));
  await person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await screen.findByRole("heading", { name: "List" });
  expect(log).not.toContain("book left");
  await act(async () => end(new FieldFailure("x")));
  await waitFor(() => expect(log).toContain("member left"));
  expect(log.slice(2)).toEqual(["book failed", "member failed", "book left", "member left"]);
});
