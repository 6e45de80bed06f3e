import { afterAll, beforeAll, describe } from "vitest";
import type { Entity, Field } from "../../../src/model/entity.ts";
import type { Json } from "../../../src/model/record.ts";
import { type Asking, type Business, openBusiness } from "./business.ts";
import { rightsFrom } from "./oracle.ts";

/** The configs of the matrix, each with the role that may do most. */
const CONFIGS = [
  ["the shop", "config", "superAdmin"],
  ["the library", "tests/fixtures/library", "director"],
] as const;

interface Matrix {
  readonly folder: string;
  readonly mostRights: string;
  readonly business: () => Business;
  /** An approved person of each role, by the role. */
  readonly people: ReadonlyMap<string, Asking>;
}

/** The same tests of each config, on a server of its own. */
export function describeMatrix(tests: (matrix: Matrix) => void): void {
  describe.each(CONFIGS)("%s", (_name, folder, mostRights) => {
    let business: Business;
    const people = new Map<string, Asking>();
    beforeAll(async () => {
      business = await openBusiness(folder);
      for (const role of business.roles) people.set(role, await business.person(role, "valid"));
    });
    afterAll(() => business.close());
    tests({ folder, mostRights, business: () => business, people });
  });
}

export const idsOf = (business: Business) => business.entities.map(({ id }) => id);

export function storedFields(business: Business, id: string): readonly Field[] {
  return business.server.holder.current.entities.get(id)?.fields ?? [];
}

export function entityOf(business: Business, id: string): Entity {
  const found = business.config.entities.get(id);
  if (found === undefined) throw new Error(`There is no entity ${id}.`);
  return found;
}

export const recordAddress = (business: Business, id: string, record: string) =>
  `/api${entityOf(business, id).endpoints.record.replace("{id}", record)}`;
export const listAddress = (business: Business, id: string) => `/api${entityOf(business, id).endpoints.list}`;

/** A record of the person's own part and one outside it; the same kind twice where there are no parts. */
export async function pair(
  business: Business,
  id: string,
  asking: Asking,
  system: { isProtected?: boolean } = {},
) {
  const rights = rightsFrom(business.config, id, asking);
  const { accounts } = business.config.app;
  if (id === accounts.entity && rights.filledIn.size > 0) {
    const [own] = (await business.rows(id)).filter(({ _id }) => _id === asking.account._id);
    if (own === undefined) throw new Error("The person has no account.");
    return { own, other: await business.insert(id, { ...free(business, id), ...system }) };
  }
  const own = await business.insert(id, {
    ...free(business, id),
    ...Object.fromEntries(rights.filledIn),
    ...system,
  });
  return { own, other: await business.insert(id, { ...free(business, id), ...system }) };
}

/** Of accounts: a role that everybody who manages accounts may manage. */
export function free({ config, source }: Business, id: string): { [field: string]: Json } {
  const { accounts } = config.app;
  if (id !== accounts.entity) return {};
  // The matrix changes it to the second.
  const [least = ""] = config.entities.get(id)?.source.schema.properties[accounts.role]?.enum ?? [];
  return { [accounts.role]: least, [accounts.username]: `user-${source.next()}` };
}
