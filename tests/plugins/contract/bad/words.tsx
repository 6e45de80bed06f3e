import { useHost } from "admin";
import { type ReactNode, useState } from "react";
import { clearText, GOOD_WIDGET, Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** Has a button that opens something. */
function Opening({ children, ...props }: Props & { children: ReactNode }) {
  const host = useHost();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Note
      {...props}
      more={
        <>
          <button type="button" aria-label={host.message("clear")} onClick={() => setIsOpen(!isOpen)}>
            ?
          </button>
          {isOpen && children}
        </>
      }
    />
  );
}

/** Widgets with words that no message has, and with too many in the console (P14, P16, P20). */
export const BAD_WORDS: readonly BadPlugin[] = [
  {
    code: "P14",
    title: "says what nobody wrote",
    exported: widget(function Silent(props) {
      const host = useHost();
      return <Note {...props} more={<i>{host.message("forgotten")}</i>} />;
    }),
    saying: 'nobody says "forgotten"',
  },
  {
    code: "P14",
    title: "speaks one language of two in a sentence",
    exported: GOOD_WIDGET.exported,
    manifest: {
      messages: {
        clear: { description: "x", text: clearText },
        done: { description: "x", text: { en: "Done" } },
      },
    },
    saying: '"done" is not said in nl',
  },
  {
    code: "P14",
    title: "fills in no value",
    exported: GOOD_WIDGET.exported,
    manifest: {
      messages: { clear: { description: "{count}", text: { en: "Clear {count}", nl: "Wis {count}" } } },
    },
    saying: '"clear" lacks a value',
  },
  {
    code: "P16",
    title: "logs",
    exported: widget((props) => {
      console.log("drawn");
      return <Note {...props} />;
    }),
    saying: "console.log: drawn",
  },
  {
    code: "P20",
    title: "names what it shows in its own words",
    exported: widget((props) => <Note {...props} withInput={{ title: `Type ${props.label}` }} />),
    saying: 'says "Type", which is no message',
    alone: true,
  },
  {
    code: "P20",
    title: "has words of its own where it is read-only",
    exported: widget((props) => <Note {...props} more={props.readOnly && <i>locked</i>} />),
    saying: 'read-only says "locked"',
  },
  {
    code: "P20",
    title: "has words of its own in what a click opens",
    exported: widget((props) => (
      <Opening {...props}>
        <i>All of it is lost</i>
      </Opening>
    )),
    saying: 'after a click says "All of it is lost"',
  },
  {
    code: "P20",
    title: "fills its own words into a sentence",
    exported: widget(function Filling(props) {
      const host = useHost();
      return <Note {...props} more={<i>{host.message("done", { what: "everything" })}</i>} />;
    }),
    manifest: {
      messages: {
        clear: { description: "x", text: clearText },
        done: { description: "{what}", text: { en: "{what} is done", nl: "{what} is klaar" } },
      },
    },
    saying: 'says "everything"',
  },
  {
    code: "P20",
    title: "toasts in its own words",
    exported: widget(function Toasting(props) {
      const host = useHost();
      const clear = (value: string | null) => {
        if (value === null) host.toast("success", "Gone");
        props.onChange(value);
      };
      return <Note {...props} onChange={clear} />;
    }),
    saying: 'says "Gone"',
  },
];
