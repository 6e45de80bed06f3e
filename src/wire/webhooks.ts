import type { WebhookChange } from "../model/webhook.ts";
import { API } from "./paths.ts";

/** Apart from the other fixed addresses, since the log-in page needs none of them. */
export const WEBHOOKS_PATH = `${API}/webhooks`;
/** `POST`: what waits is sent at once, whatever failed before. An id has letters and digits alone. */
export const tryWebhookPath = (id: string) => `${WEBHOOKS_PATH}/${id}/try`;

/** How a webhook is doing. Its query is left out, as are the answers of the other side: they may have secrets. */
export interface WebhookState {
  /** Of its entity and address: the same as long as these are. */
  readonly id: string;
  readonly entity: string;
  /** With the port where it is not the usual one. */
  readonly host: string;
  readonly path: string;
  readonly on: readonly WebhookChange[];
  /** The operator has named its host; otherwise its changes wait. */
  readonly allowed: boolean;
  /** Changes to be sent, exact up to `MAX_WAITING_SHOWN`. */
  readonly waiting: number;
  /** There are more than `waiting`. */
  readonly waitingIsMore?: true;
  /** Attempts that failed since something was delivered. */
  readonly failures: number;
  /** ISO 8601: not before; null: as soon as something waits. */
  readonly nextTry: string | null;
  /** The last attempt; null: there was none. */
  readonly last: {
    /** ISO 8601. */
    readonly at: string;
    /** Of HTTP; null: the other side did not answer. */
    readonly status: number | null;
  } | null;
}

/** `GET` of the path, for whoever may edit the config. */
export interface WebhooksAnswer {
  readonly webhooks: readonly WebhookState[];
}
