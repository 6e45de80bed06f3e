import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useObservable } from "../api/observable.ts";
import { useMessage } from "../messages/use-message.ts";
import type { OverlayStore, Waiting } from "../services/overlay-store.ts";
import { useServices } from "../services/services.ts";
import "./overlay.css";

/** Milliseconds of waiting until … */
const LINE = 100;
const SENTENCE = 1000;
const OFFER = 10_000;

/** `run(text, work)`: see `OverlayStore.run`. */
export function useOverlay(): OverlayStore["run"] {
  return useServices().overlays.run;
}

/** Shows what is waited for; rendered once, at the root. */
export function OverlayHost() {
  const { overlays } = useServices();
  const waiting = useObservable(overlays);
  return waiting && <Overlay key={waiting.id} waiting={waiting} cancel={overlays.cancel} />;
}

/** Nothing at first; then a line at the top; then the page is covered by the sentence; then it offers to give up, or with it. */
function Overlay({ waiting, cancel }: { readonly waiting: Waiting; readonly cancel: () => void }) {
  const passed = usePassed();
  if (passed < LINE) return null;
  if (passed < SENTENCE) return <div className="overlay-line" aria-hidden="true" />;
  const offers = passed >= OFFER || waiting.words?.offersAtOnce === true;
  return <OverlayDialog waiting={waiting} cancel={offers ? cancel : undefined} />;
}

/** How much of the waiting is over: the last of the three moments that has come. */
function usePassed(): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = [LINE, SENTENCE, OFFER].map((moment) => setTimeout(() => setPassed(moment), moment));
    return () => timers.forEach(clearTimeout);
  }, []);
  return passed;
}

interface OverlayDialogProps {
  readonly waiting: Waiting;
  readonly cancel: (() => void) | undefined;
}

function OverlayDialog({ waiting: { text, share, words }, cancel }: OverlayDialogProps) {
  const say = useMessage();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still is in the page: that gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const sentence = text ?? say("overlay.processing");
  return (
    <dialog
      ref={dialog}
      className="overlay"
      lang={words?.language}
      aria-label={sentence}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        cancel?.();
      }}
    >
      <div className="overlay-panel">
        {share === undefined && <span className="spinner" aria-hidden="true" />}
        <p role="status">{sentence}</p>
        {share !== undefined && (
          <progress className="bar" max={1} value={share} aria-label={sentence}>
            {Math.round(share * 100)}%
          </progress>
        )}
        {cancel && (
          <button type="button" className="button" onClick={cancel}>
            {words?.cancel ?? say("overlay.cancel")}
          </button>
        )}
      </div>
    </dialog>
  );
}
