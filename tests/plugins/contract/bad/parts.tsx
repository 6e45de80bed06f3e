import type { PluginManifest } from "../../../../src/model/plugin-manifest.ts";
import { GOOD_WIDGET, Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** It has one part, and may have another. */
const HOURS: Partial<PluginManifest> = {
  values: ["object"],
  showsErrors: true,
  examples: [
    {
      title: "A day",
      field: {
        type: "object",
        title: "Open",
        properties: { from: { type: "string", title: "From" }, to: { type: "string", title: "To" } },
      },
      value: { from: "09:00" },
    },
  ],
};

const errorsIn = ({ errors = [] }: Props) => errors.map(({ message }) => message).join();

/** Widgets that do not show the errors inside their value (P21). */
export const BAD_PARTS: readonly BadPlugin[] = [
  {
    code: "P21",
    title: "does not show the errors that it says it shows",
    exported: widget((props) => <Note {...props} />),
    manifest: HOURS,
    saying: "an error at /to is not seen",
  },
  {
    code: "P21",
    title: "shows errors of its value beside what they are about",
    exported: widget((props) => <Note {...props} more={<i>{errorsIn(props)}</i>} />),
    manifest: HOURS,
    saying: "an error at /from is tied to nothing",
  },
  {
    code: "P21",
    title: "does not say that a part is wrong",
    exported: widget((props) => (
      <Note
        {...props}
        withInput={{ "aria-describedby": `${props.describedBy} ${props.id}-parts` }}
        more={<i id={`${props.id}-parts`}>{errorsIn(props)}</i>}
      />
    )),
    manifest: HOURS,
    saying: "which is not aria-invalid",
  },
  {
    code: "P21",
    title: "shows errors inside a value that has no inside",
    exported: GOOD_WIDGET.exported,
    manifest: { showsErrors: true },
    saying: "no example's value has parts",
    alone: true,
  },
];
