import type { KnownPlugins } from "../known-plugins.ts";
import type { PlacedField } from "../placed-field.ts";
import { widgetOf } from "../plugin-use.ts";

/** The keys of the messages of the widget that edits a field, or of the widget around it. */
export function widgetMessages(plugins: KnownPlugins, field: PlacedField): string[] {
  const answer = widgetOf(plugins, field.schema, field.parent !== undefined);
  const manifest = answer.kind === "use" ? plugins.widgets.get(answer.use.name)?.manifest : undefined;
  const own = Object.keys(manifest?.messages ?? {});
  return field.parent === undefined ? own : [...own, ...widgetMessages(plugins, field.parent)];
}
