import "./panel.css";
import { type CSSProperties, type ReactNode, type RefObject, useId, useState } from "react";
import type { Say } from "../../messages/say.ts";
import { CloseIcon } from "../glyphs.tsx";
import { Modal } from "../modal.tsx";

/** What `PanelButton` tells a panel. */
export interface OpenedPanel {
  readonly close: () => void;
  /** The one that opened it. */
  readonly button: RefObject<HTMLElement | null>;
}

export interface PanelProps extends OpenedPanel {
  readonly say: Say;
}

interface Props extends PanelProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Choices that hang below a button, each of which applies at once. */
export function Panel({ title, isWide = false, say, close, button, children }: Props) {
  const id = useId();
  const [place] = useState(() => placeBelow(button.current));
  return (
    <Modal
      className={isWide ? "panel panel-wide" : "panel"}
      style={place}
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={close}
      // A press beside the box of a modal dialog has the dialog as its target.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="panel-box">
        <div className="panel-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label={say("view.close")} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <div className="panel-parts">{children}</div>
      </div>
    </Modal>
  );
}

/** Below the button, its right edge at the button's; a narrow window has it at its foot, by CSS. */
function placeBelow(button: HTMLElement | null): CSSProperties {
  const { bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {};
  const place = {
    "--panel-top": `${bottom + 4}px`,
    "--panel-right": `${window.innerWidth - right}px`,
  };
  return place as CSSProperties;
}
