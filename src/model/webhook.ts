import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOfExplained, text } from "./schema-parts.ts";

/** Most webhooks of one entity: each change is sent to all of them. */
export const MAX_WEBHOOKS = 8;

const WebhookChange = oneOfExplained("A kind of change.", {
  create: "A record is made, or comes back from the bin.",
  update: "A record is changed.",
  delete: "A record is deleted.",
});
export type WebhookChange = Static<typeof WebhookChange>;

export const WebhookConfig = closed(
  "An address that is told of changes, as soon as the operator of the server has named its host.",
  {
    url: text("Where each change is sent by POST: an address of https or http, without a user name.", {
      minLength: 1,
      maxLength: 1000,
      examples: ["https://hooks.example.com/changes"],
    }),
    on: Type.Array(WebhookChange, { minItems: 1, description: "Which changes are sent." }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          "Only these fields are sent, and no change of others alone. Without it: all that are stored, but no secrets.",
      }),
    ),
  },
  { $id: "Webhook" },
);
export type WebhookConfig = Static<typeof WebhookConfig>;
