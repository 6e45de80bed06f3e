import type { EntityConfig } from "../../model/entity-config.ts";
import type { WebhookConfig } from "../../model/webhook.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { fieldNamed } from "../resolve/written-field.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** Webhooks have an address of their own that a request can be sent to, and send fields that are stored and no secret. */
export const checkWebhooks: Check = (config) => {
  for (const { report, value: entity } of config.entities.values()) {
    const seen = new Set<string>();
    entity.webhooks?.forEach((webhook, index) => {
      const at = below("/webhooks", index);
      checkAddress(webhook.url, seen, report, below(at, "url"));
      webhook.on.forEach((change, place) => {
        if (webhook.on.indexOf(change) < place)
          report(below(at, "on", place), "DUPLICATE_NAME", `"${change}" stands here a second time.`);
      });
      checkSent(config, entity, webhook, report, below(at, "fields"));
    });
  }
};

const EXAMPLE = 'Write it as "https://hooks.example.com/changes".';

function checkAddress(text: string, seen: Set<string>, report: Report, at: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const wrong =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? "is no address of https or http"
      : url.username !== "" || url.password !== ""
        ? "has a user name or a password in it, which everybody could read who edits the config"
        : url.hash !== ""
          ? "has a part after #, which is never sent"
          : undefined;
  if (wrong !== undefined) report(at, "BAD_VALUE", { message: `"${text}" ${wrong}.`, hint: EXAMPLE });
  if (url === undefined) return;
  if (seen.has(url.href))
    report(at, "DUPLICATE_NAME", {
      message: `There is a webhook to "${text}" already.`,
      hint: 'Write all its changes into the "on" of one.',
    });
  seen.add(url.href);
}

function checkSent(
  { broken }: WrittenConfig,
  { schema: { properties } }: EntityConfig,
  { fields = [] }: WebhookConfig,
  report: Report,
  at: string,
): void {
  fields.forEach((name, index) => {
    const place = below(at, index);
    const field = fieldNamed(properties, name);
    if (field === undefined) {
      const message = `There is no field "${name}" that could be sent.`;
      report(place, "UNKNOWN_FIELD", { message, ...nameHints(name, Object.keys(properties)) });
      return;
    }
    if (fields.indexOf(name) < index) report(place, "FIELD_TWICE", `"${name}" is sent already.`);
    if (broken.has(field)) return;
    const why =
      field.writeOnly === true ? "is secret" : field.formOnly === true ? "is not stored" : undefined;
    if (why !== undefined)
      report(place, "FIELD_SHAPE", { message: `"${name}" ${why}: it is never sent.`, hint: "Remove it." });
  });
}
