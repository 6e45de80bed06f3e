import { isObject } from "../../record/json.ts";
import { CHANGES_PATHS, type ChangesMessage, STREAM_SILENCE_MS } from "../../wire/changes.ts";
import type { Client } from "./client.ts";
import type { PageEffects } from "./config-follower.ts";

interface StreamParts {
  readonly client: Client;
  readonly page: PageEffects;
  /** What an earlier stream of this page told last. */
  readonly after?: number | undefined;
  /** Between 0 and 1, so that not all pages come back in one moment. */
  readonly random: () => number;
  onMessage(message: ChangesMessage): void;
  /** Whether it is told of changes now. */
  onLive(isLive: boolean): void;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;
const UNAUTHENTICATED = 401;

/**
 * Follows the server's stream of changes while the page is visible. Cut off, it comes back with the position that it was told
 * last, at longer and longer intervals. The answer ends it; so does the end of the session.
 */
export function followChanges({
  client,
  page,
  after: position,
  random,
  onMessage,
  onLive,
}: StreamParts): () => void {
  let failures = 0;
  let isOver = false;
  let line: AbortController | undefined;
  let callOff = () => {};

  function connect(): void {
    callOff();
    if (isOver || line !== undefined || !page.isVisible()) return;
    const opened = new AbortController();
    line = opened;
    let watch = () => {};
    const alive = () => {
      watch();
      watch = page.after(STREAM_SILENCE_MS, () => opened.abort());
    };
    let isLive = false;
    const told = (message: ChangesMessage) => {
      ({ position } = message);
      failures = 0;
      if (!isLive) onLive(true);
      isLive = true;
      onMessage(message);
    };
    alive();
    void read(opened.signal, alive, told)
      .catch(() => undefined)
      .then(() => {
        watch();
        line = undefined;
        if (isLive) onLive(false);
        if (isOver || !page.isVisible()) return;
        const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + random() / 2);
        failures += 1;
        callOff = page.after(wait, connect);
      });
  }

  async function read(
    signal: AbortSignal,
    alive: () => void,
    told: (message: ChangesMessage) => void,
  ): Promise<void> {
    const after = position === undefined ? "" : `?after=${position}`;
    const answer = await client.stream(CHANGES_PATHS.changes + after, signal);
    if (answer.status === UNAUTHENTICATED) isOver = true;
    const reader = answer.ok ? answer.body?.getReader() : undefined;
    if (reader === undefined) return;
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      alive();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) {
        const message: unknown = JSON.parse(text);
        if (isMessage(message)) told(message);
      }
    }
  }

  function turn(): void {
    if (page.isVisible()) connect();
    // A page that nobody sees keeps no connection: a browser has few for each server.
    else line?.abort();
  }

  const ends = [page.onVisibility(turn), page.onConnection(connect)];
  connect();
  return () => {
    isOver = true;
    callOff();
    line?.abort();
    for (const end of ends) end();
  };
}

function isMessage(one: unknown): one is ChangesMessage {
  return isObject(one) && typeof one.position === "number";
}
