import "../save-bar.css";
import { type MouseEvent, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { ChunkView, makeChunk } from "../../problem/chunk.tsx";
import { asksToSave } from "../../shell/save-keys.ts";
import { FrameContext } from "../../shell/screen-heading.tsx";
import { GONE_NOTICE_ID } from "../field/field-ids.ts";
import { FormNotice } from "../field/form-notice.tsx";
import { useForm } from "../field/open-form.ts";
import type { Saving } from "./use-save.ts";

const ConflictsChunk = makeChunk(() => import("./conflict-panel.tsx"));
const DeletionChunk = makeChunk(() => import("../restore/deletion-notice.tsx"));

/** A press must not move the focus: leaving a field may show an error, which would move the button from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface SaveBarProps {
  readonly busy: boolean;
  readonly isGone: boolean;
  readonly onCancel: () => void;
}

/** Where people save with ⌘, not with Ctrl. */
const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Such a key presses the button; not over an open question. */
function useSaveKeys() {
  const { inner } = useContext(FrameContext);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (inner) return;
    const press = (event: KeyboardEvent) => {
      if (button.current === null || !asksToSave(event) || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat && document.querySelector("dialog[open]") === null) button.current.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [inner]);
  return button;
}

/** Save and cancel, always in sight; of a record that cannot be changed the way back alone. */
export function SaveBar({ busy, isGone, onCancel }: SaveBarProps) {
  const { say, readOnly, store } = useForm();
  const isDirty = useSyncExternalStore(store.subscribe, store.isDirty);
  const button = useSaveKeys();
  if (readOnly && !isGone)
    return (
      <div className="save-bar">
        <button type="button" className="button" onClick={onCancel}>
          {say("form.back")}
        </button>
      </div>
    );
  return (
    <div className="save-bar">
      <button
        ref={button}
        type="submit"
        // Where nothing can be saved it can be pressed, which leads to the notice that says why.
        className={isGone ? "button" : "button button-primary"}
        aria-disabled={busy || isGone || undefined}
        aria-describedby={isGone ? GONE_NOTICE_ID : undefined}
        aria-busy={busy || undefined}
        onMouseDown={keepFocus}
      >
        {say("form.save")}
      </button>
      <button type="button" className="button" disabled={busy} onMouseDown={keepFocus} onClick={onCancel}>
        {say("form.cancel")}
      </button>
      {isDirty && !isGone && (
        <p className="save-bar-unsaved">{say(isApple() ? "form.unsavedMac" : "form.unsaved")}</p>
      )}
    </div>
  );
}

interface SaveNoticeProps {
  readonly saving: Saving;
}

/** Above the fields: why this record cannot be saved. It is protected or only looked at, or somebody else has changed the same. */
export function SaveNotice({ saving }: SaveNoticeProps) {
  const { say, readOnlyFor } = useForm();
  const { trouble } = saving;
  if (readOnlyFor !== undefined)
    return <FormNotice>{say(readOnlyFor === "protected" ? "form.protected" : "form.viewOnly")}</FormNotice>;
  if (trouble?.kind !== "conflicts") return null;
  return <ChunkView chunk={ConflictsChunk} props={{ ...trouble, saving }} pending={null} />;
}

interface GoneNoticeProps extends SaveNoticeProps, Pick<SaveBarProps, "isGone"> {
  /** Of the stored record; undefined: a new one. */
  readonly id: string | undefined;
}

/** Above the bar: the record is gone, or its entity. */
export function GoneNotice({ isGone, id, saving }: GoneNoticeProps) {
  const { say, readOnlyFor, runtime } = useForm();
  const { trouble, saveAsNew, tellGone } = saving;
  if (isGone) {
    return (
      <FormNotice id={GONE_NOTICE_ID}>
        <p>{say("form.kindGone")}</p>
      </FormNotice>
    );
  }
  if (trouble?.kind !== "gone") return null;
  return (
    <FormNotice isAnswer={trouble.isTold !== true}>
      <p>{say("form.gone")}</p>
      {id !== undefined && (
        <ChunkView
          chunk={DeletionChunk}
          props={{ open: runtime.open, id, say, onRestored: () => tellGone(false) }}
          pending={null}
        />
      )}
      {runtime.open.rights.create && readOnlyFor === undefined && (
        <button type="button" className="button" onClick={() => void saveAsNew()}>
          {say("form.saveAsNew")}
        </button>
      )}
    </FormNotice>
  );
}
