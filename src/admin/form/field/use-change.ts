import { type RefObject, useCallback, useInsertionEffect, useRef } from "react";
import type { Json } from "../../../model/record.ts";
import { asJson } from "../../../record/json.ts";
import { asError, type Thrown } from "../../services/as-error.ts";

/**
 * The `onChange` of the widget that is drawn inside of what calls this. It throws while the widget is drawn, gives JSON to
 * `take`, and the error of anything else to `refuse`.
 */
export function useChange(
  take: (value: Json) => void,
  refuse: (error: Thrown) => void,
): (value: unknown) => void {
  const drawing = useDrawing();
  return useCallback(
    (value) => {
      if (drawing.current)
        throw new Error(
          "onChange was called while the widget was drawn: that belongs into an event or an effect",
        );
      let json: Json;
      try {
        // A frozen copy: a plugin may change later what it gave.
        json = asJson(value);
      } catch (error) {
        return refuse(asError(error));
      }
      take(json);
    },
    [take, refuse, drawing],
  );
}

/** Whether React is drawing what calls this, or what is inside of it. */
function useDrawing(): Readonly<RefObject<boolean>> {
  const drawing = useRef(false);
  drawing.current = true;
  // A microtask runs between two slices of drawing, and after drawing that was abandoned.
  queueMicrotask(() => {
    drawing.current = false;
  });
  // Before the layout effects of all that was drawn.
  useInsertionEffect(() => {
    drawing.current = false;
  });
  return drawing;
}
