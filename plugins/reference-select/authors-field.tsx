import { cleanup, screen } from "@testing-library/react";
import type { StoredRecord } from "admin";
import type { FieldHost, ReferencePage, ReferenceQuery } from "admin/widget-testing";
import { type RenderOptions, renderWidget } from "admin/widget-testing";
import { afterEach, beforeEach, expect, vi } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

export const record = (_id: string, name: string): StoredRecord => ({
  _id,
  name,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
});

/** Twenty-three authors: three pages of ten. */
const authors = Array.from({ length: 23 }, (_, index) => record(`a${index + 1}`, `Author ${index + 1}`));

export function library(over: Partial<FieldHost> = {}) {
  const asked: ReferenceQuery[] = [];
  const gotten: string[] = [];
  const host: Partial<FieldHost> = {
    listReferences: async (query) => {
      asked.push(query);
      return page(query);
    },
    getReference: async (_entity, id) => {
      gotten.push(id);
      return authors.find((author) => author._id === id);
    },
    ...over,
  };
  return { host, asked, gotten };
}

export function page(query: ReferenceQuery): ReferencePage {
  const found = authors.filter((author) => String(author.name).includes(query.search ?? ""));
  return { records: found.slice((query.page - 1) * 10, query.page * 10), total: found.length };
}

export const rules = { reference: { entity: "authors", label: "name", fields: [], tree: false } };
export function show(options: RenderOptions<string, object> = {}) {
  return renderWidget<string, object>(plugin.widget, {
    manifest,
    ...options,
    props: { rules, ...options.props },
  });
}

export const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Field" });
export const labels = () => screen.queryAllByRole("option").map((option) => option.textContent);
export const active = () =>
  document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

/** Between tests: nothing stays on the page, and nothing was said to the console. */
export function keepQuiet(): void {
  let said: string[];
  beforeEach(() => {
    said = [];
    for (const kind of ["error", "warn", "log"] as const)
      vi.spyOn(console, kind).mockImplementation((...all) => said.push(all.join(" ")));
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    expect(said).toEqual([]);
  });
}
