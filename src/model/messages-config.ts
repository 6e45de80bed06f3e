import { type Static, Type } from "@sinclair/typebox";

const Sentences = Type.Record(Type.String(), Type.String(), {
  description: "Every sentence of the runtime in one language, by key.",
});

/** `config/messages.json`, as written: language → key → sentence. `<plugin>.<key>` replaces a plugin's own sentence. */
export const MessagesConfig = Type.Record(Type.String({ pattern: "^[^$]" }), Sentences, {
  title: "Messages",
});
export type MessagesConfig = Static<typeof MessagesConfig>;

/** `config/samples/<entity>.json`, as written. */
export const SamplesConfig = Type.Array(Type.Record(Type.String(), Type.Unknown()), { title: "Samples" });
