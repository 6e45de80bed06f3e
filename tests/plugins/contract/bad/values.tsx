import { definePlugin, useHost, type WidgetProps } from "admin";
import { useEffect, useState } from "react";
import { Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** One more each time, whatever the field says. */
function Steps(props: WidgetProps<number>) {
  const steps = Number(props.value ?? 0);
  const isFixed = props.disabled || props.readOnly;
  return (
    <button
      type="button"
      id={props.id}
      aria-describedby={props.describedBy}
      disabled={isFixed}
      onClick={() => props.onChange(steps + 1)}
      onBlur={props.onBlur}
    >
      {steps}
    </button>
  );
}

function Loud(props: Props) {
  const host = useHost();
  useEffect(() => host.toast("success", "Here I am"), [host]);
  return <Note {...props} />;
}

function Eager(props: Props) {
  const { onChange } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onChange("at once"), []);
  return <Note {...props} />;
}

/** Emits what was typed a while after it was typed. */
function Late(props: Props) {
  const [typed, setTyped] = useState<string>();
  return (
    <Note
      {...props}
      withInput={{
        value: typed ?? props.value ?? "",
        onChange: (event: { target: { value: string } }) => {
          setTyped(event.target.value);
          setTimeout(() => props.onChange(event.target.value), 300);
        },
      }}
    />
  );
}

/** Widgets that emit what they must not, or when they must not (P4, P5). */
export const BAD_VALUES: readonly BadPlugin[] = [
  {
    code: "P4",
    title: "emits the empty text",
    exported: widget((props) => <Note {...props} onChange={(value) => props.onChange(value ?? "")} />),
    saying: 'emits ""',
  },
  {
    code: "P4",
    title: "emits what is no value of its field",
    exported: widget((props) => (
      <Note {...props} onChange={(value) => props.onChange((value && [value]) as never)} />
    )),
    saying: 'breaks "type"',
  },
  {
    code: "P4",
    title: "emits what is no JSON",
    exported: widget((props) => <Note {...props} onChange={() => props.onChange(undefined as never)} />),
    saying: "emits undefined",
  },
  {
    code: "P4",
    title: "emits what is none of the choices",
    exported: widget((props) => <Note {...props} />),
    manifest: { values: ["choice"] },
    saying: 'breaks "enum"',
  },
  {
    code: "P4",
    title: "goes beyond the field's rules",
    exported: definePlugin({ widget: Steps }),
    manifest: {
      values: ["integer"],
      examples: [{ title: "Three", field: { type: "integer", title: "Steps", maximum: 3 }, value: 3 }],
    },
    saying: 'breaks "maximum"',
  },
  {
    code: "P4",
    title: "has a button that goes beyond the rules, beside a box to type into",
    exported: widget((props) => {
      const add = () => !props.disabled && !props.readOnly && props.onChange(`${props.value ?? ""}!`);
      const button = (
        <button type="button" onClick={add}>
          !
        </button>
      );
      return <Note {...props} more={button} />;
    }),
    manifest: {
      examples: [{ title: "Five", field: { type: "string", title: "Five", maxLength: 5 }, value: "abcde" }],
    },
    saying: 'breaks "maxLength"',
  },
  { code: "P5", title: "says something on mount", exported: widget(Loud), saying: "asks for toast on mount" },
  {
    code: "P5",
    title: "has a button that works after it is gone",
    exported: widget((props) => (
      <Note
        {...props}
        more={
          <button type="button" onClick={() => setTimeout(() => props.onChange("late"), 20_000)}>
            Later
          </button>
        }
      />
    )),
    saying: "after it is gone",
  },
  { code: "P5", title: "emits on mount", exported: widget(Eager), saying: "on mount" },
  {
    code: "P5",
    title: "can be edited while it is read-only",
    exported: widget((props) => <Note {...props} readOnly={false} />),
    saying: "while it is readOnly",
  },
  { code: "P5", title: "emits later than it lives", exported: widget(Late), saying: "after it is gone" },
];
