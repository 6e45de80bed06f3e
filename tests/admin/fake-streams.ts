import type { ChangesMessage } from "../../src/wire/changes.ts";

/** The streams of changes of a fake server. */
export function makeStreams() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  let position = 10;
  let opened = 0;
  const asked: (string | null)[] = [];
  const lineOf = (message: ChangesMessage) => encoder.encode(`${JSON.stringify(message)}\n`);
  return {
    /** How many were opened so far. */
    opened: () => opened,
    /** From which position on each was asked for. */
    asked: () => asked,
    /** How many are open now. */
    count: () => open.size,
    async open(
      config: string,
      signal: AbortSignal | null | undefined,
      after: string | null = null,
    ): Promise<Response> {
      opened += 1;
      asked.push(after);
      const first: ChangesMessage = { position, stream: `stream ${opened}`, config };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          open.add(controller);
          controller.enqueue(lineOf(first));
          signal?.addEventListener("abort", () => {
            if (open.delete(controller)) controller.error(new DOMException("Aborted", "AbortError"));
          });
        },
        cancel() {
          open.clear();
        },
      });
      return new Response(body);
    },
    /** Tells all pages. */
    tell(message: Omit<ChangesMessage, "position">) {
      position += 1;
      for (const controller of open) controller.enqueue(lineOf({ position, ...message }));
    },
    /** The lines break. */
    cut() {
      for (const controller of open) controller.error(new TypeError("network error"));
      open.clear();
    },
  };
}
