import { hash, verify } from "@node-rs/argon2";
import type { AppConfig } from "../../model/app-config.ts";
import { bounded } from "../bounded.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../http/request.ts";

/** UTF-16 units. Longer passwords are refused before hashing. */
export const MAX_PASSWORD_LENGTH = 1024;

// OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// A hash of the same cost that no password has: unknown user names are compared with it.
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

// Each hash takes 19 MiB and a core: two at a time in the whole process.
const turn = bounded(2);

/** argon2id in PHC form. The caller has refused passwords longer than `MAX_PASSWORD_LENGTH`. */
export function hashPassword(password: string): Promise<string> {
  return turn(() => hash(password, COST));
}

const HASH = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/;

/** Whether the stored text is a hash. With anything else nobody can log in. */
export function isPasswordHash(stored: unknown): stored is string {
  return typeof stored === "string" && HASH.test(stored);
}

/** Whether the password matches. Takes the same time without a hash (no such account, or no password) as with one. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  const hashed = isPasswordHash(stored) ? stored : undefined;
  const matches = await turn(() => verify(hashed ?? NOBODY, password));
  return matches && hashed !== undefined;
}

/** The hash of a password. Throws VALIDATION_ERROR if it is too long. */
export function storedPassword(app: AppConfig, say: ApiRequest["say"], password: string): Promise<string> {
  if (password.length <= MAX_PASSWORD_LENGTH) return hashPassword(password);
  const message = say("rule.maxLength", { limit: MAX_PASSWORD_LENGTH, label: say("login.password") });
  const errors = [{ path: `/${app.accounts.password}`, keyword: "maxLength", message }];
  throw new ApiError("VALIDATION_ERROR", { message, errors });
}
