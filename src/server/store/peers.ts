import type { Json } from "../../model/record.ts";

/**
 * The other servers on the same store. What is told is stored nowhere: it arrives within a moment, or not at all. So it is for what
 * is true for a short time only, and is told again.
 */
export interface Peers {
  /** Tells all others; oneself is not told. Longer messages than 7,000 bytes are dropped. */
  tell(topic: string, message: Json): void;
  /** Calls with each message of the others about the topic, as they have it; the answer ends that. */
  hear(topic: string, listener: (message: Json) => void): () => void;
}
