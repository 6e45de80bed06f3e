import type { Json } from "../../model/record.ts";
import type { ValueForms } from "../../record/convert.ts";
import { leftBy } from "../unawaited.ts";
import { type FieldHook, valueAnswer } from "./call-hook.ts";

/** The forms that server hooks give the stored values of their fields. */
export function storedForms(hooks: readonly FieldHook[]): ValueForms {
  const converting = hooks.filter(({ server }) => server.convert !== undefined);
  const known = new Map(converting.map((hook) => [hook.placed.field, { hook, form: formBy(hook) }]));
  return {
    formOf: (field) => known.get(field)?.form,
    convert(field, value) {
      const hook = known.get(field)?.hook;
      return hook === undefined ? value : convertedBy(hook, value);
    },
  };
}

/** A form is the plugin's own: another plugin's of that name is another. */
function formBy({ plugin, server, options }: FieldHook): string | undefined {
  try {
    const form: unknown = leftBy(plugin.folder, () => server.storedForm?.(options));
    return typeof form === "string" ? `${plugin.manifest.name}:${form}` : undefined;
  } catch {
    return undefined;
  }
}

function convertedBy({ placed, plugin, server, options }: FieldHook, value: Json): Json | undefined {
  try {
    return valueAnswer(
      leftBy(plugin.folder, () => server.convert?.(value, options)),
      placed,
    );
  } catch {
    return undefined;
  }
}
