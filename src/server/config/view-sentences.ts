import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { FoundPlugin, Registry } from "../../plugin/registry.ts";
import type { AppView } from "../../wire/views.ts";
import { walkFields } from "../records/field-walk.ts";

/**
 * Every sentence by language and key, but those of plugins that none of these entities uses: what is installed costs
 * nobody a byte who does not see it.
 */
export function viewSentences(
  { messages }: Config,
  { widgets, cells }: Registry,
  entities: readonly Entity[],
): AppView["messages"] {
  const fields = entities.flatMap((entity) => [...walkFields(entity.fields)]);
  const used = {
    widgets: new Set(fields.map(({ field }) => field.widget?.name)),
    cells: new Set(entities.flatMap(({ list }) => list.columns.map(({ cell }) => cell.name))),
  };
  const said = new Set([...keysOf(widgets, used.widgets, true), ...keysOf(cells, used.cells, true)]);
  const unsaid = new Set([...keysOf(widgets, used.widgets, false), ...keysOf(cells, used.cells, false)]);
  const isSaid = (key: string) => said.has(key) || !unsaid.has(key) || Object.hasOwn(MESSAGE_KEYS, key);
  return Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => isSaid(key))),
    ]),
  );
}

/** The keys that plugins say, of those that are used or of the others. */
function keysOf(
  plugins: ReadonlyMap<string, FoundPlugin>,
  used: ReadonlySet<string | undefined>,
  isUsed: boolean,
): string[] {
  return [...plugins.values()].flatMap(({ manifest: { name, messages } }) =>
    used.has(name) === isUsed ? Object.keys(messages ?? {}).map((key) => `${name}.${key}`) : [],
  );
}
