import type { Entity } from "../../model/entity.ts";
import type { Effects } from "../effects.ts";
import { systemOrigin } from "../http/change-origin.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import { checkWrite, insertNew, serverContext, type WritePolicy } from "../records/write-pipeline.ts";
import type { Store, StoreView } from "../store/store.ts";
import { withLabel } from "./account-of.ts";
import { hashPassword, MAX_PASSWORD_LENGTH } from "./password.ts";

/** The account that an empty store got. */
export interface FirstAccount {
  readonly username: string;
  /** A random one, to be shown once. The operator's own is never shown. */
  readonly password: string | undefined;
}

const RANDOM_LENGTH = 20;
const PAGE = 100;

/**
 * Creates the config's first account if nobody can log in; else answers undefined. Sample accounts have no password.
 * Throws an Error with a message for the operator if the given password is too short or too long.
 * @param givenPassword `ADMIN_PASSWORD`; empty or undefined: a random one
 */
export async function ensureFirstAccount(
  store: Store,
  { config, entities }: EntityRuntimes,
  effects: Effects,
  givenPassword: string | undefined,
): Promise<FirstAccount | undefined> {
  const { first, ...names } = config.app.accounts;
  const target = entities.get(names.entity);
  if (target === undefined) throw new Error(`There is no entity "${names.entity}" to hold the accounts.`);
  if (await store.read((view) => someoneCanLogIn(view, names.entity, names.password))) return undefined;

  const given = givenPassword || undefined;
  if (given !== undefined) refuseLength(target.entity, names.password, given);
  const password = given ?? effects.randomToken().slice(0, RANDOM_LENGTH);
  const policy: WritePolicy = {
    given: [],
    values: () =>
      withLabel(config, {
        [names.username]: first.username,
        [names.role]: first.role,
        ...(names.approved === undefined ? {} : { [names.approved]: true }),
      }),
    finish: async ({ record }) => ({ ...record, [names.password]: await hashPassword(password) }),
  };
  const context = serverContext(config, store, effects);
  const write = await checkWrite(context, target, policy, {});
  const _id = effects.newId();
  const isMade = await store.write(async (transaction) => {
    if (await someoneCanLogIn(transaction, names.entity, names.password)) return false;
    await insertNew(context, transaction, target, write, { _id });
    return true;
  }, systemOrigin(effects));
  if (!isMade) return undefined;
  return { username: first.username, password: given === undefined ? password : undefined };
}

async function someoneCanLogIn(view: StoreView, table: string, passwordField: string): Promise<boolean> {
  for (let last: string | undefined; ; ) {
    const records = await view.walk(table, last, PAGE);
    if (records.some((record) => typeof record[passwordField] === "string")) return true;
    if (records.length < PAGE) return false;
    last = records.at(-1)?._id;
  }
}

function refuseLength(entity: Entity, passwordField: string, password: string): void {
  const { minLength = 1, maxLength = MAX_PASSWORD_LENGTH } =
    entity.fields.find(({ name }) => name === passwordField)?.schema ?? {};
  const limit = Math.min(maxLength, MAX_PASSWORD_LENGTH);
  const length = [...password].length;
  if (length >= minLength && length <= limit) return;
  throw new Error(`ADMIN_PASSWORD has ${length} characters; it must have ${minLength} to ${limit}.`);
}
