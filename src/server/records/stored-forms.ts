import type { Json } from "../../model/record.ts";
import type { ValueForms } from "../../record/convert.ts";
import { leftBy } from "../unawaited.ts";
import { type FieldHalf, valueAnswer } from "./call-hook.ts";

/** The forms that server halves give the stored values of their fields. */
export function storedForms(halves: readonly FieldHalf[]): ValueForms {
  const converting = halves.filter(({ server }) => server.convert !== undefined);
  const known = new Map(converting.map((half) => [half.placed.field, { half, form: formBy(half) }]));
  return {
    formOf: (field) => known.get(field)?.form,
    convert(field, value) {
      const half = known.get(field)?.half;
      return half === undefined ? value : convertedBy(half, value);
    },
  };
}

/** A form is the plugin's own: another plugin's of that name is another. */
function formBy({ plugin, server, options }: FieldHalf): string | undefined {
  try {
    const form: unknown = leftBy(plugin.folder, () => server.storedForm?.(options));
    return typeof form === "string" ? `${plugin.manifest.name}:${form}` : undefined;
  } catch {
    return undefined;
  }
}

function convertedBy({ placed, plugin, server, options }: FieldHalf, value: Json): Json | undefined {
  try {
    return valueAnswer(
      leftBy(plugin.folder, () => server.convert?.(value, options)),
      placed,
    );
  } catch {
    return undefined;
  }
}
