import { type MouseEvent, type RefObject, useContext } from "react";
import { FrameContext } from "../shell/screen-heading.tsx";

/** What in a row has a press of its own. */
const CONTROLS = "a, button, input, select, textarea, label, summary";

/**
 * A press anywhere in a row opens its record, as its link does: with the middle button or a key in another tab. Not where the
 * press ends a selection of text, and not in a preview, where it leads to the config.
 */
export function useRowOpening(link: RefObject<HTMLAnchorElement | null>) {
  const { inner } = useContext(FrameContext);
  function isOwn(event: MouseEvent): boolean {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    return inner !== true && !event.defaultPrevented && !isControl;
  }
  function openTab(): void {
    if (link.current !== null) window.open(link.current.href, "_blank", "noopener");
  }
  return {
    onClick(event: MouseEvent): void {
      if (!isOwn(event) || window.getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openTab();
      else link.current?.click();
    },
    onAuxClick(event: MouseEvent): void {
      if (event.button !== 1 || !isOwn(event)) return;
      event.preventDefault();
      openTab();
    },
  };
}
