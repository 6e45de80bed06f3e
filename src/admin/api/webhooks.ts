import { isObject } from "../../record/json.ts";
import { tryWebhookPath, WEBHOOKS_PATH, type WebhookState } from "../../wire/webhooks.ts";
import type { Client } from "./client.ts";

/** How all webhooks are doing, in the order of the config. */
export async function getWebhooks(client: Client, signal: AbortSignal): Promise<readonly WebhookState[]> {
  return statesIn(await client.request("GET", WEBHOOKS_PATH, { signal }));
}

/** Sends at once what waits. Answers how all are doing then. */
export async function tryWebhook(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<readonly WebhookState[]> {
  return statesIn(await client.request("POST", tryWebhookPath(id), { signal }));
}

function statesIn(answer: unknown): readonly WebhookState[] {
  if (!isObject(answer) || !Array.isArray(answer.webhooks) || !answer.webhooks.every(isState))
    throw new TypeError("The server answered no webhooks.");
  return answer.webhooks;
}

function isState(value: unknown): value is WebhookState {
  return (
    isObject(value) &&
    [value.id, value.entity, value.host, value.path].every((one) => typeof one === "string") &&
    [value.waiting, value.failures].every((one) => typeof one === "number") &&
    typeof value.allowed === "boolean" &&
    Array.isArray(value.on) &&
    (value.nextTry === null || typeof value.nextTry === "string") &&
    (value.last === null || (isObject(value.last) && typeof value.last.at === "string"))
  );
}
