import { createHash } from "node:crypto";
import type { Config } from "../../model/config.ts";
import type { WebhookChange } from "../../model/webhook.ts";
import type { JournalEntry } from "../store/journal.ts";

/** A webhook of the config. */
export interface Webhook {
  /** Of its entity and address: under it the store keeps how far it is. */
  readonly id: string;
  readonly entity: string;
  readonly url: URL;
  readonly on: ReadonlySet<WebhookChange>;
  /** Only these; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined;
}

/** In the order of the config. */
export function webhooksOf({ entities }: Config): readonly Webhook[] {
  return [...entities.values()].flatMap(({ id: entity, source }) =>
    (source.webhooks ?? []).map((written) => {
      const url = new URL(written.url);
      const named = createHash("sha256").update(JSON.stringify([entity, url.href]));
      return {
        id: named.digest("hex").slice(0, 32),
        entity,
        url,
        on: new Set(written.on),
        fields: written.fields && new Set(written.fields),
      };
    }),
  );
}

/** What a change of a record is to whoever is told; undefined: nothing. */
const TOLD_AS: Readonly<Partial<Record<JournalEntry["kind"], WebhookChange>>> = {
  create: "create",
  restore: "create",
  update: "update",
  delete: "delete",
};

/** Whether it is told of an entry of its entity. */
export function isToldOf({ on, fields }: Webhook, entry: JournalEntry): boolean {
  const change = TOLD_AS[entry.kind];
  if (change === undefined || !on.has(change)) return false;
  if (change !== "update" || fields === undefined) return true;
  return [...Object.keys(entry.after), ...entry.long].some((name) => fields.has(name));
}
