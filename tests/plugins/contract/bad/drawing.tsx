import { useEffect, useState } from "react";
import { GOOD_WIDGET, Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** Shows what it was opened with, whatever comes later. */
function Stubborn(props: Props) {
  const [first] = useState(props.value);
  return <Note {...props} value={first} />;
}

/** Widgets that are not drawn as the rules of drawing ask (P1, P2, P3, P10, P11). */
export const BAD_DRAWING: readonly BadPlugin[] = [
  { code: "P1", title: "exports nothing", exported: undefined, saying: "must default-export" },
  {
    code: "P1",
    title: "does not say what an option is",
    exported: GOOD_WIDGET.exported,
    manifest: { options: { type: "object", properties: { loud: { type: "boolean", default: false } } } },
    saying: "title",
  },
  {
    code: "P1",
    title: "has a server hook that is none",
    exported: GOOD_WIDGET.exported,
    server: 5,
    saying: "no server hook",
  },
  {
    code: "P2",
    title: "throws where it is read-only",
    exported: widget((props) => {
      if (props.readOnly) throw new Error("no");
      return <Note {...props} />;
    }),
    saying: "read-only throws Error: no",
  },
  {
    code: "P2",
    title: "shows no value",
    exported: widget((props) => <Note {...props} value={null} />),
    saying: "looks the same filled and empty",
  },
  {
    code: "P3",
    title: "takes every value for a text",
    exported: widget((props) => <Note {...props} value={(props.value ?? "").trim()} />),
    saying: "throws",
  },
  {
    code: "P3",
    title: "mends a value that it finds odd",
    exported: widget(function Mending(props) {
      const { value, onChange } = props;
      useEffect(() => {
        if (typeof value === "number") onChange(String(value));
      }, [value, onChange]);
      return <Note {...props} />;
    }),
    saying: 'emitted anew as ["0"',
  },
  {
    code: "P10",
    title: "keeps the value that it was opened with",
    exported: widget(Stubborn),
    saying: "emptied from outside shows",
  },
  {
    code: "P11",
    title: "throws at an option's example",
    exported: widget((props) => {
      if (props.options.loud) throw new Error("too loud");
      return <Note {...props} />;
    }),
    saying: "loud: true throws Error: too loud",
  },
];
