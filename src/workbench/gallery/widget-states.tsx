import { useState } from "react";
import type { Json } from "../../model/record.ts";
import { type BoxState, STATES } from "./gallery-parts.ts";
import { StateBox } from "./state-box.tsx";
import type { StatesProps } from "./use-shown.ts";
import "../../admin/form/form.css";
import "../../admin/form/controls.css";

/** A box for every state of a widget. */
export function WidgetStates(props: StatesProps) {
  return STATES.map((state) => <RenewedBox key={state} state={state} {...props} />);
}

/** A box that is mounted again: after a save, with another server, and when the author asks. */
function RenewedBox(props: StatesProps & { readonly state: BoxState }) {
  const { example, view } = props.shown;
  const first: Json = props.state === "empty" ? null : example.value;
  const [begun, setBegun] = useState({ times: 0, value: first });
  const renew = (value: Json) => setBegun(({ times }) => ({ times: times + 1, value }));
  return (
    <StateBox
      key={`${begun.times} ${view.server}`}
      {...props}
      first={begun.value}
      onRenew={renew}
      onReset={() => renew(first)}
    />
  );
}
