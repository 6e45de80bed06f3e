import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { HOOK_TIMEOUT_MS } from "../../plugin/server-hook.ts";
import type { ValueForms } from "../../record/convert.ts";
import { splitPath } from "../../record/path.ts";
import { mapAtInTurn } from "../../record/walk.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import { leftBy } from "../unawaited.ts";
import { type FieldHook, NO_GATE, threadsFor, valueAnswer } from "./call-hook.ts";

/** The forms that server hooks give the stored values of their fields. */
export interface StoredForms extends ValueForms {
  /**
   * What brings a value of a field into the forms of the field and of those inside it, inner ones first; undefined where
   * they have none. It answers undefined for a value that cannot be in one.
   */
  converter(field: Field): ((value: Json) => Promise<Json | undefined>) | undefined;
}

/** @param threads where hooks convert large values; without it they do here */
export function storedForms(hooks: readonly FieldHook[], threads: HookThreads | undefined): StoredForms {
  const converting = hooks.filter(({ server }) => server.convert !== undefined);
  const forms = new Map(converting.map((hook) => [hook.placed.field, formBy(hook)]));
  return {
    formOf: (field) => forms.get(field),
    converter({ name, schema }) {
      const own = converting.filter(({ placed }) => splitPath(placed.path)[0] === name).reverse();
      if (own.length === 0 || schema.writeOnly === true) return undefined;
      return async (value) => {
        let record = { [name]: value };
        try {
          for (const hook of own)
            record = (await mapAtInTurn(record, hook.placed.path, ({ value }) =>
              value === null ? null : convertedBy(hook, value, threads),
            )) as typeof record;
        } catch {
          return undefined;
        }
        return record[name];
      };
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

/** Rejects where the hook throws, takes too long, or answers no value of the field. */
async function convertedBy(hook: FieldHook, value: Json, threads: HookThreads | undefined): Promise<Json> {
  const { placed, plugin, server, options } = hook;
  const apart = threadsFor({ threads }, hook, value);
  if (apart === undefined)
    return valueAnswer(
      leftBy(plugin.folder, () => server.convert?.(value, options)),
      placed,
    );
  const call = {
    folder: plugin.folder,
    step: "convert",
    pointer: "/value",
    record: { value },
    options,
  } as const;
  return valueAnswer((await apart.run(call, NO_GATE, HOOK_TIMEOUT_MS)).answer, placed);
}
