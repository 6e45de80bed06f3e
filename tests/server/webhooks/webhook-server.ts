import type { Json } from "../../../src/model/record.ts";
import type { Effects } from "../../../src/server/effects.ts";
import type { JournalEntry } from "../../../src/server/store/journal.ts";
import type { Store } from "../../../src/server/store/store.ts";
import {
  makeWebhooks,
  type WebhookRequest,
  type Webhooks,
} from "../../../src/server/webhooks/make-webhooks.ts";
import { type BuildOptions, buildServer, type TestServer } from "../build-server.ts";

export const HOST = "hooks.library.example";
export const SECRET = "a-secret-of-the-webhooks";

interface Waiting {
  readonly at: number;
  readonly go: () => void;
}

/** A clock that stands still but for `advance`: what waits longer than a moment waits for it. */
export class SteppedClock {
  private time = Date.parse("2026-05-01T10:00:00.000Z");
  private readonly waiting = new Set<Waiting>();
  /** How often something began to wait: a server that has looked at all does. */
  sleeps = 0;

  readonly effects: Pick<Effects, "now" | "elapsed" | "wait"> = {
    now: () => new Date(this.time),
    elapsed: () => this.time,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (milliseconds <= 50) return void setImmediate(resolve);
        const one = { at: this.time + milliseconds, go: resolve };
        this.waiting.add(one);
        this.sleeps += 1;
        signal?.addEventListener("abort", () => {
          this.waiting.delete(one);
          reject(signal.reason);
        });
      }),
  };

  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const one of [...this.waiting]) {
      if (one.at > this.time) continue;
      this.waiting.delete(one);
      one.go();
    }
  }
}

export interface Message {
  readonly id: number;
  readonly change: string;
  readonly entity: string;
  readonly _id: string;
  readonly kind: JournalEntry["kind"];
  readonly version: number;
  readonly by: string | null;
  readonly fields: Readonly<Record<string, Json>>;
  readonly long?: readonly string[];
}

/** Another program that is told: what it got, and how it answers. */
export class Receiver {
  readonly requests: WebhookRequest[] = [];
  /** A status, or what breaks. Asked for each request. */
  answer: (message: Message, signal: AbortSignal) => number | Promise<number> = () => 204;

  readonly post = async (request: WebhookRequest): Promise<number> => {
    this.requests.push(request);
    return this.answer(JSON.parse(request.body), request.signal);
  };

  messages(): Message[] {
    return this.requests.map(({ body }) => JSON.parse(body));
  }

  /** From now on it takes a request and never answers. */
  hang(): void {
    this.answer = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  }

  /** The names of the subjects it was told of. */
  names(): unknown[] {
    return this.messages().map(({ fields }) => fields.name);
  }
}

/** A subject's changes are sent to `HOST`, unless the options say otherwise. */
export const SUBJECTS_SENT: BuildOptions["config"] = {
  "entities/subjects.json": (json) => {
    json.webhooks = [{ url: `https://${HOST}/subjects`, on: ["create", "update", "delete"] }];
  },
};

export interface WebhookServer extends TestServer {
  readonly clock: SteppedClock;
  readonly receiver: Receiver;
  readonly webhooks: Webhooks;
  readonly failed: Readonly<Record<string, unknown>>[];
  /** What the operator reads. A test that expects something there takes it out. */
  readonly said: string[];
  /** Another server on the same store, with the same clock. */
  another(receiver?: Receiver, store?: Store): Webhooks;
  /** The operator names one more. */
  allow(host: string): void;
}

/** A server that sends its webhooks, from what is written after this. */
export async function webhookServer(
  config: BuildOptions["config"] = SUBJECTS_SENT,
  hosts: readonly string[] = [HOST],
): Promise<WebhookServer> {
  const clock = new SteppedClock();
  const receiver = new Receiver();
  const failed: Readonly<Record<string, unknown>>[] = [];
  const said: string[] = [];
  const named = new Set(hosts);
  const make = (parts: Pick<TestServer, "store" | "holder" | "effects">, to: Receiver) =>
    makeWebhooks({
      ...parts,
      effects: { ...parts.effects, ...clock.effects },
      sending: { hosts: named, secrets: [SECRET], post: to.post },
      onFailed: (facts) => failed.push(facts),
      log: (text) => said.push(text),
    });
  let webhooks: Webhooks | undefined;
  const server = await buildServer({
    ...(config === undefined ? {} : { config }),
    webhooks: (parts) => {
      webhooks = make(parts, receiver);
      return webhooks;
    },
  });
  if (webhooks === undefined) throw new Error("The server has no webhooks.");
  const own = webhooks;
  const begun = [own];
  await own.begin();
  return {
    ...server,
    clock,
    receiver,
    webhooks: own,
    failed,
    said,
    another(to = receiver, store = server.store) {
      const other = make({ ...server, store }, to);
      begun.push(other);
      return other;
    },
    allow: (host) => void named.add(host),
    async close() {
      for (const one of begun) await one.stop();
      await server.close();
      if (said.length > 0) throw new Error(said.join("\n"));
    },
  };
}

/** Each webhook of the config has its place in the journal: what is written from now on is sent. */
export async function hasBegun({ store }: Pick<TestServer, "store">, count: number): Promise<void> {
  for (;;) {
    const known = await store.read((view) => view.settings("webhook."));
    if (known.size >= count) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
