import type { AppConfig } from "../../model/app-config.ts";
import type { Config } from "../../model/config.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import type { StoreView } from "../store/store.ts";
import { permissionsOf } from "./account-of.ts";
import { isPasswordHash } from "./password.ts";

/** Something that somebody must always be able to do: whoever lost it could not get it back through the program. */
export interface LastingRight {
  readonly of: "accounts" | "config";
  /** Whose approved accounts hold it. */
  readonly roles: readonly string[];
}

/** Managing accounts, and editing the config. */
export function lastingRights({ app, entities }: Config): readonly LastingRight[] {
  const permission = entities.get(app.accounts.entity)?.permission ?? "";
  const managers = Object.keys(app.roles).filter((name) => app.roles[name]?.permissions.includes(permission));
  return [
    { of: "accounts", roles: managers },
    { of: "config", roles: app.config.editors },
  ];
}

/** Whether someone can log in with this account and then has the right. */
export function hasRight(app: AppConfig, record: RecordData, { roles }: LastingRight): boolean {
  const { username, password, role } = app.accounts;
  const name = record[username];
  const canLogIn = typeof name === "string" && name !== "" && isPasswordHash(record[password]);
  return canLogIn && permissionsOf(app, record).length > 0 && roles.includes(String(record[role]));
}

/**
 * The right that nobody would hold any more once this account is another (`next`), or gone; undefined where there is
 * none. To be asked inside the transaction that changes the account: two who give up the same right wait for each other.
 */
export async function rightLost(
  view: StoreView,
  config: Config,
  stored: StoredRecord,
  next: RecordData | undefined,
): Promise<LastingRight | undefined> {
  const { app } = config;
  for (const right of lastingRights(config)) {
    if (!hasRight(app, stored, right)) continue;
    if (next !== undefined && hasRight(app, next, right)) continue;
    if (!(await heldByAnother(view, app, right, stored._id))) return right;
  }
  return undefined;
}

const PAGE = 100;

async function heldByAnother(
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
