import { makeFields } from "../../../src/compiler/resolve/make-fields.ts";
import { optionsOf } from "../../../src/compiler/resolve/plugin-use.ts";
import { brokenRules } from "../../../src/compiler/shape/broken-rules.ts";
import type { PluginExample, PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { ImageRecord, Json, RecordData } from "../../../src/model/record.ts";
import type { AnyServerPlugin, ServerContext } from "../../../src/plugin/server-hook.ts";
import { deepFreeze } from "../../../src/record/json.ts";
import {
  hasFieldType,
  imagesAnswer,
  refusalsAnswer,
  valueAnswer,
} from "../../../src/server/records/call-hook.ts";
import { ODD_VALUES } from "./odd-values.ts";
import type { Rule } from "./rules.ts";
import { PATH } from "./trial.tsx";

const STORED: ImageRecord = { fileName: "stored.png", imgUrl: "/images/stored.png", expiresAt: null };

/** Called as by a write (`server/records/field-hooks.ts`), and what it answers is read as by one. */
export const P18: Rule = {
  code: "P18",
  async find({ manifest, hook, examples }) {
    if (manifest === undefined || hook === undefined) return [];
    const found: string[] = [];
    for (const example of examples) {
      found.push(...(await tried(manifest, hook, example, example.value as Json, true)));
      for (const odd of ODD_VALUES) found.push(...(await tried(manifest, hook, example, odd, false)));
    }
    return found;
  },
};

/** What goes wrong when a record with this value in the example's field is written. */
async function tried(
  manifest: PluginManifest,
  hook: AnyServerPlugin,
  { title, field, options: given = {}, record: around = {} }: PluginExample,
  written: Json,
  isExample: boolean,
): Promise<string[]> {
  const found: string[] = [];
  const [placed] = makeFields({ [PATH]: field }, [], () => undefined).map((one) => ({
    field: one,
    path: PATH,
  }));
  const options = structuredClone(given);
  if (placed === undefined || !optionsOf(manifest)(options)) return []; // P1 says so
  const contextOf = (value: Json): ServerContext => {
    const record = { ...around, [PATH]: value } as RecordData;
    return deepFreeze({
      options,
      record,
      path: PATH,
      findImage: async () => STORED,
      storeImage: async () => STORED,
    });
  };
  const attempt = async <T>(step: keyof AnyServerPlugin, value: Json, run: () => Promise<T>) => {
    try {
      return await run();
    } catch (error) {
      found.push(`"${title}": ${step} throws ${String(error)}, of ${JSON.stringify(value)}`);
      return undefined;
    }
  };

  let value = deepFreeze(structuredClone(written));
  if (isExample && hook.complete !== undefined) {
    const context = contextOf(null);
    await attempt("complete", null, async () =>
      valueAnswer((await hook.complete?.(context)) ?? null, placed),
    );
  }
  if (hook.clean !== undefined && value !== null && hasFieldType(value, placed)) {
    const [given, context] = [value, contextOf(value)];
    const cleaned = await attempt("clean", value, async () =>
      valueAnswer(await hook.clean?.(given, context), placed),
    );
    if (cleaned === undefined) return found;
    value = deepFreeze(cleaned);
  }
  // What its field refuses, no hook is asked about.
  const broken = value === null ? [] : brokenRules(field, value);
  if (isExample && broken.length > 0)
    found.push(`"${title}": clean answers ${JSON.stringify(value)}, which the field refuses`);
  if (value === null || broken.length > 0) return found;

  const refused = await attempt("check", value, async () =>
    refusalsAnswer((await hook.check?.(value, contextOf(value))) ?? [], value),
  );
  for (const { keyword } of refused ?? []) {
    if (isExample) found.push(`"${title}": check refuses the example's value, with "${keyword}"`);
    if (!Object.hasOwn(manifest.messages ?? {}, keyword))
      found.push(`"${title}": check refuses with "${keyword}", which no message has`);
  }
  if (hook.convert !== undefined && value !== null) {
    const given = value;
    const convert = async (from: Json) => valueAnswer(hook.convert?.(from, options), placed);
    const converted = await attempt("convert", value, () => convert(given));
    const again =
      converted == null ? converted : await attempt("convert", converted, () => convert(converted));
    if (JSON.stringify(again) !== JSON.stringify(converted))
      found.push(`"${title}": convert changes what it converted, of ${JSON.stringify(value)}`);
  }
  await attempt("images", value, async () => imagesAnswer(hook.images?.(value) ?? []));
  return found;
}
