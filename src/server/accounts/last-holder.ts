import type { AppConfig } from "../../model/app-config.ts";
import type { RecordData } from "../../model/record.ts";
import type { StoreView } from "../store/store.ts";
import { permissionsOf } from "./account-of.ts";

const PAGE = 100;

/** Whether someone can log in with this account and then use the permission. */
export function holds(app: AppConfig, record: RecordData, permission: string): boolean {
  return typeof record[app.accounts.password] === "string" && permissionsOf(app, record).includes(permission);
}

/** Whether another account than this one holds the permission. To be asked inside the transaction that takes it away. */
export async function heldByAnother(
  view: StoreView,
  app: AppConfig,
  permission: string,
  accountId: string,
): Promise<boolean> {
  const { entity, role } = app.accounts;
  const values = Object.keys(app.roles).filter((name) => !app.roles[name]?.permissions.includes(permission));
  for (let offset = 0; ; offset += PAGE) {
    const { records } = await view.list(entity, {
      offset,
      limit: PAGE,
      sort: { field: "createdAt", order: "asc" },
      ...(values.length === 0 ? {} : { without: { field: role, values } }),
    });
    if (records.some((record) => record._id !== accountId && holds(app, record, permission))) return true;
    if (records.length < PAGE) return false;
  }
}
