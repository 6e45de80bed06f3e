import type { StoredRecord } from "../../model/record.ts";
import { fieldErrors } from "../../record/field-errors.ts";
import { validateRecord } from "../../record/validate.ts";
import type { Effects } from "../effects.ts";
import { systemOrigin } from "../http/change-origin.ts";
import { tablesOf } from "../http/server-message.ts";
import { completeFields, withoutSecrets } from "../records/complete-record.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import type { Store } from "../store/store.ts";
import { roleOf } from "./account-of.ts";
import { hashPassword, isPasswordHash, MAX_PASSWORD_LENGTH } from "./password.ts";

/** For the operator's commands over accounts: no permission is checked. */
export interface AccountParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly runtime: EntityRuntimes;
}

export interface AccountSummary {
  readonly username: string;
  readonly role: string;
  /** Why the account cannot be used. */
  readonly lacks: readonly ("password" | "approval" | "role")[];
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The password breaks a rule of its field; the message is the config's. */
export class PasswordRefused extends Error {}

const RANDOM_LENGTH = 20;
const MAX_RANDOM_ATTEMPTS = 100;
const PAGE = 100;

/** All accounts in the order of their names. */
export async function listAccounts({ store, runtime }: AccountParts): Promise<AccountSummary[]> {
  const { entity } = runtime.config.app.accounts;
  const all: AccountSummary[] = [];
  for (let last: string | undefined; ; ) {
    const records = await store.read((view) => view.walk(entity, last, PAGE));
    all.push(...records.map((record) => summaryOf(runtime, record)));
    last = records.at(-1)?._id;
    if (records.length < PAGE) return all.sort((one, other) => one.username.localeCompare(other.username));
  }
}

/** Sets the given or a random password and ends the account's sessions. Undefined: no such account. Throws PasswordRefused. */
export async function resetPassword(
  { store, effects, runtime }: AccountParts,
  username: string,
  given: string | undefined,
): Promise<{ readonly account: AccountSummary; readonly password: string } | undefined> {
  const { entity, username: nameField, password: field } = runtime.config.app.accounts;
  const found = await store.read((view) => view.findBy(entity, nameField, username));
  if (found === undefined) return undefined;
  const password = given ?? randomPassword(runtime, found, effects.randomToken);
  const refusal = passwordRefusal(runtime, found, password);
  if (refusal !== undefined) throw new PasswordRefused(refusal);
  const hash = await hashPassword(password);
  return store.write(async (transaction) => {
    const stored = await transaction.get(entity, found._id);
    if (stored === undefined) return undefined;
    const now = effects.now().toISOString();
    const changes = { [field]: hash, updatedAt: now, updatedBy: null, updatedById: null };
    const images = await transaction.imagesOf(entity, stored._id);
    await transaction.update(entity, stored._id, changes, images, now);
    await transaction.endSessionsOf(stored._id);
    return { account: summaryOf(runtime, { ...stored, ...changes }), password };
  }, systemOrigin(effects));
}

/** Ends the sessions of one account, or of all. False: no such account. */
export async function endSessions(
  { store, runtime }: AccountParts,
  username: string | undefined,
): Promise<boolean> {
  const { entity, username: nameField } = runtime.config.app.accounts;
  return store.write(async (transaction) => {
    if (username === undefined) {
      await transaction.endAllSessions();
      return true;
    }
    const found = await transaction.findBy(entity, nameField, username);
    if (found !== undefined) await transaction.endSessionsOf(found._id);
    return found !== undefined;
  });
}

function summaryOf({ config: { app } }: EntityRuntimes, record: StoredRecord): AccountSummary {
  const { username, role, password, approved } = app.accounts;
  const waits = app.registration.approval && approved !== undefined && record[approved] !== true;
  return {
    username: String(record[username]),
    role: String(record[role]),
    lacks: [
      ...(isPasswordHash(record[password]) ? [] : (["password"] as const)),
      ...(waits ? (["approval"] as const) : []),
      ...(roleOf(app, record[role]) === undefined ? (["role"] as const) : []),
    ],
    updatedAt: record.updatedAt,
  };
}

function randomPassword(runtime: EntityRuntimes, stored: StoredRecord, randomToken: () => string): string {
  for (let attempt = 0; attempt < MAX_RANDOM_ATTEMPTS; attempt += 1) {
    const password = randomToken().slice(0, RANDOM_LENGTH);
    if (passwordRefusal(runtime, stored, password) === undefined) return password;
  }
  throw new PasswordRefused("No random password keeps the rules of this account's: give one (--stdin).");
}

/** Why the password is refused; undefined if it is not. */
function passwordRefusal(
  { config, entities }: EntityRuntimes,
  stored: StoredRecord,
  password: string,
): string | undefined {
  const { entity: id, password: field } = config.app.accounts;
  const accounts = entities.get(id);
  if (accounts === undefined) throw new Error(`There is no entity "${id}".`);
  if (password.trim() === "") return "The password is empty.";
  if (password.length > MAX_PASSWORD_LENGTH)
    return `The password has ${password.length} characters; ${MAX_PASSWORD_LENGTH} are the most.`;
  const { entity, fields, check } = accounts;
  const record = { ...completeFields(fields, withoutSecrets(fields, stored)), [field]: password };
  const broken = validateRecord({ fields, mode: "edit", record, check }).filter(
    ({ path }) => path === `/${field}`,
  );
  return fieldErrors(broken, fields, tablesOf(config, entity))[0]?.message;
}
