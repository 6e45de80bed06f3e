import { belowApi } from "../../wire/paths.ts";
import { tryWebhookPath, WEBHOOKS_PATH, type WebhooksAnswer } from "../../wire/webhooks.ts";
import { ApiError } from "../http/api-error.ts";
import { pathPart } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { Webhooks } from "./make-webhooks.ts";

/** How webhooks are doing, for whoever may edit the config: their addresses stand in it. */
export function webhookRoutes(webhooks: Webhooks): Route[] {
  const answer = async () => {
    const body: WebhooksAnswer = { webhooks: await webhooks.states() };
    return { status: 200, body };
  };
  return [
    {
      method: "GET",
      pattern: belowApi(WEBHOOKS_PATH),
      operation: "read webhooks",
      access: "editor",
      unattended: true,
      handle: answer,
    },
    {
      method: "POST",
      pattern: belowApi(tryWebhookPath("{id}")),
      operation: "try webhook",
      access: "editor",
      async handle(request) {
        if (!(await webhooks.tryNow(pathPart(request, "id")))) throw new ApiError("NOT_FOUND");
        return answer();
      },
    },
  ];
}
