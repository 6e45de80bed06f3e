export const MEGABYTE = 1024 * 1024;

export type ClientLimits = Readonly<typeof CLIENT_LIMITS>;

/** Limits of one client, or of all together. */
export const CLIENT_LIMITS = {
  /** Connections of one address without a request that had a valid session; of more, the oldest is closed. */
  connectionsPerAddress: 256,
  /** Bytes of all bodies in memory. */
  bodyBytes: 256 * MEGABYTE,
  /** For the head of a request, from its first byte or the start of the connection. */
  headersTimeoutMs: 20_000,
  /** In each such time a body must bring `bodyBytesPerWindow` or end. */
  bodyWindowMs: 10_000,
  bodyBytesPerWindow: 10_000,
  /** How long a client may take nothing of an answer. */
  answerTimeoutMs: 30_000,
  /** Open streams of changes of one account, which many devices may share, and of all together. */
  streamsPerAccount: 32,
  streams: 1_000,
  /** What a stream's client may leave unread before it is dropped. */
  streamBytes: 64 * 1024,
  /** In each such time a stream says something, so that both sides notice a dead line. */
  streamBeatMs: 15_000,
  /** A stream whose client has not said for so many of these that it is there is ended: a line that died takes no place. */
  streamUnheardBeats: 4,
  /** For requests under way, once the server closes. */
  closeTimeoutMs: 3_500,
};
