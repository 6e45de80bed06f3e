import { Readable } from "node:stream";
import type { ChangesMessage } from "../../wire/changes.ts";
import type { Account } from "../http/request.ts";

/** One open answer, and what its client was told last. */
export interface ChangeStream {
  readonly id: string;
  /** As it was asked last. */
  account: Account;
  readonly body: Readable;
  /** All up to here is told. */
  position: number;
  /** The version of the config that was told; undefined: none yet. */
  hash?: string;
  /** What was told of who has its record open, as JSON. */
  viewers?: string;
  /** How many beats ago its client said that it is there. */
  unheard: number;
  send(message: ChangesMessage): void;
  end(): void;
}

/** @param maxBytes what its client leaves unread beyond is not kept: the stream is dropped, and the client asks anew */
export function makeChangeStream(
  { id, account, position }: Pick<ChangeStream, "id" | "account" | "position">,
  maxBytes: number,
): ChangeStream {
  const body = new Readable({ read() {} });
  let isOver = false;
  return {
    id,
    account,
    body,
    position,
    unheard: 0,
    send(message) {
      if (isOver || body.destroyed) return;
      body.push(`${JSON.stringify(message)}\n`);
      if (body.readableLength > maxBytes) body.destroy();
    },
    end() {
      isOver = true;
      body.push(null);
    },
  };
}
