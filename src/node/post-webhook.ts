import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { WebhookRequest } from "../server/webhooks/make-webhooks.ts";

const TIMEOUT_MS = 10_000;
/** So much of an answer is read, so that the other side can end it; nothing of it is kept. */
const MAX_ANSWER_BYTES = 4_096;

/** Sends to exactly this address: no redirect is followed, no proxy asked, and no connection kept. */
export function postWebhook(
  { url, headers, body, signal }: WebhookRequest,
  timeoutMs = TIMEOUT_MS,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false,
      signal,
    });
    const timer = setTimeout(() => sent.destroy(new Error("timeout")), timeoutMs);
    sent.on("close", () => {
      clearTimeout(timer);
      reject(new Error("closed"));
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let bytes = 0;
      const end = () => {
        resolve(answer.statusCode ?? 0);
        sent.destroy();
      };
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) end();
      });
      answer.on("end", end);
      answer.on("error", reject);
    });
    sent.end(body);
  });
}
