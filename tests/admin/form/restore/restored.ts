import { act, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { Draft, DraftStore } from "../../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../../src/admin/services/memory-drafts.ts";
import {
  type FormOptions,
  keeps,
  type OpenedForm,
  openLoadedForm,
  type Serve,
  STORED,
} from "../open-form.tsx";

/** What tests of drafts begin with: a form that is filled in, left by a crash, and opened again on the same device. */

export const BIRDS = { name: "Birds", parent: null };
export const edits = (serve: Serve = keeps(BIRDS)): FormOptions => ({ id: STORED._id, serve });
export const NEWER = { ...STORED, updatedAt: "2026-02-02T00:00:00.000Z", updatedBy: "keeper", ...BIRDS };

export const NOTICE = /^Unsaved input \(/;
export const notice = () => screen.queryByText(NOTICE);
export const restore = (form: Pick<OpenedForm, "person">) =>
  form.person.click(screen.getByRole("button", { name: "Restore" }));

/** The one draft that is kept of a form; undefined where there is none. */
export async function keptOf(
  device: DraftStore,
  entity: string,
  { id, account = "a" }: FormOptions = {},
): Promise<Draft | undefined> {
  const address = `/${entity}/${id === undefined ? "create" : `edit/${id}`}`;
  const found = await device.find(account, address);
  expect(found.length).toBeLessThan(2);
  return found[0];
}

/** Path and value of all that is kept. */
export const valuesOf = (draft: Draft | undefined) => draft?.fields.map(({ path, value }) => [path, value]);

/** Fills a form in and closes it as a browser that ends does, then opens it again. */
export async function closeAndOpen(
  entity: string,
  type: (form: OpenedForm) => Promise<unknown>,
  first: FormOptions = {},
  again: FormOptions = first,
) {
  const device = makeMemoryDrafts();
  const before = await openLoadedForm(entity, { ...first, device });
  await type(before);
  before.unmount();
  await act(async () => {});
  const kept = await keptOf(device, entity, first);
  const form = await openLoadedForm(entity, { ...again, device });
  return { ...form, device, kept };
}

/** The same with what was typed in the form again. */
export async function closeAndRestore(...given: Parameters<typeof closeAndOpen>) {
  const form = await closeAndOpen(...given);
  await screen.findByText(NOTICE);
  await restore(form);
  expect(notice()).toBeNull();
  return form;
}

/** @param next what the next offer would put in place, where there is one */
export async function discard({ person }: Pick<OpenedForm, "person">, next?: string): Promise<void> {
  await person.click(screen.getByRole("button", { name: "Discard" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("Discard what you typed?");
  await person.click(within(question).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(document.querySelector(".draft ins")?.textContent).toBe(next));
}
