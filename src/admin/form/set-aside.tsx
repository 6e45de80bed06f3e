import { useSyncExternalStore } from "react";
import { OptionFault } from "../../plugin/option-fault.ts";
import { useBlame } from "../api/use-blame.ts";
import { blameFor } from "../problem/blame-words.ts";
import type { Fault } from "./fault.ts";
import { fieldId } from "./field-ids.ts";
import { useForm } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";
import { SetAsideNotice } from "./set-aside-notice.tsx";
import { LoadFailure } from "./widgets.ts";

/** A field that is set aside: says so in place of its widget, and tries that again. */
export function SetAside({ leaf: { path, field }, fault }: { readonly leaf: Leaf; readonly fault: Fault }) {
  const { entity, machine, store, say, blames } = useForm();
  const { reason, error, goesOn } = fault;
  const name = field.widget?.name ?? "";
  const isWaiting = useSyncExternalStore(store.subscribe, () => store.isWaiting(path));
  const isDirty = useSyncExternalStore(store.subscribe, store.isDirty);
  // Code that does not come is the fault of neither.
  const isBlamed = reason !== "chunk";
  const option = error instanceof OptionFault ? { option: error.option } : {};
  const blame = useBlame(
    blames,
    isBlamed ? { entity: entity.id, kind: "widget", field: path, ...option } : undefined,
  );
  const offersReload = error instanceof LoadFailure && error.times > 1;

  function retry() {
    machine.widgets.forget(name);
    store.takeBack(path, goesOn ? "asItIs" : "anew");
  }

  return (
    <SetAsideNotice
      id={fieldId(path)}
      label={field.label}
      reason={reason}
      say={say}
      verdict={isBlamed ? blameFor(error, name, blame, say) : undefined}
      isWaiting={isWaiting}
      more={offersReload ? say(isDirty ? "form.reloadLoses" : "form.reloadHelps") : undefined}
    >
      <button type="button" className="button" onClick={retry}>
        {say("form.widgetRetry")}
      </button>
      {isWaiting && (
        <button type="button" className="button" onClick={() => store.takeBack(path, "stored")}>
          {say("form.asideStored")}
        </button>
      )}
      {offersReload && !isDirty && (
        <button type="button" className="button" onClick={reload}>
          {say("form.reloadPage")}
        </button>
      )}
    </SetAsideNotice>
  );
}

const reload = () => window.location.reload();
