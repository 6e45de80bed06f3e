import type { AppConfig } from "../../model/app-config.ts";
import type { Account } from "../request.ts";
import { roleOf } from "./account-of.ts";

/** The roles whose accounts only accounts of such a role see. */
export function hiddenRoles(app: AppConfig): string[] {
  return Object.keys(app.roles).filter((name) => app.roles[name]?.hidden === true);
}

/** Whether accounts of the role do not exist for this account. */
export function isHiddenFrom(app: AppConfig, account: Account, role: unknown): boolean {
  return roleOf(app, role)?.hidden === true && !account.hidden;
}

/**
 * Whether the account may make, change or delete accounts of the role: it lacks nothing that the role holds.
 * A role that the config no longer knows holds nothing.
 */
export function isWithin(app: AppConfig, account: Account, role: unknown): boolean {
  const held = roleOf(app, role)?.permissions ?? [];
  return !isHiddenFrom(app, account, role) && held.every((one) => account.permissions.includes(one));
}
