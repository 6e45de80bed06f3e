import type { Config } from "../../model/config.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { ApiError } from "../api-error.ts";
import type { RecordRules } from "../records/record-rules.ts";
import { type Account, type ApiRequest, holdsAny, signedIn } from "../request.ts";
import type { StoreTransaction } from "../store/store.ts";
import { accountOf, permissionsOf, roleOf } from "./account-of.ts";
import { storedPassword } from "./account-password.ts";
import { heldByAnother, holds } from "./last-holder.ts";
import { hiddenRoles, isHiddenFrom, isWithin } from "./role-rules.ts";

/**
 * What the entity that holds the accounts adds to the rules of every record: passwords are hashed, nobody grants what
 * they lack, hidden roles stay hidden, and someone who may manage accounts always remains.
 */
export function accountRules(config: Config): RecordRules {
  const { app } = config;
  const { accounts } = app;
  const permission = config.entities.get(accounts.entity)?.permission ?? "";
  const hidden = hiddenRoles(app);

  /** Who writes, as stored in this transaction: what another write has just taken away is gone. */
  async function writerOf(request: ApiRequest, transaction: StoreTransaction): Promise<Account> {
    const { _id, tokenHash } = signedIn(request);
    const record = await transaction.get(accounts.entity, _id);
    if (record === undefined) throw new ApiError("UNAUTHENTICATED");
    const writer = accountOf(app, record, tokenHash);
    if (!holdsAny(writer, [permission])) throw new ApiError("FORBIDDEN");
    return writer;
  }

  function mustReach(writer: Account, stored: StoredRecord): void {
    const role = stored[accounts.role];
    if (isHiddenFrom(app, writer, role)) throw new ApiError("NOT_FOUND");
    if (!isWithin(app, writer, role)) throw new ApiError("FORBIDDEN");
  }

  function mustGive(request: ApiRequest, writer: Account, role: unknown): void {
    if (roleOf(app, role) !== undefined && isWithin(app, writer, role)) return;
    const message = request.say("server.role");
    const errors = [{ path: `/${accounts.role}`, keyword: "enum", message }];
    throw new ApiError("FORBIDDEN", { message, errors });
  }

  async function mustRemain(transaction: StoreTransaction, stored: StoredRecord): Promise<void> {
    if (!holds(app, stored, permission)) return;
    if (!(await heldByAnother(transaction, app, permission, stored._id))) throw new ApiError("LAST_ADMIN");
  }

  return {
    hidden: ({ account }) =>
      account?.hidden === true || hidden.length === 0 ? undefined : { field: accounts.role, values: hidden },

    beforeValidation(_request, values, stored) {
      const { [accounts.password]: password, ...others } = values;
      const kept = isBlank(password) ? others : values;
      const { approved } = accounts;
      // Who is made by someone who may manage accounts needs no further approval.
      const isNew = stored === undefined && approved !== undefined && kept[approved] === undefined;
      return isNew ? { ...kept, [approved]: true } : kept;
    },

    beforeWrite: async (request, { record, named }) => {
      const password = record[accounts.password];
      if (!named.has(accounts.password) || typeof password !== "string") return record;
      return { ...record, [accounts.password]: await storedPassword(app, request.say, password) };
    },

    async write(request, transaction, { record, named, stored }) {
      const writer = await writerOf(request, transaction);
      if (stored === undefined) return mustGive(request, writer, record[accounts.role]);
      mustReach(writer, stored);
      const next: RecordData = {
        ...stored,
        ...Object.fromEntries([...named].map((key) => [key, record[key]])),
      };
      if (next[accounts.role] !== stored[accounts.role]) mustGive(request, writer, next[accounts.role]);
      if (!holds(app, next, permission)) await mustRemain(transaction, stored);
      if (next[accounts.password] === stored[accounts.password]) return;
      const kept = writer._id === stored._id ? [writer.tokenHash] : [];
      await transaction.endSessionsOf(stored._id, ...kept);
    },

    async remove(request, transaction, stored) {
      const writer = await writerOf(request, transaction);
      mustReach(writer, stored);
      if (writer._id === stored._id) throw new ApiError("FORBIDDEN", { key: "server.ownAccount" });
      await mustRemain(transaction, stored);
      await transaction.endSessionsOf(stored._id);
    },

    answer: (record) => ({ permissions: permissionsOf(app, record) }),
  };
}

/** Blank means unchanged on edit, and missing on create. */
function isBlank(value: RecordData[string]): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
