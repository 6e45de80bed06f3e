import { afterAll, beforeAll, describe } from "vitest";
import type { Entity, Field } from "../../../src/model/entity.ts";
import type { Json } from "../../../src/model/record.ts";
import type { JsonChange } from "../../model/library.ts";
import { editedLibrary } from "../config/edited-library.ts";
import { type Asking, type Business, openBusiness } from "./business.ts";
import { rightsFrom } from "./oracle.ts";

type Edits = Readonly<Record<string, JsonChange>>;

const LENDER = { permission: "lending", unless: "staffing" };
const OWN = [{ field: "member", op: "eq", value: { account: "_id" } }];

/**
 * What the library itself does not ask of rights: right by right, parts that are seen and not changed, pictures that are not
 * seen, and visitors, who may look at some records and write nothing at all.
 */
const OTHER_RIGHTS: Edits = {
  "app.json": (json) => {
    json.permissions.push("looking");
    json.roles.visitor = { label: { en: "Visitor" }, permissions: ["looking"] };
    for (const { permission } of json.menu.slice(0, 2)) permission.push("looking");
  },
  "entities/members.json": (json) => {
    const { role } = json.schema.properties;
    role.enum.push("visitor");
    role.labels.visitor = "Visitor";
  },
  "entities/loans.json": (json) => {
    json.rights.view.push("looking");
    json.rights.delete = ["lending", "reading"];
    json.rights.records.push({ ...LENDER, filter: OWN, to: ["edit", "delete"] });
  },
  "entities/subjects.json": (json) => {
    json.rights = { view: ["stock", "shelving", "looking"], edit: ["shelving"], delete: "staffing" };
  },
  "entities/books.json": (json) => {
    json.rights.view.push("looking");
    Object.assign(json.rights.fields, {
      photos: { view: "stock" },
      cover: { view: "stock" },
    });
  },
};

interface MatrixConfig {
  readonly name: string;
  readonly folder: string;
  /** The role that may do most. */
  readonly mostRights: string;
  readonly edits?: Edits;
}

const LIBRARY = { folder: "tests/fixtures/library", mostRights: "director" };

export const AS_WRITTEN: readonly MatrixConfig[] = [
  { name: "the shop", folder: "config", mostRights: "superAdmin" },
  { name: "the library", ...LIBRARY },
];
const ALL: readonly MatrixConfig[] = [
  ...AS_WRITTEN,
  { name: "the library with other rights", ...LIBRARY, edits: OTHER_RIGHTS },
];

interface Matrix {
  readonly folder: string;
  readonly mostRights: string;
  readonly business: () => Business;
  /** An approved person of each role, by the role. */
  readonly people: ReadonlyMap<string, Asking>;
}

/** The same tests of each config, on a server of its own. */
export function describeMatrix(tests: (matrix: Matrix) => void, configs = ALL): void {
  describe.each(configs)("$name", ({ folder, mostRights, edits }) => {
    let business: Business;
    const people = new Map<string, Asking>();
    const edited = edits && editedLibrary();
    for (const [path, edit] of Object.entries(edits ?? {})) edited?.edit(path, edit);
    beforeAll(async () => {
      business = await openBusiness(edited?.config ?? folder);
      for (const role of business.roles) people.set(role, await business.person(role, "valid"));
    });
    afterAll(async () => {
      await business.close();
      edited?.remove();
    });
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
    ...Object.fromEntries(rights.ownPart),
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
