import "./filter-panel.css";
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from "react";
import type { Entity } from "../../../model/entity.ts";
import { HostContext } from "../../../plugin/use-host.ts";
import type { ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import type { App } from "../../services/app-context.tsx";
import { usePickerHost } from "../../services/picker-host.ts";
import { CloseIcon } from "../../shell/glyphs.tsx";
import type { ChangeConditions } from "./filter-controls.tsx";
import { type ChangeFilter, conditionsOn, withConditions } from "./filter-edit.ts";
import { FilterGroup } from "./filter-group.tsx";

interface FilterPanelProps {
  readonly entity: Entity;
  readonly filter: ListFilterQuery;
  readonly app: App;
  readonly total: string;
  readonly change: ChangeFilter;
  readonly close: (takesFocus: boolean) => void;
  /** The one that opens it: it closes it too. */
  readonly button: RefObject<HTMLElement | null>;
  readonly say: Say;
}

/** The filters of a list, each of which applies at once: beside the list where there is room, else over the page. */
export default function FilterPanel(props: FilterPanelProps) {
  const { entity, filter, app, total, change, close, button, say } = props;
  const titleId = useId();
  const host = usePickerHost({ entity, view: app.view, say });
  const { dialog, isSheet, leave } = useDialog(close, button);
  const [shown, show] = useOptimistic(filter);
  /** The field that is being typed into: what else is typed there belongs to the same step of the history. */
  const typed = useRef<string>(undefined);

  const changeField =
    (field: string): ChangeConditions =>
    (conditions, typing) => {
      const next = withConditions(shown, field, conditions);
      const replace = typing !== undefined && typing === typed.current;
      typed.current = typing;
      startTransition(() => {
        show(next);
        change(next, { replace });
      });
    };
  const clear = () => {
    typed.current = undefined;
    change([]);
  };
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    leave(true);
  };
  return (
    <dialog
      ref={dialog}
      className={isSheet ? "filter-panel filter-sheet" : "filter-panel"}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={leaveByKey}
      onCancel={(event) => {
        event.preventDefault();
        leave(true);
      }}
      // A press beside the box of a modal dialog has the dialog as its target.
      onClick={({ target }) => target === dialog.current && isSheet && leave(true)}
      onBlur={() => {
        typed.current = undefined;
      }}
    >
      <div className="filter-panel-box">
        <div className="filter-panel-head">
          <h2 id={titleId}>{say("filter.title")}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={say("filter.close")}
            onClick={() => leave(true)}
          >
            <CloseIcon />
          </button>
        </div>
        <HostContext value={host}>
          <div className="filter-groups">
            {entity.list.filters.map((one) => (
              <FilterGroup
                key={one.field}
                filter={one}
                conditions={conditionsOn(shown, one.field)}
                change={changeField(one.field)}
                say={say}
                language={entity.language}
                locale={app.locale}
                timeZone={app.view.timeZone}
              />
            ))}
          </div>
        </HostContext>
        <div className="filter-panel-foot">
          {/* A modal sheet hides the status of the list from screen readers. */}
          <p role={isSheet ? "status" : undefined}>{total}</p>
          <button
            type="button"
            className="button button-quiet"
            // Not `disabled`: it would lose the focus.
            aria-disabled={shown.length === 0}
            onClick={shown.length === 0 ? undefined : clear}
          >
            {say("filter.clear")}
          </button>
          <button type="button" className="button button-primary" onClick={() => leave(true)}>
            {say("filter.done")}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** A list narrower than this is not seen beside its filters. */
const MIN_WIDTH_PX = 672;

/** Opens the dialog: beside the list, which can still be used, or alone. What is pressed outside closes it. */
function useDialog(close: FilterPanelProps["close"], button: FilterPanelProps["button"]) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isSheet] = useState(() => (button.current?.closest(".list")?.clientWidth ?? 0) < MIN_WIDTH_PX);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isSheet) element?.showModal();
    else element?.show();
    // Not the first control: on a phone a keyboard would come up.
    element?.focus({ preventScroll: true });
    return () => element?.close();
  }, [isSheet]);
  const leave = (takesFocus: boolean) => {
    // What is being typed counts.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && dialog.current?.contains(activeElement)) activeElement.blur();
    close(takesFocus);
  };
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (isSheet) return;
    const leaveFor = ({ target }: Event) => {
      const isOutside = (one: HTMLElement | null) => target instanceof Node && one?.contains(target) !== true;
      if (isOutside(dialog.current) && isOutside(button.current)) latest.current(false);
    };
    document.addEventListener("pointerdown", leaveFor);
    document.addEventListener("focusin", leaveFor);
    return () => {
      document.removeEventListener("pointerdown", leaveFor);
      document.removeEventListener("focusin", leaveFor);
    };
  }, [isSheet, button]);
  return { dialog, isSheet, leave };
}
