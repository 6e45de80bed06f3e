import { type RefObject, useInsertionEffect, useRef } from "react";

/** Whether React draws what calls this, or what is inside of it, at this very moment. */
export function useDrawing(): Readonly<RefObject<boolean>> {
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
