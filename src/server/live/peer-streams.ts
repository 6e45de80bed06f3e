import type { Json } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import type { RecordPlace } from "../../wire/changes.ts";
import type { Peers } from "../store/peers.ts";

/** What a stream's person has open. */
interface StreamPlace {
  readonly stream: string;
  readonly accountId: string;
  /** null: none */
  readonly record: RecordPlace | null;
}

interface Heard {
  /** Another server was asked for this; the stream may be one of ours. */
  onAsked(place: StreamPlace): void;
  /** It is so, says the server that has the stream. */
  onTold(place: StreamPlace): void;
}

const ASKED = "asked to open";
const TOLD = "opened";

/**
 * A stream is one server's, and a balancer may send what its client says of it to another one. That one asks the others, and the one
 * that has the stream tells all of them.
 */
export function makePeerStreams(peers: Peers | undefined, { onAsked, onTold }: Heard) {
  const hear = (topic: string, listener: (place: StreamPlace) => void) =>
    peers?.hear(topic, (message) => {
      const place = streamPlaceIn(message);
      if (place !== undefined) listener(place);
    });
  const ends = [hear(ASKED, onAsked), hear(TOLD, onTold)];
  const send = (topic: string, { stream, accountId, record }: StreamPlace) =>
    peers?.tell(topic, {
      stream,
      accountId,
      record: record && { entity: record.entity, _id: record._id },
    });
  return {
    areThere: peers !== undefined,
    ask: (place: StreamPlace) => send(ASKED, place),
    tell: (place: StreamPlace) => send(TOLD, place),
    close(): void {
      for (const end of ends) end?.();
    },
  };
}

function streamPlaceIn(message: Json): StreamPlace | undefined {
  const stream = ownValue(message, "stream");
  const accountId = ownValue(message, "accountId");
  const record = recordPlaceIn(ownValue(message, "record"));
  return typeof stream === "string" && typeof accountId === "string" && record !== undefined
    ? { stream, accountId, record }
    : undefined;
}

/** undefined: neither a record nor null. */
export function recordPlaceIn(given: Json | undefined): RecordPlace | null | undefined {
  if (given === null) return null;
  if (!isObject(given)) return undefined;
  const { entity, _id } = given;
  return typeof entity === "string" && typeof _id === "string" ? { entity, _id } : undefined;
}
