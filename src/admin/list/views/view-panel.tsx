import "./view-panel.css";
import { type CSSProperties, type RefObject, useId, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { Say } from "../../messages/say.ts";
import { CloseIcon } from "../../shell/glyphs.tsx";
import { Modal } from "../../shell/modal.tsx";
import type { Go, ListAddress } from "../list-address.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { ownViewAt } from "./own-views.ts";
import { OwnViews } from "./own-views-list.tsx";
import { SaveView } from "./save-view.tsx";
import type { ListLayout } from "./use-list-layout.ts";
import { PAGE_SIZES } from "./view-address.ts";

interface ViewPanelProps {
  readonly entity: Entity;
  readonly address: ListAddress;
  readonly layout: ListLayout;
  readonly go: Go;
  readonly say: Say;
  readonly close: () => void;
  /** The one that opened it. */
  readonly button: RefObject<HTMLElement | null>;
}

/** What a person may choose about a list: its columns, how many rows, views of their own. Each applies at once. */
export default function ViewPanel(props: ViewPanelProps) {
  const { entity, address, layout, go, say, close, button } = props;
  const title = useId();
  const sizeTitle = useId();
  const [place] = useState(() => placeBelow(button.current));
  const { choice, choose, key } = layout;
  // What is chosen stands in the address, so that a copy of it shows the same. It is also what the list opens with from now on,
  // but not where the address is somebody else's, or a view's.
  const isOwnView = ownViewAt(address, choice.views, entity) !== undefined;
  const isOwn = (said: unknown, chosen: unknown) =>
    said === undefined || (!isOwnView && String(said) === String(chosen));
  const chooseColumns = (fields: readonly string[]) => {
    if (isOwn(address.columns, choice.columns[key]))
      choose({ columns: { ...choice.columns, [key]: fields } });
    go({ columns: fields }, { replace: true });
  };
  const chooseSize = (size: number) => {
    if (isOwn(address.size, choice.pageSize)) choose({ pageSize: size });
    go({ page: 1, size }, { replace: true });
  };
  const reset = () => {
    const { [key]: _, ...columns } = choice.columns;
    choose({ columns, pageSize: 0 });
    go({ page: 1, columns: undefined, size: undefined }, { replace: true });
  };
  const sizes = [...new Set([...PAGE_SIZES, layout.pageSize])].toSorted((one, other) => one - other);
  return (
    <Modal
      className="view-panel"
      style={place}
      tabIndex={-1}
      aria-labelledby={title}
      onCancel={close}
      // A press beside the box of a modal dialog has the dialog as its target.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="view-panel-box">
        <div className="view-panel-head">
          <h2 id={title}>{say("view.settings")}</h2>
          <button type="button" className="icon-button" aria-label={say("view.close")} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <div className="view-panel-parts">
          <ColumnChoice entity={entity} shown={layout.columns} change={chooseColumns} say={say} />
          <section aria-labelledby={sizeTitle}>
            <h3 id={sizeTitle}>{say("view.pageSize")}</h3>
            <div className="view-sizes">
              {sizes.map((size) => (
                <button
                  key={size}
                  type="button"
                  className="view-size"
                  aria-pressed={size === layout.pageSize}
                  onClick={() => chooseSize(size)}
                >
                  {size}
                </button>
              ))}
            </div>
            <button type="button" className="view-reset" onClick={reset}>
              {say("view.reset")}
            </button>
          </section>
          <SaveView entity={entity} address={address} layout={layout} go={go} say={say} close={close} />
          <OwnViews entity={entity} layout={layout} say={say} />
        </div>
      </div>
    </Modal>
  );
}

/** Below the button, its right edge at the button's; a narrow window has it at its foot, by CSS. */
function placeBelow(button: HTMLElement | null): CSSProperties {
  const { bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {};
  const place = {
    "--view-panel-top": `${bottom + 4}px`,
    "--view-panel-right": `${window.innerWidth - right}px`,
  };
  return place as CSSProperties;
}
