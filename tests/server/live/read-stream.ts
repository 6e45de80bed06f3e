import { expect, onTestFinished, vi } from "vitest";
import { CHANGES_PATHS, type ChangesMessage } from "../../../src/wire/changes.ts";

/** A stream of changes as a client reads it. */
export interface ReadStream {
  readonly headers: Headers;
  /** All that was told so far. */
  readonly told: readonly ChangesMessage[];
  /** The first message: it names the stream. */
  readonly id: string;
  /** The first message from now on that has this. */
  next<Key extends keyof ChangesMessage>(key: Key): Promise<NonNullable<ChangesMessage[Key]>>;
  position(): number;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<"ended" | "dropped">;
  cancel(): void;
}

/** Opens a stream at a server's address and waits for its first message. */
export async function readStream(address: string, token: string, after?: number): Promise<ReadStream> {
  const query = after === undefined ? "" : `?after=${after}`;
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const answer = await fetch(`${address}${CHANGES_PATHS.changes}${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  expect(answer.status).toBe(200);
  const told: ChangesMessage[] = [];
  let seen = 0;
  async function read(): Promise<"ended" | "dropped"> {
    let rest = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) told.push(JSON.parse(line));
      }
      return "ended";
    } catch {
      return "dropped";
    }
  }
  const ended = read();
  await vi.waitFor(() => expect(told).not.toEqual([]), { timeout: 5_000 });
  seen = 1;
  return {
    headers: answer.headers,
    told,
    id: told[0]?.stream ?? "",
    async next(key) {
      let found: NonNullable<ChangesMessage[typeof key]> | undefined;
      await vi.waitFor(
        () => {
          const at = told.findIndex((one, index) => index >= seen && one[key] !== undefined);
          found = told[at]?.[key] ?? undefined;
          expect(found, `${key} in ${JSON.stringify(told)}`).toBeDefined();
          seen = at + 1;
        },
        { timeout: 5_000 },
      );
      if (found === undefined) throw new Error(`No ${key}.`);
      return found;
    },
    position: () => told.at(-1)?.position ?? -1,
    ended,
    cancel: () => controller.abort(),
  };
}
