import { createHmac } from "node:crypto";
import type { Json } from "../../model/record.ts";
import { imagesWithOrigin } from "../images/image-origin.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { convertedValues } from "../records/history/stored-values.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { Webhook } from "./webhook.ts";

/** What is sent of a change. */
interface WebhookBody {
  /** Of the entry in the journal: later changes have higher ones. */
  readonly id: number;
  /** The same for all that one action changed. */
  readonly change: string;
  readonly entity: string;
  readonly _id: string;
  readonly kind: JournalEntry["kind"];
  readonly version: number;
  readonly at: string;
  /** The account's `_id`; null: the system. */
  readonly by: string | null;
  /** What was changed, with the new values; of a deleted record nothing. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Changed fields whose values are too long to be sent. */
  readonly long?: readonly string[];
}

/** By the fields of today, so that what is secret now is not sent, whatever it was when it was changed. */
export async function webhookBody(
  target: EntityRuntime,
  webhook: Webhook,
  entry: JournalEntry,
): Promise<string> {
  const { position: id, changeId: change, table: entity, _id, kind, version, at, account } = entry;
  const sent = target.fields.filter(
    ({ name, schema }) =>
      schema.writeOnly !== true &&
      !entry.secrets.includes(name) &&
      (webhook.fields === undefined || webhook.fields.has(name)),
  );
  const values = imagesWithOrigin(target.imageOrigin, sent, await convertedValues(target, entry.after));
  const fields = sent.flatMap(({ name }) => {
    const value = Object.hasOwn(values, name) && !entry.long.includes(name) ? values[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const long = kind === "delete" ? [] : sent.filter(({ name }) => entry.long.includes(name));
  const body: WebhookBody = {
    id,
    change,
    entity,
    _id,
    kind,
    version,
    at,
    by: account?._id ?? null,
    fields: Object.fromEntries(fields),
    ...(long.length === 0 ? {} : { long: long.map(({ name }) => name) }),
  };
  return JSON.stringify(body);
}

/** The same for each attempt. With the change's, since a store that was put back counts its positions again. */
export const messageId = ({ position, changeId }: JournalEntry) => `${position}_${changeId}`;

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com).
 * @param secrets several while one takes the place of another: the receiver may know either
 * @param now milliseconds since 1970
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const made = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${made.digest("base64")}`;
  });
  return {
    "content-type": "application/json; charset=utf-8",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** Written as Standard Webhooks has it, the key is base64; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  const [, encoded] = /^whsec_(.+)$/.exec(secret) ?? [];
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, "base64");
}
