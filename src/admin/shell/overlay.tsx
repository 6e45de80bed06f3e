import { useEffect, useState } from "react";
import { useObservable } from "../api/observable.ts";
import { useMessage } from "../messages/use-message.ts";
import type { OverlayStore, Waiting } from "../services/overlay-store.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "./modal.tsx";
import "./overlay.css";

/** How long is waited until a line, the sentence and the button to give up appear. */
const LINE_AFTER_MS = 100;
const SENTENCE_AFTER_MS = 1000;
const CANCEL_AFTER_MS = 10_000;

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
  if (passed < LINE_AFTER_MS) return null;
  if (passed < SENTENCE_AFTER_MS) return <div className="overlay-line" aria-hidden="true" />;
  const offers = passed >= CANCEL_AFTER_MS || waiting.words?.offersAtOnce === true;
  return <OverlayDialog waiting={waiting} cancel={offers ? cancel : undefined} />;
}

/** Milliseconds that have passed, in the steps of the three constants. */
function usePassed(): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = [LINE_AFTER_MS, SENTENCE_AFTER_MS, CANCEL_AFTER_MS].map((moment) =>
      setTimeout(() => setPassed(moment), moment),
    );
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
  const sentence = text ?? say("overlay.processing");
  return (
    <Modal
      className="overlay"
      lang={words?.language}
      aria-label={sentence}
      tabIndex={-1}
      onCancel={() => cancel?.()}
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
    </Modal>
  );
}
