import { type RefObject, useCallback, useInsertionEffect, useRef } from "react";
import type { Json } from "../../../model/record.ts";
import { asJson } from "../../../record/json.ts";
import { asError, type Thrown } from "../../services/as-error.ts";

/**
 * The `onChange` of the widget that is drawn inside of what calls this: throws while it is drawn; what is no JSON goes to
 * `refuse`, everything else to `take`, beside what was given.
 */
export function useChange<Value>(
  take: (value: Json, given: Value) => void,
  refuse: (error: Thrown) => void,
): (value: Value) => void {
  const drawing = useDrawing();
  return useCallback(
    (value) => {
      if (drawing.current) {
        throw new Error(
          "onChange was called while the widget was drawn: that belongs into an event or an effect",
        );
      }
      let json: Json;
      try {
        // What was given is not changed later unseen.
        json = asJson(value);
      } catch (error) {
        refuse(asError(error));
        return;
      }
      take(json, value);
    },
    [take, refuse, drawing],
  );
}

/** Whether React draws what calls this, or what is inside of it, at this very moment. */
function useDrawing(): Readonly<RefObject<boolean>> {
  const drawing = useRef(false);
  drawing.current = true;
  // The stack is empty between two slices of drawing, and after drawing that came to nothing.
  queueMicrotask(() => {
    drawing.current = false;
  });
  // Comes before the layout effects of all that was drawn.
  useInsertionEffect(() => {
    drawing.current = false;
  });
  return drawing;
}
