import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import { PATHS } from "../../wire/paths.ts";
import {
  tryWebhookPath,
  WEBHOOKS_PATH,
  type WebhookState,
  type WebhooksAnswer,
} from "../../wire/webhooks.ts";
import { answering, type Operations } from "./operation.ts";
import { arrayOf, exactObject, nullable, VALUE, wireObject } from "./schema-parts.ts";

const withOrWithout503 = (schema: JsonSchema) => ({ 200: { schema }, 503: { schema } });

const webhooks = wireObject<WebhooksAnswer>({
  webhooks: arrayOf(
    wireObject<WebhookState>(
      {
        id: VALUE.text,
        entity: VALUE.text,
        host: VALUE.text,
        path: VALUE.text,
        on: arrayOf({ enum: ["create", "update", "delete"] }),
        allowed: VALUE.yesNo,
        waiting: VALUE.integer,
        failures: VALUE.integer,
        nextTry: nullable(VALUE.moment),
        last: nullable(exactObject({ at: VALUE.moment, status: { type: ["integer", "null"] } })),
      },
      { waitingIsMore: { const: true } },
    ),
  ),
});

/** For who runs the server, or connects programs to it. */
export const OPERATING_OPERATIONS: Operations = {
  [`GET ${PATHS.health}`]: {
    answers: withOrWithout503({
      anyOf: [
        exactObject({ status: { enum: ["ok", "starting"] } }),
        exactObject({ status: { const: "degraded" }, reason: VALUE.text }),
      ],
    }),
  },
  [`GET ${PATHS.ready}`]: {
    answers: withOrWithout503({
      anyOf: [
        exactObject({ ready: { const: true } }),
        exactObject({ ready: { const: false }, reason: VALUE.text }),
      ],
    }),
  },
  [`GET ${PATHS.openapi}`]: { answers: answering(VALUE.object) },
  [`GET ${WEBHOOKS_PATH}`]: { answers: answering(webhooks) },
  [`POST ${tryWebhookPath("{id}")}`]: { answers: answering(webhooks), refusals: ["NOT_FOUND"] },
};
