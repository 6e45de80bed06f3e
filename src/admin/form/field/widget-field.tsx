import type { FieldProps } from "@rjsf/utils";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { HostContext } from "../../../plugin/use-host.ts";
import type { Thrown } from "../../services/as-error.ts";
import { LoadFailure } from "../../services/code-loader.ts";
import { Shelters } from "../../services/error-boundary.tsx";
import type { Fault } from "../state/fault.ts";
import type { Leaf } from "../state/field-views.ts";
import { SetAside } from "./failed-field.tsx";
import { fieldId } from "./field-ids.ts";
import { focusInside } from "./focus-field.ts";
import { useForm } from "./form-context.ts";
import { NamedWidget } from "./named-widget.tsx";

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
  const leafNow = useRef(leaf);
  leafNow.current = leaf;
  const widget = <NamedWidget leaf={leaf} isAside={isAside} />;
  const box = useRef<HTMLDivElement>(null);
  // Not by asking the page: what broke has left it already. Nor does React tell of a focus that goes with what it takes away.
  const hasFocus = useRef(false);
  const focus = {
    onFocus() {
      hasFocus.current = true;
    },
    onBlur() {
      hasFocus.current = false;
    },
  };
  useLayoutEffect(() => {
    const had = hasFocus.current;
    if (isAside && box.current !== null) closeDialogs(box.current);
    if (!had) return;
    // Not its button: whoever types on would press that.
    if (isAside) document.getElementById(fieldId(path))?.focus({ preventScroll: true });
    else focusInside(store, leafNow.current);
  }, [isAside, path, store]);
  return (
    <HostContext value={host(leaf)}>
      {isAside && <SetAside leaf={leaf} fault={fault} {...focus} />}
      <div ref={box} className="form-widget" hidden={isAside} {...focus}>
        <Shelters
          items={new Map([[`${field.widget?.name} ${renewals}`, widget]])}
          broken={() => null}
          onBroken={(error) => store.setAside(path, faultOf(error))}
        />
      </div>
    </HostContext>
  );
}

function faultOf(error: Thrown): Fault {
  return { reason: error instanceof LoadFailure ? "chunk" : "render", error, goesOn: false };
}

/** Closes what stands above the page: of a widget that is out of sight nobody could, and a modal dialog holds the whole page. */
function closeDialogs(within: HTMLElement): void {
  for (const dialog of within.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  for (const popover of within.querySelectorAll<HTMLElement>("[popover]")) {
    if (isOpen(popover)) popover.hidePopover();
  }
}

/** Browsers that know no popovers know no such selector either. */
function isOpen(popover: HTMLElement): boolean {
  try {
    return popover.matches(":popover-open");
  } catch {
    return false;
  }
}
