import { waitFor } from "@testing-library/react";
import type { PluginLoader } from "../../../../src/plugin/registry.ts";
import { type AnyWidget, definePlugin } from "../../../../src/plugin/widget.ts";
import { type FormOptions, keeps, openLoadedForm, type Serve, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

/** `widget` in place of the one named, the others as ever. */
export const instead =
  (name: string, widget: AnyWidget): PluginLoader =>
  (kind, wanted) =>
    wanted === name ? Promise.resolve(definePlugin({ widget })) : testWidgets(kind, wanted);

/** Who is to blame, as the server answers it; everything else as `rest` does. */
export const blaming =
  (answer: unknown, rest: Serve): Serve =>
  (call) =>
    call.path.startsWith("/api/config/blame") ? { status: 200, body: answer } : rest(call);

export const BLAMELESS = {
  plugin: "plugins/tree",
  place: { file: "config/entities/subjects.json", line: 14, column: 7 },
  problems: [],
};

/** The form of a stored subject, whose field "Part of" is edited by `widget`. */
export async function openSubject(widget: AnyWidget, options: FormOptions = {}) {
  const form = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: blaming(BLAMELESS, keeps({ name: "Birds", parent: "s0" })),
    widgets: instead("reference-select", widget),
    ...options,
  });
  return { ...form, notice };
}

/** The notice in place of a widget that broke. */
export function notice(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".failed-field");
}
/** Once it says who is to blame, where somebody is. */
export function findNotice(): Promise<HTMLElement> {
  return waitFor(() => {
    const found = notice();
    if (found === null) throw new Error("There is no notice.");
    const { reason, blame } = found.dataset;
    if (reason !== "chunk" && blame === undefined) throw new Error("Nobody is blamed.");
    return found;
  });
}
