import type { KeyboardEvent } from "react";
import { type Hook, Note, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** A place that Tab stops at for one key alone. */
export const KEYED_WIDGETS: readonly Hook[] = ["d", "7", "Escape", "PageDown"].map((key) => ({
  exported: widget((props) => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === key) event.preventDefault();
    };
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a key does something there
    const place = <span role="note" tabIndex={0} onKeyDown={onKeyDown} />;
    return <Note {...props} more={place} />;
  }),
}));

/** Widgets that labels, screen readers or keys do not reach (P6, P7, P8, P9, P15), and places that one key reaches. */
export const BAD_REACH: readonly BadPlugin[] = [
  {
    code: "P6",
    title: "has an id of its own",
    exported: widget((props) => <Note {...props} id="mine" />),
    saying: "no element has the id",
  },
  {
    code: "P6",
    title: "has its id on what is no control",
    exported: widget((props) => (
      <div id={props.id}>
        <Note {...props} id="mine" withInput={{ "aria-label": props.label }} />
      </div>
    )),
    saying: "is no control",
  },
  {
    code: "P6",
    title: "names its control otherwise",
    exported: widget((props) => <Note {...props} withInput={{ "aria-label": "Text" }} />),
    saying: "and not its label",
  },
  {
    code: "P7",
    title: "is not described by hint and error",
    exported: widget((props) => <Note {...props} describedBy={undefined} />),
    saying: "-error",
  },
  {
    code: "P7",
    title: "never says that it is wrong",
    exported: widget((props) => <Note {...props} invalid={false} />),
    saying: "is not aria-invalid",
  },
  {
    code: "P7",
    title: "is described by what is not there",
    exported: widget((props) => <Note {...props} describedBy={`${props.describedBy} nothing`} />),
    saying: "which nothing is",
  },
  {
    code: "P8",
    title: "never tells that it was left",
    exported: widget((props) => <Note {...props} onBlur={() => {}} />),
    saying: "nothing reports that it was left",
  },
  {
    code: "P8",
    title: "cannot have the focus",
    exported: widget((props) => <Note {...props} withInput={{ disabled: true }} />),
    saying: "does not take the focus",
  },
  {
    code: "P9",
    title: "is cleared by what only a pointer comes to",
    exported: widget((props) => {
      const pointed = { onClick: () => props.onChange("pointed") };
      return <Note {...props} more={<span {...pointed}>now</span>} />;
    }),
    saying: "which no key did",
  },
  {
    code: "P9",
    title: "lets Tab stop where no key does anything",
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what the rule finds
    exported: widget((props) => <Note {...props} more={<span tabIndex={0}>now</span>} />),
    saying: 'Tab stops at <span> "now", where no key does anything',
  },
  {
    code: "P9",
    title: "takes a button out of the order of Tab",
    exported: widget((props) => (
      <Note
        {...props}
        more={
          <button type="button" tabIndex={-1} onClick={() => props.onChange("now")}>
            Now
          </button>
        }
      />
    )),
    saying: 'keys do not come to <button> "Now"',
  },
  {
    code: "P9",
    title: "takes one of two buttons of a name out of the order of Tab",
    exported: widget((props) => {
      const button = { type: "button", children: "Now", onClick: () => props.onChange("now") } as const;
      const more = (
        <>
          <button {...button} />
          <button {...button} tabIndex={-1} />
        </>
      );
      return <Note {...props} more={more} />;
    }),
    saying: 'keys do not come to <button> "Now"',
  },
  {
    code: "P15",
    title: "has a nameless button",
    exported: widget((props) => <Note {...props} more={<button type="button" />} />),
    saying: "button-name",
  },
];
