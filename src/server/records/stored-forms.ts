import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { HOOK_TIMEOUT_MS } from "../../plugin/server-hook.ts";
import type { ValueForms } from "../../record/convert.ts";
import { splitPath } from "../../record/path.ts";
import { mapAtInTurn } from "../../record/walk.ts";
import type { Gate } from "../hooks/hook-messages.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import { runAsPlugin, runHook } from "../hooks/run-hook.ts";
import { type FieldHook, threadsFor, valueAnswer } from "./call-hook.ts";

/** The forms in which plugins store the values of their fields. */
export interface StoredForms extends ValueForms {
  /**
   * Converts a value of the field into its form and those of the fields inside, inner ones first. It answers undefined for a
   * value that cannot be converted. The field has no converter where no plugin in it has a form.
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
        let record: RecordData = { [name]: value };
        try {
          for (const hook of own)
            record = await mapAtInTurn(record, hook.placed.path, ({ value }) =>
              value === null ? null : convertedBy(hook, value, threads),
            );
        } catch {
          return undefined;
        }
        return record[name];
      };
    },
  };
}

/** The name of the form, with its plugin: another plugin's form of that name is another. */
function formBy({ plugin, server, options }: FieldHook): string | undefined {
  try {
    const form: unknown = runAsPlugin(plugin.folder, () => server.storedForm?.(options));
    return typeof form === "string" ? `${plugin.manifest.name}:${form}` : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects where the hook throws, takes too long, or gives no value for the field. */
async function convertedBy(hook: FieldHook, value: Json, threads: HookThreads | undefined): Promise<Json> {
  const { placed, plugin, server, options } = hook;
  const { folder } = plugin;
  const call = { folder, step: "convert", pointer: "/value", record: { value }, options } as const;
  const thread = threadsFor(threads, hook, value);
  const answer =
    thread === undefined
      ? runHook(server, call, NO_GATE)
      : (await thread.run(call, NO_GATE, HOOK_TIMEOUT_MS)).answer;
  return valueAnswer(answer, placed);
}

/** `convert` gets no context. */
const NO_GATE: Gate = {
  findImage: () => Promise.reject(new Error("There is no gate here.")),
  storeImage: () => Promise.reject(new Error("There is no gate here.")),
};
