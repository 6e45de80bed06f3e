import { createHash } from "node:crypto";

const BEARER = /^bearer ([A-Za-z0-9_-]{43})$/i;

/** The token of an `Authorization` header; undefined where there is none that this server could have given. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization.trim())?.[1];
}

/** What the store keeps instead of the token: SHA-256, hex. The token is 256 random bits, so it needs no salt. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
