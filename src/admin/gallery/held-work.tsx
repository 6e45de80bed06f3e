import { useEffect, useState, useSyncExternalStore } from "react";
import type { Json } from "../../model/record.ts";
import { FieldFailure } from "../../plugin/field-failure.ts";
import type { FormStore } from "../form/form-store.ts";
import type { RecordingHost } from "../recording/recording-host.ts";

interface HeldWorkProps {
  readonly host: RecordingHost;
  readonly store: FormStore;
  readonly path: string;
  /** The record is stored and opened again with this value. */
  onSaved(value: Json): void;
}

const REFUSAL = "The server refuses the record, so that you see what stays ready for another try.";

/** While a widget holds work until save: what may become of it. */
export function HeldWork({ host, store, path, onSaved }: HeldWorkProps) {
  const holding = useSyncExternalStore(store.subscribe, host.isHolding);
  const [share, setShare] = useState<number>();
  const [said, setSaid] = useState<string>();
  useEffect(() => () => host.leave(), [host]);
  if (!holding && said === undefined) return null;
  const saving = share !== undefined;

  async function save(refusal?: string) {
    setShare(0);
    setSaid(undefined);
    const end = await host.save({ onProgress: setShare, ...(refusal === undefined ? {} : { refusal }) });
    setShare(undefined);
    if (end.saved) return onSaved(end.value ?? null);
    const { error } = end;
    if (error instanceof FieldFailure)
      return void store.refuse([{ path: `/${path}`, keyword: "", message: error.message }]);
    setSaid(error instanceof Error ? error.message : String(error));
  }

  return (
    <section className="gallery-held" aria-label="Held work">
      <p>
        {saving ? `Saving: ${Math.round(share * 100)} %` : "The widget holds work until the form is saved."}
      </p>
      {saving ? (
        <button type="button" className="button" onClick={() => host.cancelSave()}>
          Cancel
        </button>
      ) : (
        <>
          <button type="button" className="button" onClick={() => void save()}>
            Save
          </button>
          <button type="button" className="button" onClick={() => void save(REFUSAL)}>
            Fail
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              host.leave();
              onSaved(host.value() ?? null);
            }}
          >
            Leave
          </button>
        </>
      )}
      <p role="status" className="gallery-held-said">
        {said}
      </p>
    </section>
  );
}
