import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessageName } from "../../model/message-keys.ts";
import {
  fillMessage,
  findMessage,
  type MessageTable,
  type MessageValues,
  messageTables,
} from "../../record/messages.ts";

/** Where the messages of an entity are looked up; without one, those of the app. */
export function tablesOf({ app, messages }: Config, entity?: Entity): readonly MessageTable[] {
  return messageTables(messages, app.language, entity);
}

/** A message of the server in the language of the entity, without one of the app. */
export function serverMessage(
  config: Config,
  entity: Entity | undefined,
  key: MessageName,
  values: MessageValues = {},
): string {
  return fillMessage(findMessage(tablesOf(config, entity), key) ?? key, values);
}
