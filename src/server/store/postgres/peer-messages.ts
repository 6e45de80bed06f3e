import type { Json } from "../../../model/record.ts";
import { isObject } from "../../../record/json.ts";

/** What servers tell each other, as NOTIFY carries it: a line each, which begins with the name of the server that tells it. */
interface PeerMessage {
  readonly topic: string;
  readonly message: Json;
}

/** PostgreSQL takes up to 8,000 bytes at once. */
const MAX_PAYLOAD_BYTES = 7_900;
const MAX_MESSAGE_BYTES = 7_000;

/** undefined where it is too long. */
export function writePeerMessage(server: string, message: PeerMessage): string | undefined {
  const told = JSON.stringify(message);
  return Buffer.byteLength(told) > MAX_MESSAGE_BYTES ? undefined : `${server} ${told}`;
}

/** What the others tell. A line that is no server's is left out. */
export function readPeerMessages(payload: string, own: string): readonly PeerMessage[] {
  return payload.split("\n").flatMap((line) => {
    const told = line.startsWith(own) ? undefined : parsed(line.slice(own.length));
    return isObject(told) && typeof told.topic === "string" && told.message !== undefined
      ? [{ topic: told.topic, message: told.message }]
      : [];
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines in as few payloads as they fit in. */
export function packed(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const joined = `${texts.at(-1)}\n${line}`;
    if (texts.length > 0 && Buffer.byteLength(joined) <= MAX_PAYLOAD_BYTES) texts[texts.length - 1] = joined;
    else texts.push(line);
  }
  return texts;
}
