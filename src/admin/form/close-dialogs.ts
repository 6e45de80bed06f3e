/** Closes what stands above the page: of a widget that is out of sight nobody could, and a modal dialog holds the whole page. */
export function closeDialogs(within: HTMLElement): void {
  for (const dialog of within.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  for (const popover of within.querySelectorAll<HTMLElement>("[popover]")) {
    if (isOpen(popover)) popover.hidePopover();
  }
}

/** Browsers that know no popovers know no such selector either. */
function isOpen(popover: HTMLElement): boolean {
  try {
    return popover.matches(":popover-open");
  } catch {
    return false;
  }
}
