import type { KnownPlugins } from "../../model/plugin-manifest.ts";
import type { PlacedField } from "../resolve/placed-field.ts";
import { widgetOf } from "../resolve/plugin-use.ts";

/**
 * The keys of the messages of the widget that edits a field, or of the widget around it; undefined where one of the two
 * cannot be read.
 */
export function widgetMessages(plugins: KnownPlugins, field: PlacedField): readonly string[] | undefined {
  const answer = widgetOf(plugins, field.schema, field.parent !== undefined);
  const plugin = answer.kind === "use" ? plugins.widgets.get(answer.use.name) : undefined;
  if (answer.kind === "use" && plugin === undefined) return undefined;
  const own = Object.keys(plugin?.manifest.messages ?? {});
  const around = field.parent === undefined ? [] : widgetMessages(plugins, field.parent);
  return around && [...own, ...around];
}
