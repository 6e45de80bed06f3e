import { afterEach, beforeEach } from "vitest";

/** As browsers do, and happy-dom does not: they tell of a selection once the script that has changed it is through. */
export function silenceSelection(): void {
  const dispatch = document.dispatchEvent;
  beforeEach(() => {
    document.dispatchEvent = function (event) {
      if (event.type !== "selectionchange") return dispatch.call(this, event);
      return true;
    };
  });
  afterEach(() => {
    document.dispatchEvent = dispatch;
  });
}
