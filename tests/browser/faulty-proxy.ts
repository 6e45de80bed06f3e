import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { CHANGES_PATHS } from "../../src/wire/changes.ts";

/**
 * What happens to a request: it is passed on · passed on, its answer held back until `release` · answered with a
 * status and a JSON body, or an empty one · accepted and never answered · its connection dropped.
 */
export type Fault =
  | { readonly kind: "pass" | "late" | "silent" | "drop" }
  | { readonly kind: "answer"; readonly status: number; readonly body?: unknown };

/** A rule for requests whose "METHOD /path?query" matches. */
interface Rule {
  readonly pattern: RegExp;
  readonly fault: Fault;
}

/** What the browser itself notes of spoilt answers. A connection that is dropped before the whole body was read is reset. */
export const SPOILT_ANSWERS = [/status of (4|5)\d\d/, /net::ERR_(EMPTY_RESPONSE|CONNECTION_RESET)/];

export interface FaultyProxy {
  readonly url: string;
  /** Requests that match get the fault; the newest rule that matches decides. */
  on(pattern: RegExp, fault: Fault): void;
  /** Everything passes again; what is held back stays held back. */
  heal(): void;
  /** Lets the oldest (or all) held back answers go. */
  release(which?: "oldest" | "all"): void;
  /** How many answers are held back now. */
  held(): number;
  /** "METHOD /path?query" of every request so far. */
  readonly asked: readonly string[];
  /** Those whose connection the browser gave up. */
  readonly aborted: readonly string[];
  stop(): Promise<void>;
}

/** A server between the browser and the real one, at a free port, that a story can make fail. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  let rules: readonly Rule[] = [];
  const heldBack: (() => void)[] = [];
  const asked: string[] = [];
  const aborted: string[] = [];

  const streaming = new Map<string, Socket>();

  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    asked.push(line);
    const fault: Fault = rules.findLast(({ pattern }) => pattern.test(line))?.fault ?? { kind: "pass" };
    outgoing.on("close", () => {
      const isStream = streaming.get(line) === incoming.socket;
      if (isStream) streaming.delete(line);
      else if (fault.kind !== "drop" && !outgoing.writableFinished) aborted.push(line);
    });
    // It goes on until its line is dropped.
    if (incoming.url?.startsWith(CHANGES_PATHS.changes) && incoming.method === "GET")
      streaming.set(line, incoming.socket);
    switch (fault.kind) {
      case "pass":
        return pass(target, incoming, outgoing);
      case "late":
        return pass(target, incoming, outgoing, (send) => heldBack.push(send));
      case "silent":
        incoming.resume();
        return;
      case "drop":
        incoming.socket.destroy();
        return;
      case "answer":
        incoming.resume();
        incoming.on("end", () => {
          outgoing.writeHead(fault.status, { "content-type": "application/json" });
          outgoing.end(fault.body === undefined ? "" : JSON.stringify(fault.body));
        });
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    on(pattern, fault) {
      rules = [...rules, { pattern, fault }];
      if (fault.kind !== "drop") return;
      for (const [line, socket] of streaming) if (pattern.test(line)) socket.destroy();
    },
    heal() {
      rules = [];
    },
    release(which = "oldest") {
      for (const send of heldBack.splice(0, which === "all" ? heldBack.length : 1)) send();
    },
    held: () => heldBack.length,
    asked,
    aborted,
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Passes a request on; `hold` takes the whole answer and sends it when it likes. */
function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  hold: (send: () => void) => void = (send) => send(),
): void {
  const onward = request(
    target + incoming.url,
    { method: incoming.method ?? "GET", headers: incoming.headers },
    (answer) => {
      if (String(answer.headers["content-type"]).startsWith("application/x-ndjson")) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        outgoing.on("close", () => answer.destroy());
        answer.on("error", () => outgoing.destroy());
        return;
      }
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        hold(() => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.end(Buffer.concat(chunks));
        }),
      );
    },
  );
  onward.on("error", () => incoming.socket.destroy());
  incoming.pipe(onward);
}
