import { cleanup, screen } from "@testing-library/react";
import { type GivenField, type RecordingHost, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, beforeEach, expect, vi } from "vitest";
import plugin from "./index.tsx";
import type { Options, Value } from "./manifest.ts";
import manifest from "./plugin.json" with { type: "json" };

/** Twenty-three authors: three pages of ten. */
export const authors = Array.from({ length: 23 }, (_, index) => ({
  _id: `a${index + 1}`,
  name: `Author ${index + 1}`,
}));

export const field = {
  type: "string",
  title: "Field",
  reference: { entity: "authors", label: "name" },
} satisfies GivenField;

export function show(given: WidgetGiven<Value, Options> = {}) {
  return renderWidget(plugin, manifest, { field, references: { authors }, ...given });
}

/** The pages that were asked for. */
export const queries = (host: RecordingHost) => host.all("references").map(({ query }) => query);

export const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Field" });
export const labels = () => screen.queryAllByRole("option").map((option) => option.textContent);
export const active = () =>
  document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

/** Between tests: nothing stays on the page, and nothing was written to the console. */
export function keepQuiet(): void {
  let written: string[];
  beforeEach(() => {
    written = [];
    for (const kind of ["error", "warn", "log"] as const)
      vi.spyOn(console, kind).mockImplementation((...all) => written.push(all.join(" ")));
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    expect(written).toEqual([]);
  });
}
