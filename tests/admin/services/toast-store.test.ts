import { expect, test } from "vitest";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";

const shown = (toasts: ReturnType<typeof makeToastStore>) =>
  toasts.get().map(({ kind, text }) => `${kind}: ${text}`);

test("the same text of a kind is shown once, as the last; another text or kind stays", () => {
  const toasts = makeToastStore();
  toasts.show("error", "a");
  toasts.show("error", "b");
  toasts.show("success", "a");
  toasts.show("error", "a");
  expect(shown(toasts)).toEqual(["error: b", "success: a", "error: a"]);
});

test("of more than four the oldest goes", () => {
  const toasts = makeToastStore();
  for (const text of ["a", "b", "c", "d"]) toasts.show("error", text);
  expect(shown(toasts)).toHaveLength(4);
  toasts.show("error", "e");
  expect(shown(toasts)).toEqual(["error: b", "error: c", "error: d", "error: e"]);
});

test("a cause takes its own toasts with it, no cause those of all causes; one without a cause stays", () => {
  const toasts = makeToastStore();
  toasts.show("error", "save", "save");
  toasts.show("error", "list", "list");
  toasts.show("success", "saved");
  toasts.clearCause("save");
  expect(shown(toasts)).toEqual(["error: list", "success: saved"]);
  toasts.clearCause();
  expect(shown(toasts)).toEqual(["success: saved"]);
});
