import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import { FieldFailure, type PendingWork } from "../../../../src/plugin/host.ts";
import { usePendingWork } from "../../../../src/plugin/use-host.ts";
import { definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { openForm } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

/** What the pending work of each field did, in order. */
type Log = string[];

/** A widget that holds a value until save: `hold` puts it on hold, `prepare` is what a test makes of it. */
function holding(log: Log, prepare: (path: string, context: Context) => Promise<Json>) {
  return definePlugin({
    widget: function Holding({ id, path, label }: WidgetProps) {
      const [held, setHeld] = useState(false);
      usePendingWork<Json>(
        held
          ? {
              standIn: "later",
              prepare: (context) => prepare(path, context),
              saved: () => log.push(`${path} saved`),
              failed: () => log.push(`${path} failed`),
              left: () => log.push(`${path} left`),
            }
          : undefined,
      );
      return (
        <button id={id} type="button" onClick={() => setHeld(true)}>
          hold {label}
        </button>
      );
    },
  });
}

type Context = Parameters<PendingWork["prepare"]>[0];

async function open(prepare: (path: string, context: Context) => Promise<Json>) {
  const log: Log = [];
  const widget = holding(log, prepare);
  const form = await openForm("loans", {
    widgets: (kind, name) =>
      name === "reference-select" ? Promise.resolve(widget) : testWidgets(kind, name),
  });
  await screen.findByRole("button", { name: "Save" });
  await form.person.type(form.field("Number"), "L-0001");
  await form.person.type(form.field("Lent on"), "2026-01-02");
  return { ...form, log, hold: (label: string) => form.person.click(screen.getByText(`hold ${label}`)) };
}

test("pending work of all fields runs at once, under their names, and its values are saved", async () => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const { hold, save, services, writes, log } = await open((path, { progress }) => {
    started.push(path);
    progress(0.5);
    return new Promise((resolve) => ends.set(path, () => resolve(`made ${path}`)));
  });
  await hold("Book");
  await hold("Lent by");
  await save();
  expect(started).toEqual(["book", "member"]);
  expect(services.overlays.get()?.text).toMatch(/Book.*Lent by/);
  expect(services.overlays.get()?.share).toBe(0.5);
  expect(writes()).toEqual([]);
  ends.get("member")?.();
  ends.get("book")?.();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()[0]?.body).toMatchObject({ book: "made book", member: "made member" });
  expect(log).toEqual(["book saved", "member saved"]);
});

test("pending work stands in for its field's value until then: what has none is still required", async () => {
  const { hold, save, writes } = await open((path) => Promise.resolve(path));
  await hold("Book");
  await save();
  expect(screen.queryByText("Which book?")).toBeNull();
  expect(screen.getByText("Who lent it?")).toBeTruthy();
  expect(writes()).toEqual([]);
});

test("a required error goes when the field holds work", async () => {
  const { hold, save } = await open((path) => Promise.resolve(path));
  await save();
  expect(screen.getByText("Which book?")).toBeTruthy();
  await hold("Book");
  expect(screen.queryByText("Which book?")).toBeNull();
});

test("work that fails says so at its field; nothing is sent, all of it is ready for another try", async () => {
  let tries = 0;
  const { hold, save, writes, toasts, log } = await open((path) => {
    if (path !== "member") return Promise.resolve(path);
    tries += 1;
    return tries === 1 ? Promise.reject(new FieldFailure("The picture is too heavy")) : Promise.resolve(path);
  });
  await hold("Book");
  await hold("Lent by");
  await save();
  await screen.findByText("The picture is too heavy");
  expect(document.activeElement?.textContent).toBe("hold Lent by");
  expect(toasts()).toEqual([expect.stringMatching(/^error: .*The picture is too heavy/)]);
  expect(log).toEqual(["book failed", "member failed"]);
  expect(writes()).toEqual([]);
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()[0]?.body).toMatchObject({ book: "book", member: "member" });
});

test("giving up the wait stops the work and sends nothing", async () => {
  let heard: AbortSignal | undefined;
  let end = () => {};
  const { hold, save, services, writes, log } = await open((path, { signal }) => {
    heard = signal;
    return new Promise((resolve) => {
      end = () => resolve(path);
    });
  });
  await hold("Book");
  await hold("Lent by");
  await save();
  services.overlays.cancel();
  await waitFor(() => expect(services.overlays.get()).toBeUndefined());
  expect(heard?.aborted).toBe(true);
  end();
  expect(writes()).toEqual([]);
  expect(log).not.toContain("book saved");
});

test("leaving gives up what is held; leaving after a save does not", async () => {
  const first = await open((path) => Promise.resolve(path));
  await first.hold("Book");
  await first.person.click(screen.getByRole("button", { name: "Cancel" }));
  await first.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await screen.findByRole("heading", { name: "List" });
  expect(first.log).toEqual(["book left"]);
  first.unmount();

  const second = await open((path) => Promise.resolve(path));
  await second.hold("Book");
  await second.hold("Lent by");
  await second.save();
  await screen.findByRole("heading", { name: "List" });
  expect(second.log).toEqual(["book saved", "member saved"]);
});
