import "./view-panel.css";
import { useId } from "react";
import type { Entity } from "../../../model/entity.ts";
import { Panel, type PanelProps } from "../../shell/panel/panel.tsx";
import type { Go, ListAddress } from "../list-address.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { ownViewAt } from "./own-views.ts";
import { OwnViews } from "./own-views-list.tsx";
import { SaveView } from "./save-view.tsx";
import type { ListLayout } from "./use-list-layout.ts";
import { PAGE_SIZES } from "./view-address.ts";

interface ViewPanelProps extends PanelProps {
  readonly entity: Entity;
  readonly address: ListAddress;
  readonly layout: ListLayout;
  readonly go: Go;
}

/** What a person may choose about a list: its columns, how many rows, views of their own. Each applies at once. */
export default function ViewPanel(props: ViewPanelProps) {
  const { entity, address, layout, go, say, close, button } = props;
  const sizeTitle = useId();
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
    <Panel say={say} close={close} button={button} title={say("view.settings")} isWide>
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
    </Panel>
  );
}
