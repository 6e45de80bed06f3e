import type { ChangesMessage, RecordPlace, Viewer } from "../../wire/changes.ts";
import { accountOf } from "../accounts/account-of.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import { rightsOf, sees } from "../records/rights/entity-rights.ts";
import { seesAccount } from "../records/rights/seen-account.ts";
import type { ChangeBatch } from "./change-batch.ts";
import type { Presence } from "./presence.ts";

/**
 * Who else has a record open, told to an account that has it open too and sees the record: those that it sees by name, by the rights
 * of now; of the others how many there are.
 */
export async function viewersFor(
  all: EntityRuntimes,
  account: Account,
  { now }: ChangeBatch,
  { place, presence }: { readonly place: RecordPlace; readonly presence: Presence },
): Promise<NonNullable<ChangesMessage["viewers"]>> {
  const { entity, _id } = place;
  const others = [...presence.at(place)].filter((one) => one !== account._id);
  const target = all.entities.get(entity);
  const rights = target && rightsOf(account, target);
  const people: Viewer[] = [];
  const nobody = { entity, _id, people, unnamed: 0 };
  if (others.length === 0 || rights?.access !== "full") return nobody;
  const record = await now(entity, _id);
  if (record === undefined || !sees(rights, record)) return nobody;
  const { app } = all.config;
  let unnamed = 0;
  for (const id of others) {
    const stored = await now(app.accounts.entity, id);
    if (stored === undefined) continue;
    if (seesAccount(all, { account }, id, stored))
      people.push({ _id: id, name: accountOf(app, stored, "").username });
    else unnamed += 1;
  }
  return { ...nobody, people: people.sort((one, other) => (one.name < other.name ? -1 : 1)), unnamed };
}
