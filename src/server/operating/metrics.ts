import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RuntimeHolder } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";
import type { Webhooks } from "../webhooks/make-webhooks.ts";

interface MetricsParts {
  readonly store: Store;
  readonly holder: RuntimeHolder;
  readonly effects: Pick<Effects, "now">;
  /** When the last backup was made and checked; undefined: never, or they are made elsewhere. */
  lastBackup(): Date | undefined;
  readonly webhooks: Pick<Webhooks, "states">;
}

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** What Prometheus reads. */
export interface Metrics {
  answered(request: Answered, seconds: number): void;
  /** In Prometheus' text format; what the store says is asked now. */
  text(): Promise<{ readonly type: string; readonly text: string }>;
}

/** From what is quick for a person to what a large upload takes, in seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry of its own: nothing is shared by two servers of one process. */
export function makeMetrics({ store, holder, effects, lastBackup, webhooks }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let isCollecting = false;
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered requests",
    labelNames: ["method", "route", "status"] as const,
    registers,
  });
  const latencies = new Histogram({
    name: "http_request_seconds",
    help: "How long a request took until its answer was sent",
    labelNames: ["method", "route"] as const,
    buckets: LATENCIES,
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const sessions = gauge("sessions", "Sessions that have not ended");
  const storeBytes = gauge("store_bytes", "Size of the store");
  const storeUp = gauge("store_up", "1: the store can be read and written");
  const problems = gauge("config_problems", "Problems of the config's files");
  const rejected = gauge("config_rejected_files", "Files whose version on disk is not served");
  const backupAge = gauge("backup_age_seconds", "Since the last checked backup; absent: there is none");
  const webhookGauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["entity", "host"] as const, registers });
  const waiting = webhookGauge("webhook_waiting_entries", "Changes to be sent, of each at most 1000");
  const failures = webhookGauge("webhook_failures", "Failed attempts since something was delivered");

  async function tellWebhooks(): Promise<void> {
    waiting.reset();
    failures.reset();
    for (const one of await webhooks.states()) {
      const labels = { entity: one.entity, host: one.host };
      waiting.inc(labels, one.waiting);
      failures.inc(labels, one.failures);
    }
  }

  return {
    answered({ method, route, status }, seconds) {
      requests.inc({ method, route, status });
      latencies.observe({ method, route }, seconds);
    },
    async text() {
      // The event loop is watched from the first question on: where nobody asks, it costs nothing.
      if (!isCollecting) collectDefaultMetrics({ register: registry });
      isCollecting = true;
      const now = effects.now();
      const trouble = await store.trouble();
      storeUp.set(trouble === undefined ? 1 : 0);
      const measured = await store.measure(now.toISOString()).catch(() => undefined);
      if (measured === undefined) {
        sessions.remove();
        storeBytes.remove();
      } else {
        sessions.set(measured.sessions);
        storeBytes.set(measured.bytes);
      }
      problems.set(holder.current.problems.length);
      rejected.set(holder.current.rejected.length);
      await tellWebhooks().catch(() => undefined);
      const last = lastBackup();
      if (last === undefined) backupAge.remove();
      else backupAge.set((now.getTime() - last.getTime()) / 1000);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
