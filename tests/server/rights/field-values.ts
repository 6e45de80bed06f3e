import type { Field } from "../../../src/model/entity.ts";
import type { Json } from "../../../src/model/record.ts";

/** Where values of a field's kind come from that cannot be made up. */
export interface ValueSource {
  /** The `_id` of a stored record of the entity; another for another `nth`. */
  record(entity: string, nth: number): string;
  /** A stored image, as records hold it; another for another `nth`. */
  image(nth: number): Json;
  /** A number that no other value of the kind has. */
  next(kind?: string): number;
}

/** Of fields with a pattern or a plugin of their own: the first two are two valid values, made with a number. */
const EXAMPLES: Readonly<Record<string, (n: number) => readonly [Json, Json]>> = {
  "^97[89][0-9]{10}$": (n) => [`978${String(n).padStart(10, "0")}`, `979${String(n).padStart(10, "0")}`],
  "^L-[0-9]{4}$": (n) => [`L-${String(n).padStart(4, "0")}`, `L-${String(5_000 + n).padStart(4, "0")}`],
  "^(09\\d{8}|0[2-8]\\d{7,8})$": (n) => [
    `09${String(n).padStart(8, "0")}`,
    `02${String(n).padStart(8, "0")}`,
  ],
  "taiwan-district city": () => ["臺北市", "基隆市"],
  "taiwan-district district": () => ["中正區", "信義區"],
};

/** One of two valid values of a field: the one that records begin with (0), and another (1). */
export function makeValue(field: Field, nth: 0 | 1, source: ValueSource): Json {
  const { schema, valueType } = field;
  const n = source.next(schema.pattern);
  const own =
    schema.pattern ?? (schema.widget === "taiwan-district" ? `taiwan-district ${schema.options?.part}` : "");
  if (own !== "") {
    const make = EXAMPLES[own];
    if (make === undefined)
      throw new Error(`The matrix has no values for "${field.name}": add two for ${own} to EXAMPLES.`);
    return make(n)[nth];
  }
  switch (valueType) {
    case "choice":
      return schema.enum?.[nth] ?? null;
    case "boolean":
      return (schema.default !== false) === (nth === 0);
    case "number":
    case "integer":
      return (schema.minimum ?? 0) + (nth === 0 ? 1 : 2);
    case "date":
      return nth === 0 ? "2026-03-01" : "2026-03-02";
    case "date-time":
      return nth === 0 ? "2026-03-01T10:00:00Z" : "2026-03-02T10:00:00Z";
    case "reference":
      return source.record(field.reference?.entity ?? "", nth);
    case "html":
      return `<p>${CANARY}${n}</p>`;
    case "image":
      return source.image(nth);
    case "images":
      return [source.image(nth)];
    case "object":
      return Object.fromEntries(
        (field.fields ?? []).map((inner) => [inner.name, makeValue(inner, nth, source)]),
      );
    case "array":
      return [field.items === undefined ? null : makeValue(field.items, nth, source)];
    case "string":
      if (schema.format === "email") return `${CANARY}${n}@example.org`;
      return `${CANARY}${n}`.slice(0, schema.maxLength);
  }
}

/** In every text: what may not be seen is looked for in answers by it. */
export const CANARY = "canary";
