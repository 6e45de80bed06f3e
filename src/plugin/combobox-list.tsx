import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { ComboboxProps } from "./use-combobox.ts";
import { useHost } from "./use-host.ts";

/** Pixels from the end of the list at which scrolling loads more. */
const LOAD_MORE_PX = 48;

interface ListProps extends ComboboxProps {
  readonly listId: string;
  /** Index of the active option; -1 for none. */
  readonly active: number;
  onChoose(value: string): void;
}

/** The open list, with what stands below its options. */
export function ComboboxList(props: ListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const [popup, above] = useSide();

  useLayoutEffect(() => {
    const option = list.current?.children[props.active];
    if (list.current !== null && option instanceof HTMLElement) show(list.current, option);
  }, [props.active]);

  const loadMore = () => {
    if (props.more !== undefined && !props.more.loading && props.failure === undefined) props.more.onMore();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text box
    <div
      className={above ? "combobox-popup combobox-above" : "combobox-popup"}
      ref={popup}
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.options.length > 0 && (
        <div
          className="combobox-options"
          id={props.listId}
          role="listbox"
          aria-label={props.label}
          aria-busy={props.busy === true}
          ref={list}
          onScroll={({ currentTarget: at }) => {
            if (at.scrollHeight - at.scrollTop - at.clientHeight < LOAD_MORE_PX) loadMore();
          }}
        >
          {props.options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the text box's
            // biome-ignore lint/a11y/useFocusableInteractive: the text box points at it by aria-activedescendant
            <div
              key={option.value}
              id={`${props.listId}-${index}`}
              role="option"
              className={index === props.active ? "combobox-option combobox-active" : "combobox-option"}
              aria-selected={option.value === props.value}
              onClick={() => props.onChoose(option.value)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
      <Foot {...props} loadMore={loadMore} />
    </div>
  );
}

function Foot(props: ListProps & { loadMore(): void }): ReactNode {
  const { message } = useHost();
  const { failure } = props;
  if (failure !== undefined)
    return (
      <div className="combobox-foot combobox-failure">
        <p>{failure.text}</p>
        <button type="button" onClick={failure.onRetry}>
          {message("picker.retry")}
        </button>
      </div>
    );
  if (props.busy || props.more?.loading === true)
    return <p className="combobox-foot">{message("picker.loading")}</p>;
  if (props.more !== undefined)
    return (
      <div className="combobox-foot">
        <button type="button" onClick={props.loadMore}>
          {message("picker.more")}
        </button>
      </div>
    );
  if (props.options.length === 0 && props.empty !== undefined)
    return <p className="combobox-foot">{props.empty}</p>;
  return null;
}

/** Scrolls the list, never the page. */
function show(list: HTMLElement, option: HTMLElement): void {
  const top = option.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + option.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + option.offsetHeight - list.clientHeight;
}

/** With less space than this under the text box, the list opens above it, if there is more space. */
const MIN_SPACE_PX = 300;

function useSide() {
  const popup = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(false);
  useLayoutEffect(() => {
    const box = popup.current?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    const below = window.innerHeight - box.bottom;
    setAbove(below < MIN_SPACE_PX && box.top > below);
  }, []);
  return [popup, above] as const;
}
