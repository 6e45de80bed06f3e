import { cleanup, screen } from "@testing-library/react";
import type { Json, StoredRecord } from "admin";
import type { FieldHost, ReferenceQuery } from "admin/widget-testing";
import { type RenderOptions, renderWidget } from "admin/widget-testing";
import { afterEach, beforeEach, expect, vi } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

const book = (_id: string, title: string, cover?: string): StoredRecord => ({
  _id,
  title,
  cover: cover === undefined ? null : { fileName: cover, imgUrl: cover, expiresAt: null },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
});
const books = [
  book("b1", "Emma", "/api/images/emma.jpg"),
  book("b2", "Middlemarch", "https://elsewhere/m.jpg"),
  book("b3", "Persuasion"),
];

export const rules = {
  maxItems: 3,
  uniqueBy: "book",
  items: {
    fields: {
      note: {},
      book: { reference: { entity: "books", label: "title", fields: ["cover"], tree: false } },
    },
  },
};
const messages = { "rule.maxItems": "At most {limit} books", "rule.uniqueBy": "Not the same book twice" };

/** What was asked for since the test began. */
export const asked: ReferenceQuery[] = [];
export function show(options: RenderOptions<Json, object> = {}) {
  const host: Partial<FieldHost> = {
    listReferences: async (query) => {
      asked.push(query);
      return { records: books, total: books.length };
    },
    getReference: async (_entity, id) => books.find((one) => one._id === id),
  };
  return renderWidget<Json, object>(plugin.widget, {
    manifest,
    messages,
    host,
    ...options,
    props: { rules, options: { imageField: "cover" }, ...options.props },
  });
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
export const pickers = () => screen.queryAllByRole<HTMLInputElement>("combobox");
export const texts = () => pickers().map((picker) => picker.value);
export const images = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
export const three = [{ book: "b1" }, { book: "b2" }, { book: "b3" }];

/** Between tests: nothing stays on the page, and nothing was said to the console. */
export function keepQuiet(): void {
  let said: string[];
  beforeEach(() => {
    asked.length = 0;
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
