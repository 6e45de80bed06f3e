import { PrimeReactProvider } from "primereact/api";
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { SWRConfig } from "swr";
import { fieldId } from "../../admin/form/field/field-ids.ts";
import { FieldTemplate } from "../../admin/form/field/field-template.tsx";
import { FormContext } from "../../admin/form/field/open-form.ts";
import { WidgetField } from "../../admin/form/field/widget-field.tsx";
import { useSave } from "../../admin/form/save/use-save.ts";
import { ServicesContext, styleNonce } from "../../admin/services/services.ts";
import { splitPath } from "../../record/path.ts";
import { allRights } from "./all-rights.ts";
import type { FieldForm } from "./field-form.ts";

/** In StrictMode SWR never removes the listeners by which it notices focus and reconnection: it gets none. */
const neverNotified = () => () => {};

interface FieldFormViewProps {
  readonly form: FieldForm;
  readonly path: string;
}

/** Mounts the form of one field as the form of a record is mounted. */
export function FieldFormView({ form: fieldForm, path }: FieldFormViewProps) {
  const form = useSyncExternalStore(fieldForm.subscribe, fieldForm.now);
  const saves = useSyncExternalStore(fieldForm.subscribe, fieldForm.saves);
  const [busy, setBusy] = useState(false);
  const fieldPathId = useMemo(() => ({ $id: fieldId(path), path: splitPath(path) }), [path]);
  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);
  const cache = useMemo(
    () => ({ provider: () => new Map(), initFocus: neverNotified, initReconnect: neverNotified }),
    [],
  );
  return (
    <PrimeReactProvider value={primeReact}>
      <SWRConfig value={cache}>
        <ServicesContext value={fieldForm.services}>
          <FormContext value={form}>
            <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
              <div inert={busy}>
                <FieldTemplate fieldPathId={fieldPathId}>
                  <WidgetField fieldPathId={fieldPathId} />
                </FieldTemplate>
              </div>
            </form>
            {/* useSave is made for one save that succeeds: the next one needs another. */}
            <Saving key={saves} form={fieldForm} onBusy={setBusy} />
          </FormContext>
        </ServicesContext>
      </SWRConfig>
    </PrimeReactProvider>
  );
}

/** Gives the form's own save to the harness, in place of a button. */
function Saving({ form: fieldForm, onBusy }: { readonly form: FieldForm; onBusy(busy: boolean): void }) {
  const { entity, store, say } = useSyncExternalStore(fieldForm.subscribe, fieldForm.now);
  const isMounted = useRef(false);
  const { busy, save } = useSave({
    entity,
    seen: fieldForm.seen(),
    isGone: false,
    readOnly: fieldForm.stored()?.isProtected === true,
    draftId: () => entity.id,
    rights: allRights(entity),
    store,
    say,
    isOpen: () => isMounted.current,
    onSaved: fieldForm.onSaved,
    // There is nobody else.
    onNewer: () => {},
  });
  const latest = useRef(save);
  latest.current = save;
  useLayoutEffect(() => {
    isMounted.current = true;
    const unmount = fieldForm.mount(() => latest.current());
    return () => {
      isMounted.current = false;
      unmount();
    };
  }, [fieldForm]);
  useLayoutEffect(() => onBusy(busy), [busy, onBusy]);
  return null;
}
