import { useEffect, useLayoutEffect } from "react";
import type { AnyWidget, WidgetProps } from "../../../../src/plugin/widget.ts";

/** A widget that throws while it goes, and only then: in the clean-up of an effect or of a layout effect. */
export function goingBadly(): {
  readonly widgets: readonly (readonly [string, AnyWidget])[];
  go(): void;
  stay(): void;
} {
  let isGoing = false;
  const bug = () => {
    if (isGoing) throw new Error("a bug while going");
  };
  const shown = ({ id, value, onChange }: WidgetProps<string>) => (
    <input id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value)} />
  );
  return {
    go() {
      isGoing = true;
    },
    stay() {
      isGoing = false;
    },
    widgets: [
      [
        "an effect",
        function Widget(props: WidgetProps<string>) {
          useEffect(() => bug, []);
          return shown(props);
        },
      ],
      [
        "a layout effect",
        function Widget(props: WidgetProps<string>) {
          useLayoutEffect(() => bug, []);
          return shown(props);
        },
      ],
    ],
  };
}
