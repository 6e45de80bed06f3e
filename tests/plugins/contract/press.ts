import { fireEvent } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Inputs without a text cursor, for which user-event does not know these keys. */
const CURSORLESS =
  "input[type=range],input[type=checkbox],input[type=radio],input[type=date],input[type=file],input[type=color]";
const CURSOR_KEYS = new Map([
  ["{Home}", "Home"],
  ["{End}", "End"],
]);

/** Presses keys, written as user-event writes them, where the focus is. */
export async function press(user: UserEvent, keys: string): Promise<void> {
  const key = CURSOR_KEYS.get(keys);
  const { activeElement } = document;
  const isTold = key !== undefined && activeElement?.matches(`${CURSORLESS},[contenteditable=true]`) === true;
  if (!isTold) return user.keyboard(keys);
  fireEvent.keyDown(activeElement, { key, code: key });
  fireEvent.keyUp(activeElement, { key, code: key });
}
