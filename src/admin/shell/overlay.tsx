import { useEffect, useState } from "react";
import { useObservable } from "../api/observable.ts";
import { useMessage } from "../messages/use-message.ts";
import type { Waiting } from "../services/overlay-store.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "./modal.tsx";
import "./overlay.css";

/** After how long the line, the text and the button to give up appear. */
const LINE_AFTER_MS = 100;
const TEXT_AFTER_MS = 1000;
const CANCEL_AFTER_MS = 10_000;

/** Shows what is waited for; rendered once, at the root. */
export function OverlayHost() {
  const { overlays, renewals } = useServices();
  const waiting = useObservable(overlays);
  // What opens last is on top: it would cover the question for the password.
  const isAsked = useObservable(renewals) !== undefined;
  return waiting && !isAsked && <Overlay key={waiting.id} waiting={waiting} />;
}

/** Nothing at first; then a line at the top; then a text over the page; then, or with the text, a button to give up. */
function Overlay({ waiting: { text, share, words } }: { readonly waiting: Waiting }) {
  const { overlays } = useServices();
  const say = useMessage();
  const passed = usePassed();
  if (passed < LINE_AFTER_MS) return null;
  if (passed < TEXT_AFTER_MS) return <div className="overlay-line" aria-hidden="true" />;
  const offers = passed >= CANCEL_AFTER_MS || words?.offersAtOnce === true;
  const shown = text ?? say("overlay.processing");
  return (
    <Modal
      className="overlay"
      lang={words?.language}
      aria-label={shown}
      tabIndex={-1}
      onCancel={() => offers && overlays.cancel()}
    >
      <div className="overlay-panel">
        {share === undefined && <span className="spinner" aria-hidden="true" />}
        <p role="status">{shown}</p>
        {share !== undefined && (
          <progress className="bar" max={1} value={share} aria-label={shown}>
            {Math.round(share * 100)}%
          </progress>
        )}
        {offers && (
          <button type="button" className="button" onClick={overlays.cancel}>
            {words?.cancel ?? say("overlay.cancel")}
          </button>
        )}
      </div>
    </Modal>
  );
}

/** Milliseconds that have passed, in the steps of the three constants. */
function usePassed(): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = [LINE_AFTER_MS, TEXT_AFTER_MS, CANCEL_AFTER_MS].map((moment) =>
      setTimeout(() => setPassed(moment), moment),
    );
    return () => timers.forEach(clearTimeout);
  }, []);
  return passed;
}
