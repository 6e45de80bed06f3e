import { useCallback } from "react";
import { asJson } from "../../model/as-json.ts";
import type { Json } from "../../model/record.ts";
import { asError, type Thrown } from "../as-error.ts";
import { useDrawing } from "./use-drawing.ts";

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
