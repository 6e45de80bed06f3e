import type { ValueType } from "../model/value-type.ts";
import { formatTime, type TimeStyle } from "./moment.ts";

type Writer = (text: string, style: TimeStyle) => string | undefined;

/** How people read a stored text of each kind. undefined: as it is, or as its field says (a label, a title, markup). */
const WRITERS: Readonly<Record<ValueType, Writer | undefined>> = {
  date: formatTime,
  "date-time": formatTime,
  string: undefined,
  choice: undefined,
  reference: undefined,
  html: undefined,
  number: undefined,
  integer: undefined,
  boolean: undefined,
  object: undefined,
  array: undefined,
  image: undefined,
  images: undefined,
};

/** A stored text as people read it; one that is not of its kind as it is. */
export function writtenText(type: ValueType, text: string, style: TimeStyle): string {
  return WRITERS[type]?.(text, style) ?? text;
}

/** Whether people read texts of this kind otherwise than they are stored, whatever the field says. */
export function isWrittenOtherwise(type: ValueType): boolean {
  return WRITERS[type] !== undefined;
}
