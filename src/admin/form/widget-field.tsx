import type { FieldProps } from "@rjsf/utils";
import { useSyncExternalStore } from "react";
import { HostContext } from "../../plugin/use-host.ts";
import { Shelters } from "../shelters.tsx";
import type { Fault } from "./fault.ts";
import { useForm } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";
import { NamedWidget } from "./named-widget.tsx";
import { SetAside } from "./set-aside.tsx";
import { LoadFailure } from "./widgets.ts";

/** The one RJSF field that edits: it hands the value at its path to the widget that the config names. */
export function WidgetField({ fieldPathId }: Pick<FieldProps, "fieldPathId">) {
  const leaf = useForm().leaf(fieldPathId.path.join("."));
  return leaf === undefined ? null : <LeafWidget leaf={leaf} />;
}

/**
 * The widget of a field. One that breaks is kept to its own field: the value stays as it is stored, the rest of the form
 * works and saves.
 */
export function LeafWidget({ leaf }: { readonly leaf: Leaf }) {
  const { store, host } = useForm();
  const { path, field } = leaf;
  const fault = useSyncExternalStore(store.subscribe, () => store.fault(path));
  const renewals = useSyncExternalStore(store.subscribe, () => store.renewals(path));
  const isAside = fault !== undefined;
  const widget = <NamedWidget leaf={leaf} isAside={isAside} />;
  return (
    <HostContext value={host(leaf)}>
      {isAside && <SetAside leaf={leaf} fault={fault} />}
      <div className="form-widget" hidden={isAside}>
        <Shelters
          items={new Map([[`${field.widget?.name} ${renewals}`, widget]])}
          broken={() => null}
          onBroken={(error) => store.setAside(path, faultOf(error))}
        />
      </div>
    </HostContext>
  );
}

function faultOf(error: Error): Fault {
  return { reason: error instanceof LoadFailure ? "chunk" : "render", error, goesOn: false };
}
