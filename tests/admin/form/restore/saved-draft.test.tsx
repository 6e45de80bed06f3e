import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import { type OpenedForm, openLoadedForm, type Serve, STORED } from "../open-form.tsx";
import { BIRDS, closeAndOpen, closeAndRestore, keptOf, NOTICE, notice } from "./restored.ts";

/** A server that stores what it is sent; the answer to the first attempt is lost, or never comes. */
function losesFirst(lose: () => Promise<never>) {
  const made = new Map<string, Record<string, Json>>();
  const serve: Serve = ({ method, path, body, key }) => {
    if (path.startsWith("/api/journal/created")) {
      const asked = new URL(path, "http://here").searchParams;
      expect(asked.get("entity")).toBe("subjects");
      return { status: 200, body: { record: made.get(asked.get("key") ?? "") ?? null } };
    }
    if (method === "POST" && key !== undefined) {
      const earlier = made.get(key);
      if (earlier !== undefined) return { status: 200, body: earlier, headers: { etag: '"1"' } };
      made.set(key, { ...STORED, ...body });
      return lose();
    }
    const [stored = {}] = made.values();
    return { status: 200, body: { ...stored, ...body } };
  };
  return { serve, made };
}
const lost = () => Promise.reject(new TypeError("network"));
const never = () => new Promise<never>(() => {});

const fill = ({ person, field }: OpenedForm) => person.type(field("Name"), "Birds");
/** The page ends before the answer comes. */
const fillAndSave = async (form: OpenedForm) => {
  await fill(form);
  await waitFor(async () => expect(form.field("Name")).toHaveProperty("value", "Birds"));
  void form.save();
  await waitFor(() => expect(form.writes()).toHaveLength(1));
};

test("a draft of what was stored while its page ended is not offered again", async () => {
  const { serve } = losesFirst(never);
  const { kept, device } = await closeAndOpen("subjects", fillAndSave, { serve });
  expect(kept).toBeDefined();
  await waitFor(async () => expect(await keptOf(device, "subjects")).toBeUndefined());
  expect(notice()).toBeNull();
});

test("one that was not stored is offered", async () => {
  const { serve } = losesFirst(never);
  await closeAndOpen("subjects", fill, { serve });
  await screen.findByText(NOTICE);
});

test("what was typed after that is offered, and becomes a change of the record that there is", async () => {
  const { serve, made } = losesFirst(lost);
  const form = await closeAndRestore(
    "subjects",
    async (first) => {
      await fillAndSave(first);
      await waitFor(() => expect(first.container.querySelector("[aria-busy=true]")).toBeNull());
      await first.person.type(first.field("Name"), "!");
    },
    { serve },
  );
  expect(form.field("Name")).toHaveProperty("value", "Birds!");
  await form.save();
  await screen.findByRole("heading", { name: "List" });
  expect(made.size).toBe(1);
  expect(form.writes()).toMatchObject([
    { method: "POST", body: { name: "Birds!" } },
    { method: "PUT", body: { name: "Birds!" }, ifMatch: '"1"' },
  ]);
});

test("a save that is tried again after its answer was lost makes one record", async () => {
  const { serve, made } = losesFirst(lost);
  const form = await openLoadedForm("subjects", { serve });
  await fillAndSave(form);
  await screen.findByText(/could not be saved|not reached|unreachable/i);
  await form.save();
  await screen.findByRole("heading", { name: "List" });
  expect(form.writes()).toMatchObject([
    { method: "POST", body: BIRDS },
    { method: "POST", body: BIRDS },
  ]);
  expect(made.size).toBe(1);
});
