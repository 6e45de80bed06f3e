import type { Field } from "./entity.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import { makeFields } from "./make-fields.ts";
import type { Properties } from "./placed-field.ts";
import { widgetOf } from "./plugin-use.ts";

/** Fields of a checked config with the widgets that the plugins make of them. */
export function resolveFields(
  properties: Properties,
  required: readonly string[],
  plugins: KnownPlugins,
): readonly Field[] {
  return makeFields(properties, required, (schema, insideWidget) => {
    const answer = widgetOf(plugins, schema, insideWidget);
    return answer.kind === "use" ? answer.use : undefined;
  });
}
