import { cleanup, screen } from "@testing-library/react";
import type { Json } from "admin";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, beforeEach, expect, vi } from "vitest";
import plugin from "./index.tsx";
import type { Options } from "./manifest.ts";
import manifest from "./plugin.json" with { type: "json" };

const cover = (imgUrl: string) => ({ fileName: imgUrl, imgUrl, expiresAt: null });
const books = [
  { _id: "b1", title: "Emma", cover: cover("/api/images/emma.jpg") },
  { _id: "b2", title: "Middlemarch", cover: cover("https://elsewhere/m.jpg") },
  { _id: "b3", title: "Persuasion", cover: null },
];

export const field = {
  type: "array",
  title: "Field",
  maxItems: 3,
  uniqueBy: "book",
  messages: { maxItems: "At most {limit} books", uniqueBy: "Not the same book twice" },
  items: {
    type: "object",
    properties: {
      note: { type: "string" },
      book: { type: "string", reference: { entity: "books", label: "title", fields: ["cover"] } },
    },
  },
} satisfies GivenField;

export function show(given: WidgetGiven<Json, Options> = {}) {
  return renderWidget(plugin, manifest, {
    field,
    references: { books },
    options: { imageField: "cover" },
    ...given,
  });
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
export const pickers = () => screen.queryAllByRole<HTMLInputElement>("combobox");
export const texts = () => pickers().map((picker) => picker.value);
export const images = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
export const three = [{ book: "b1" }, { book: "b2" }, { book: "b3" }];

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
