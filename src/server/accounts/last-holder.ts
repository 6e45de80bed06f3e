import type { AppConfig } from "../../model/app-config.ts";
import type { Config } from "../../model/config.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { type GuardedEntity, guardedEntity, rightsOfRole } from "../../record/rights.ts";
import type { StoreView } from "../store/store.ts";
import { permissionsOf } from "./account-of.ts";
import { isPasswordHash } from "./password.ts";

/** A right that somebody must always have: once lost, the program cannot give it back. */
export interface LastingRight {
  readonly of: "accounts" | "config";
  /** Their approved accounts have it. */
  readonly roles: readonly string[];
}

/** Managing accounts, and editing the config. */
export function lastingRights({ app, entities }: Config): readonly LastingRight[] {
  const entity = entities.get(app.accounts.entity);
  const guarded = entity && guardedEntity(entity);
  const managers = Object.keys(app.roles).filter((name) => {
    const permissions = app.roles[name]?.permissions ?? [];
    return guarded !== undefined && givesRoles(app, guarded, permissions);
  });
  return [
    { of: "accounts", roles: managers },
    { of: "config", roles: app.config.editors },
  ];
}

/** Whether these permissions change the role of every account. */
function givesRoles(
  { accounts }: AppConfig,
  guarded: GuardedEntity,
  permissions: readonly string[],
): boolean {
  const { edits, records } = rightsOfRole(guarded, permissions);
  return edits.has(accounts.role) && records.view.length + records.edit.length === 0;
}

/** Whether the account has the right, and somebody can log in with it. */
export function hasRight(app: AppConfig, record: RecordData, { roles }: LastingRight): boolean {
  const { username, password, role } = app.accounts;
  const name = record[username];
  const canLogIn = typeof name === "string" && name !== "" && isPasswordHash(record[password]);
  return canLogIn && permissionsOf(app, record).length > 0 && roles.includes(String(record[role]));
}

/**
 * The right that nobody would have after this account becomes `next`, or is deleted; undefined if there is none. To be
 * called in the transaction that changes the account, so that two accounts cannot give up the right at once.
 */
export async function rightLost(
  view: StoreView,
  config: Config,
  stored: StoredRecord,
  next: RecordData | undefined,
): Promise<LastingRight | undefined> {
  const { app } = config;
  for (const right of lastingRights(config)) {
    const isLost = hasRight(app, stored, right) && !(next !== undefined && hasRight(app, next, right));
    if (isLost && !(await hasAnother(view, app, right, stored._id))) return right;
  }
  return undefined;
}

const PAGE = 100;

/** Whether another account has the right. */
async function hasAnother(
  view: StoreView,
  app: AppConfig,
  right: LastingRight,
  accountId: string,
): Promise<boolean> {
  const { entity, role } = app.accounts;
  const values = Object.keys(app.roles).filter((name) => !right.roles.includes(name));
  for (let offset = 0; ; offset += PAGE) {
    const { records } = await view.list(entity, {
      offset,
      limit: PAGE,
      sort: { field: "createdAt", order: "asc" },
      ...(values.length === 0 ? {} : { without: { field: role, values } }),
    });
    if (records.some((record) => record._id !== accountId && hasRight(app, record, right))) return true;
    if (records.length < PAGE) return false;
  }
}
