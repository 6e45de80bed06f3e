/** What one client, or all of them together, may cost the server. */
export interface ClientLimits {
  /** Connections of one address that carried no request with a valid session; the oldest of more is closed. */
  readonly connectionsPerAddress: number;
  /** Bytes of all bodies that are in memory at a time. */
  readonly bodyBytes: number;
  /** For the head of a request, from its first byte or from the connection's beginning. */
  readonly headersTimeoutMs: number;
  /** In every such time a body brings `bodyBytesPerWindow` or ends. */
  readonly bodyWindowMs: number;
  readonly bodyBytesPerWindow: number;
  /** How long a client may take nothing of an answer. */
  readonly answerTimeoutMs: number;
  /** What requests under way have to end after the server began to close. */
  readonly closeTimeoutMs: number;
}

export const MEGABYTE = 1024 * 1024;

export const CLIENT_LIMITS: ClientLimits = {
  connectionsPerAddress: 256,
  bodyBytes: 256 * MEGABYTE,
  headersTimeoutMs: 20_000,
  bodyWindowMs: 10_000,
  bodyBytesPerWindow: 10_000,
  answerTimeoutMs: 30_000,
  closeTimeoutMs: 3_500,
};
