import { defineServerPlugin, type Json } from "admin";
import { GOOD_WIDGET } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** Widgets whose server hook breaks its rule (P18). */
export const BAD_HOOKS: readonly BadPlugin[] = [
  {
    code: "P18",
    title: "has a server hook that completes what is no text",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<Json>({ complete: () => 5 }),
    saying: "complete throws",
  },
  {
    code: "P18",
    title: "has a server hook that cleans no empty text",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ clean: (value) => (value.at(0) as string).trim() + value.slice(1) }),
    saying: "clean throws",
  },
  {
    code: "P18",
    title: "has a server hook that changes the record",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<Json>({
      check: (_value, { record }) => {
        Object.assign(record, { seen: true });
        return [];
      },
    }),
    saying: "check throws",
  },
  {
    code: "P18",
    title: "has a server hook that refuses its own example",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ check: () => [{ keyword: "clear" }] }),
    saying: "refuses the example",
  },
  {
    code: "P18",
    title: "has a server hook that refuses without a sentence",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ check: (value) => (value === "" ? [{ keyword: "blank" }] : []) }),
    saying: "which no message has",
  },
  {
    code: "P18",
    title: "has a server hook that converts without end",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ storedForm: () => "shouted", convert: (value) => `${value}!` }),
    saying: "convert changes what it converted",
  },
  {
    code: "P18",
    title: "has a server hook whose images are no list",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ images: (value) => JSON.parse(JSON.stringify(value)) }),
    saying: "images throws",
  },
];
