import { definePlugin, useHost, type WidgetProps } from "admin";
import type { ReactNode } from "react";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { CellProps } from "../../../src/plugin/widget.ts";

/** A plugin's hooks, as far as they differ from those that keep the contract. */
export interface Hook {
  readonly exported: unknown;
  /** Default export of its `server.ts`, where it has one. */
  readonly server?: unknown;
  readonly manifest?: Partial<PluginManifest>;
}

/** What the widget's button says. */
export const clearText = { en: "Clear", nl: "Wissen" };

export const MANIFESTS: Readonly<Record<"widget" | "cell", PluginManifest>> = {
  widget: {
    name: "note",
    kind: "widget",
    api: 1,
    description: "A line of text that can be cleared.",
    values: ["string"],
    options: {
      type: "object",
      properties: {
        loud: {
          type: "boolean",
          title: "Loud",
          description: "In large letters.",
          default: false,
          examples: [true],
        },
      },
    },
    messages: { clear: { description: "Button that empties it.", text: clearText } },
  },
  cell: { name: "note", kind: "cell", api: 1, description: "A line of text.", values: ["string"] },
};

export type Props = WidgetProps<string, { readonly loud: boolean }>;

/** The widget that keeps the contract; `with…` are the parts that bad ones change. */
export function Note({ withInput = {}, more, ...props }: Props & { withInput?: object; more?: ReactNode }) {
  const host = useHost();
  const { id, label, value, disabled, readOnly } = props;
  return (
    <span>
      <input
        id={id}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid}
        aria-required={props.required}
        disabled={disabled}
        readOnly={readOnly}
        value={typeof value === "string" ? value : JSON.stringify(value ?? "").replaceAll('"', "")}
        onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
        onBlur={props.onBlur}
        {...withInput}
      />
      {!disabled && !readOnly && (
        <button
          type="button"
          aria-label={`${host.message("clear")} ${label}`}
          onClick={() => props.onChange(null)}
        >
          ×
        </button>
      )}
      {more}
    </span>
  );
}

export const widget = (drawn: (props: Props) => ReactNode) => definePlugin({ widget: drawn });

export const GOOD_WIDGET: Hook = { exported: widget((props) => <Note {...props} />) };

export const cell = (drawn: (props: CellProps<string>) => ReactNode) => definePlugin({ cell: drawn });
/** As a cell shows it. */
export const words = (value: unknown) =>
  typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);

export const GOOD_CELL: Hook = { exported: cell(({ value }) => <span>{words(value)}</span>) };
