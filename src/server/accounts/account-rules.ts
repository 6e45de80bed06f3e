import type { Config } from "../../model/config.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import { permissionsTo, type RecordRight, resolveRights } from "../../model/rights.ts";
import { isEmpty } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, holdsAny, signedIn } from "../http/request.ts";
import type { RecordRules, Writer } from "../records/record-rules.ts";
import type { StoreTransaction, StoreView } from "../store/store.ts";
import {
  accountOf,
  hiddenRoles,
  isHiddenFrom,
  mayManage,
  permissionsOf,
  roleOf,
  withLabel,
} from "./account-of.ts";
import { type LastingRight, rightLost } from "./last-holder.ts";
import { storedPassword } from "./password.ts";

/**
 * The accounts' entity: passwords are hashed, nobody grants a permission that they do not have, hidden roles stay hidden,
 * and there is always someone who may manage accounts, and someone who may edit the config.
 */
export function accountRules(config: Config): RecordRules {
  const { app } = config;
  const { accounts } = app;
  const entity = config.entities.get(accounts.entity);
  const rights = entity && resolveRights(entity.source);
  const hidden = hiddenRoles(app);
  const isLabelAsked = entity?.fields.find(({ name }) => name === entity.labelField)?.required === true;

  /** Who writes, as stored now: another write may have removed the account or its permission. */
  async function storedWriter(asking: Writer, view: StoreView, right: RecordRight): Promise<Account> {
    const { _id, tokenHash } = signedIn(asking);
    const record = await view.get(accounts.entity, _id);
    if (record === undefined) throw new ApiError("UNAUTHENTICATED");
    const writer = accountOf(app, record, tokenHash);
    if (rights === undefined || !holdsAny(writer, permissionsTo(rights, right)))
      throw new ApiError("FORBIDDEN");
    return writer;
  }

  function mustReach(writer: Account, stored: StoredRecord): void {
    const role = stored[accounts.role];
    if (isHiddenFrom(app, writer, role)) throw new ApiError("NOT_FOUND");
    if (!mayManage(app, writer, role)) throw new ApiError("FORBIDDEN");
  }

  function mustGive({ say }: Writer, writer: Account, role: unknown): void {
    if (roleOf(app, role) !== undefined && mayManage(app, writer, role)) return;
    const message = say("server.role");
    const errors = [{ path: `/${accounts.role}`, keyword: "enum", message }];
    throw new ApiError("FORBIDDEN", { message, errors });
  }

  /** @param next undefined: the account is deleted */
  async function mustRemain(
    transaction: StoreTransaction,
    writer: Account,
    stored: StoredRecord,
    next?: RecordData,
  ): Promise<void> {
    const lost = await rightLost(transaction, config, stored, next);
    if (lost === undefined) return;
    const roles = lost.roles.filter(
      (role) => roleOf(app, role) !== undefined && mayManage(app, writer, role),
    );
    const values = { roles: roleLabels(config, roles) };
    throw new ApiError("LAST_ADMIN", { key: LAST_HOLDER[lost.of], values });
  }

  return {
    hidden: ({ account }) =>
      account?.hidden === true || hidden.length === 0 ? undefined : { field: accounts.role, values: hidden },

    values(given, stored) {
      const { [accounts.password]: password, ...others } = given;
      // Blank means unchanged on edit, and missing on create.
      const kept = isEmpty(password) ? others : given;
      const { approved } = accounts;
      // An account created by someone who may manage accounts is approved.
      if (stored !== undefined) return kept;
      const isApproved = approved !== undefined && kept[approved] === undefined;
      const account = isApproved ? { ...kept, [approved]: true } : kept;
      return isLabelAsked ? account : withLabel(config, account);
    },

    finish: async ({ say }, { record, named }) => {
      const password = record[accounts.password];
      if (!named.has(accounts.password) || typeof password !== "string") return record;
      return { ...record, [accounts.password]: await storedPassword(app, say, password) };
    },

    mayEdit: async (asking, transaction, stored) =>
      mayManage(app, await storedWriter(asking, transaction, "edit"), stored[accounts.role]),

    mayDelete: async (asking, view, stored) =>
      mayManage(app, await storedWriter(asking, view, "delete"), stored[accounts.role]),

    async write(asking, transaction, { record, named, stored }) {
      const writer = await storedWriter(asking, transaction, stored === undefined ? "create" : "edit");
      if (stored === undefined) return mustGive(asking, writer, record[accounts.role]);
      mustReach(writer, stored);
      // A password that is not named stays. Everything else is written, named or not: conditions may clear it.
      const kept = named.has(accounts.password) ? {} : { [accounts.password]: stored[accounts.password] };
      const next: RecordData = { ...stored, ...record, ...kept };
      if (next[accounts.role] !== stored[accounts.role]) mustGive(asking, writer, next[accounts.role]);
      await mustRemain(transaction, writer, stored, next);
      if (next[accounts.password] === stored[accounts.password]) return;
      const own = writer._id === stored._id ? [writer.tokenHash] : [];
      await transaction.endSessionsOf(stored._id, ...own);
    },

    async remove(asking, transaction, stored) {
      const writer = await storedWriter(asking, transaction, "delete");
      mustReach(writer, stored);
      if (writer._id === stored._id) throw new ApiError("FORBIDDEN", { key: "server.ownAccount" });
      await mustRemain(transaction, writer, stored);
      await transaction.endSessionsOf(stored._id);
    },

    answer: (record, views): RecordData =>
      views.has(accounts.role) ? { permissions: permissionsOf(app, record) } : {},
  };
}

const LAST_HOLDER = {
  accounts: "server.lastAdmin",
  config: "server.lastEditor",
} as const satisfies Record<LastingRight["of"], MessageName>;

/** The labels of roles in the language of the accounts' screens. */
function roleLabels({ app, entities }: Config, roles: readonly string[]): string {
  const language = entities.get(app.accounts.entity)?.language ?? app.language;
  const labels = roles.map((name) => {
    const label = app.roles[name]?.label ?? {};
    return label[language] ?? label[app.language] ?? name;
  });
  return new Intl.ListFormat(language, { type: "disjunction" }).format(labels);
}
