import type { AppConfig } from "../../model/app-config.ts";
import type { Config } from "../../model/config.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { isEmpty, ownValue } from "../../record/json.ts";
import type { SessionUser } from "../../wire/session.ts";
import type { Account } from "../http/request.ts";

/** A role; undefined if the config does not have it: then it has no permissions. */
export function roleOf(app: AppConfig, name: unknown): AppConfig["roles"][string] | undefined {
  return typeof name === "string" ? ownValue(app.roles, name) : undefined;
}

/** The permissions of an account's record: those of its role, none while it waits for approval. */
export function permissionsOf(app: AppConfig, record: RecordData): readonly string[] {
  const { approved, role } = app.accounts;
  if (app.registration.approval && approved !== undefined && record[approved] !== true) return [];
  return roleOf(app, record[role])?.permissions ?? [];
}

/** The account of a stored record. */
export function accountOf(app: AppConfig, record: StoredRecord, tokenHash: string): Account {
  const role = String(record[app.accounts.role]);
  return {
    _id: record._id,
    username: String(record[app.accounts.username]),
    role,
    permissions: permissionsOf(app, record),
    hidden: roleOf(app, role)?.hidden === true,
    record: Object.fromEntries(Object.entries(record).filter(([name]) => name !== app.accounts.password)),
    tokenHash,
  };
}

/** A new account with its user name in place of a name for people, so that nobody is shown its `_id`. */
export function withLabel({ app, entities }: Config, account: RecordData): RecordData {
  const { entity: id, username } = app.accounts;
  const entity = entities.get(id);
  const label = entity?.fields.find(({ name }) => name === entity.labelField);
  const name = ownValue(account, username);
  if (label === undefined || typeof name !== "string" || !isEmpty(ownValue(account, label.name)))
    return account;
  return { ...account, [label.name]: [...name].slice(0, label.schema.maxLength).join("") };
}

/** The account as log-in and validate-token answer it. */
export function sessionUser({ _id, username, role, permissions }: Account): SessionUser {
  return { id: _id, _id, username, role, permissions };
}

/** What people read in place of a role's name, in the app's language. */
export function roleLabel(app: AppConfig, role: string): string {
  return roleOf(app, role)?.label[app.language] ?? role;
}

/** The roles whose accounts are visible only to accounts of such roles. */
export function hiddenRoles(app: AppConfig): string[] {
  return Object.keys(app.roles).filter((name) => app.roles[name]?.hidden === true);
}

/** Whether accounts of the role do not exist for this account. */
export function isHiddenFrom(app: AppConfig, account: Account, role: unknown): boolean {
  return roleOf(app, role)?.hidden === true && !account.hidden;
}

/** Whether the account may create, change or delete accounts of the role: it has all permissions of the role. */
export function mayManage(app: AppConfig, account: Account, role: unknown): boolean {
  const needed = roleOf(app, role)?.permissions ?? [];
  return !isHiddenFrom(app, account, role) && needed.every((one) => account.permissions.includes(one));
}
