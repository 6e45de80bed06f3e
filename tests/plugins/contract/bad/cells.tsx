import { useState } from "react";
import { cell, GOOD_WIDGET, words } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

export const BAD_CELLS: readonly BadPlugin[] = [
  { code: "P1", title: "is a widget", exported: GOOD_WIDGET.exported, saying: "definePlugin({ cell })" },
  {
    code: "P2",
    title: "throws where there is nothing",
    exported: cell(({ value }) => <b>{(value as string).trim()}</b>),
    saying: "empty throws",
  },
  {
    code: "P3",
    title: "takes every value for a text",
    exported: cell(({ value }) => <b>{value?.trim()}</b>),
    saying: "throws",
  },
  {
    code: "P10",
    title: "keeps its first value",
    exported: cell(function First({ value }) {
      const [first] = useState(value);
      return <b>{words(first)}</b>;
    }),
    saying: "emptied from outside shows",
  },
  {
    code: "P17",
    title: "has a link in it",
    exported: cell(({ value }) => <a href="https://example.com">{words(value)}</a>),
    saying: "has <a>",
  },
  {
    code: "P17",
    title: "shows nothing",
    exported: cell(({ value }) => <i title={words(value)} />),
    saying: "neither text nor",
  },
  {
    code: "P20",
    title: "has words of its own for nothing",
    exported: cell(({ value }) => <b>{value == null ? "nothing" : words(value)}</b>),
    saying: 'empty says "nothing"',
    alone: true,
  },
  {
    code: "P20",
    title: "has words of its own in its tooltip",
    exported: cell(({ value }) => <b title={`Note: ${words(value)}`}>{words(value)}</b>),
    saying: 'says "Note:',
    alone: true,
  },
];
