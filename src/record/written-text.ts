import type { ValueType } from "../model/value-type.ts";
import { formatTime, type TimeStyle } from "./moment.ts";

/** Read as they are stored, or as their field says: a label, a title, markup. */
type AsStored = "string" | "number" | "integer" | "boolean" | "object" | "array" | "image" | "images";
type AsFieldSays = "choice" | "reference" | "html";

type Writer = (text: string, style: TimeStyle) => string | undefined;

/** How people read a stored text of every other kind. */
const OTHERWISE: Readonly<Record<Exclude<ValueType, AsStored | AsFieldSays>, Writer>> = {
  date: formatTime,
  "date-time": formatTime,
};
const WRITERS: Readonly<Partial<Record<ValueType, Writer>>> = OTHERWISE;

/** A stored text as people read it; one that is not of its kind as it is. */
export function writtenText(type: ValueType, text: string, style: TimeStyle): string {
  return WRITERS[type]?.(text, style) ?? text;
}

/** Whether people read texts of this kind otherwise than they are stored, whatever the field says. */
export function isWrittenOtherwise(type: ValueType): boolean {
  return type in WRITERS;
}
