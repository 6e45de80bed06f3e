import { type MessageKey, message } from "./config-message-keys.ts";

/** The messages of the page that says how webhooks are doing. */
export const WEBHOOK_MESSAGE_KEYS = {
  "webhooks.title": message("Menu entry of the page with all webhooks, and its heading"),
  "webhooks.sends": message("Before the kinds of changes that are sent"),
  "webhooks.waiting": message("Before the number of changes that are to be sent"),
  "webhooks.atLeast": message("That number where no more are counted. {count}"),
  "webhooks.last": message("Before when the last attempt was, and what came of it"),
  "webhooks.none": message("In place of an attempt: there was none"),
  "webhooks.delivered": message("What came of it"),
  "webhooks.refused": message("The same: the other side answered something else. {status} of HTTP"),
  "webhooks.unanswered": message("The same: it did not answer"),
  "webhooks.failures": message("Before the number of attempts that failed since the last that did not"),
  "webhooks.next": message("Before when it is tried again"),
  "webhooks.notAllowed": message("The operator of the server has not named the host"),
  "webhooks.try": message("Button: what waits is sent at once"),
  "webhooks.tryFailed": message("Toast. {reason}"),
} as const satisfies Record<string, MessageKey>;
