import { type Static, Type } from "@sinclair/typebox";
import type { Messages } from "./config.ts";
import { FileSchema } from "./field-schema.ts";
import { byName } from "./schema-parts.ts";

const OneLanguage = byName(
  "Every message in one language, by key. The name is the language's tag, such as en or fr-CA: app.json and each entity say by it which language is theirs.",
  Type.String(),
);

/** `config/messages.json`, as written: language → key → message. `<plugin>.<key>` replaces a plugin's own message. */
export const MessagesFile = Type.Object(
  { $schema: Type.Optional(FileSchema) },
  { additionalProperties: OneLanguage, title: "Messages" },
);

export type MessagesFile = Static<typeof MessagesFile> & Messages;

export function messagesOf({ $schema, ...messages }: MessagesFile): Messages {
  return messages;
}

/** `config/samples/<entity>.json`, as written. */
export const SamplesConfig = Type.Array(
  byName(
    'One record, its fields by name. A picture is named by its file in samples/images: { "file": "cover.jpg" }.',
    Type.Unknown(),
  ),
  { title: "Samples", description: "Records that an empty store begins with." },
);
