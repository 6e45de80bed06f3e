import { hash, verify } from "@node-rs/argon2";
import type { AppConfig } from "../../model/app-config.ts";
import { bounded } from "../bounded.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../http/request.ts";

/** UTF-16 units. Longer ones are refused before any hashing; below it every byte counts. */
export const MAX_PASSWORD_LENGTH = 1024;

// OWASP's choice for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// A hash that no password has, of the same cost: what an unknown user name is compared with.
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

// Each hash holds 19 MiB and a core: in the whole process two at a time, a flood of log-ins waits in line.
const turn = bounded(2);

/** argon2id in PHC form. The caller has refused passwords longer than `MAX_PASSWORD_LENGTH`. */
export function hashPassword(password: string): Promise<string> {
  return turn(() => hash(password, COST));
}

const HASH = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/;

/** Whether a password can open it. Anything else in the column (a password written by hand, say) opens nothing. */
export function isPasswordHash(stored: unknown): stored is string {
  return typeof stored === "string" && HASH.test(stored);
}

/**
 * Whether the password is the one hashed. Takes as long without a hash (no such account, or one without a password)
 * as with one. One that is too long is wrong at once, whoever it is for.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  const hashed = isPasswordHash(stored) ? stored : undefined;
  const matches = await turn(() => verify(hashed ?? NOBODY, password));
  return matches && hashed !== undefined;
}

/** What is stored of a password. One beyond any use is refused before it is hashed. */
export function storedPassword(app: AppConfig, say: ApiRequest["say"], password: string): Promise<string> {
  if (password.length <= MAX_PASSWORD_LENGTH) return hashPassword(password);
  const message = say("rule.maxLength", { limit: MAX_PASSWORD_LENGTH, label: say("login.password") });
  const errors = [{ path: `/${app.accounts.password}`, keyword: "maxLength", message }];
  throw new ApiError("VALIDATION_ERROR", { message, errors });
}
