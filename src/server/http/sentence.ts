import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessageName } from "../../model/message-keys.ts";
import { fillMessage } from "../../record/messages.ts";

export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * A sentence of the machine: the entity's own, else messages.json in the entity's language (without an entity: the app's).
 */
export function sentence(
  config: Config,
  entity: Entity | undefined,
  key: MessageName,
  values: MessageValues = {},
): string {
  return fillMessage(template(config, entity, key), values);
}

function template(config: Config, entity: Entity | undefined, key: MessageName): string {
  if (entity !== undefined && Object.hasOwn(entity.messages, key)) return entity.messages[key] ?? key;
  const language = entity?.language ?? config.app.language;
  const texts = Object.hasOwn(config.messages, language) ? config.messages[language] : undefined;
  return texts !== undefined && Object.hasOwn(texts, key) ? (texts[key] ?? key) : key;
}
