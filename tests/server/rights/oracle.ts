import type { AppConfig } from "../../../src/model/app-config.ts";
import type { Config } from "../../../src/model/config.ts";
import type { EntityConfig } from "../../../src/model/entity-config.ts";
import type { RecordData } from "../../../src/model/record.ts";

/** Whose rights are asked for. */
export interface Person {
  readonly role: string;
  /** Its stored account. */
  readonly account: RecordData;
}

type Right = "view" | "create" | "edit" | "delete";

/**
 * What a person may do with the records of an entity, worked out from the texts of the config alone: slowly, and by none of
 * the code that the server decides it with.
 */
export function rightsFrom({ app, entities }: Config, entity: string, { role, account }: Person) {
  const config = sourceOf(entities, entity);
  const rights = config.rights ?? {};
  const held = app.roles[role]?.permissions ?? [];
  const holds = (written: string | readonly string[] | undefined, otherwise: string | readonly string[]) =>
    [written ?? otherwise].flat().some((one) => held.includes(one));
  const whoever = (right: Right) => rights[right] ?? config.permission;
  const field = (name: string) =>
    Object.hasOwn(rights.fields ?? {}, name) ? rights.fields?.[name] : undefined;
  const views = (name: string) =>
    holds(undefined, whoever("view")) && holds(field(name)?.view, whoever("view"));
  const writes = (right: "create" | "edit", name: string) =>
    views(name) && holds(field(name)?.edit, whoever(right));
  const names = Object.keys(config.schema.properties);
  const mayCreate = holds(undefined, whoever("view")) && holds(undefined, whoever("create"));
  const conditions = (right: Right) =>
    (rights.records ?? [])
      .filter(({ permission, unless, to }) => {
        const isKept = held.includes(permission) && ![unless ?? []].flat().some((one) => held.includes(one));
        return isKept && (to === undefined || to.includes(right));
      })
      .flatMap(({ filter }) => filter);
  const within = (right: Right, record: RecordData) =>
    conditions(right).every(({ field: name, op, value }) => {
      if (op !== "eq" || typeof value !== "object" || !("account" in value))
        throw new Error("The oracle knows only what equals a value of the account.");
      return record[name] === account[value.account];
    });
  const valuesOf = (rights: readonly Right[]) =>
    new Map(
      rights
        .flatMap(conditions)
        .map(({ field: name, value }) => [
          name,
          typeof value === "object" && "account" in value ? account[value.account] : value,
        ]),
    );
  return {
    mayView: holds(undefined, whoever("view")),
    mayCreate,
    mayEdit: names.some((name) => writes("edit", name)),
    mayDelete: holds(undefined, whoever("view")) && holds(undefined, whoever("delete")),
    views,
    creates: (name: string) => mayCreate && writes("create", name),
    edits: (name: string) => writes("edit", name),
    sees: (record: RecordData) => within("view", record),
    reaches: (right: Right, record: RecordData) => within("view", record) && within(right, record),
    /** Whether some records are kept from the person, hidden accounts too. */
    isKept:
      conditions("view").length > 0 ||
      (entity === app.accounts.entity &&
        app.roles[role]?.hidden !== true &&
        Object.values(app.roles).some(({ hidden }) => hidden === true)),
    /** What a new record has by itself. */
    filledIn: valuesOf(["view", "create"]),
    /** What a record of the person's part has, whatever is done with it. */
    ownPart: valuesOf(["view", "create", "edit", "delete"]),
    /** Whether there is some right at all with which a request to write gets as far as the record. */
    mayAsk: (right: Right) =>
      holds(undefined, whoever(right)) ||
      (right === "edit" &&
        names.some((name) => field(name)?.edit !== undefined && holds(field(name)?.edit, []))),
  };
}

export type PersonRights = ReturnType<typeof rightsFrom>;

/** The fields that a person reads of an entity since something that it sees refers to it. */
export function readThroughReferences(config: Config, entity: string, person: Person): ReadonlySet<string> {
  const target = sourceOf(config.entities, entity);
  const held = config.app.roles[person.role]?.permissions ?? [];
  const found = new Set<string>();
  for (const [id, { source }] of config.entities) {
    const own = rightsFrom(config, id, person);
    for (const [name, schema] of Object.entries(source.schema.properties)) {
      if (!own.views(name)) continue;
      for (const reference of referencesIn(schema)) {
        if (reference.entity !== entity) continue;
        const { label = target.labelField ?? titleField(target) } = reference;
        for (const shown of [label, ...(reference.fields ?? [])]) {
          const view = target.rights?.fields?.[shown]?.view;
          if (view === undefined || [view].flat().some((one) => held.includes(one))) found.add(shown);
        }
      }
    }
  }
  return found;
}

/** Of a title that is one field. */
function titleField({ display, language }: EntityConfig): string {
  const { title = "" } = display ?? {};
  return typeof title === "string" ? title : (title[language] ?? "");
}

type FieldSchema = EntityConfig["schema"]["properties"][string];

function referencesIn({
  reference,
  properties = {},
  items,
}: FieldSchema): NonNullable<FieldSchema["reference"]>[] {
  const inside = [...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [...(reference === undefined ? [] : [reference]), ...inside.flatMap(referencesIn)];
}

function sourceOf(entities: Config["entities"], id: string): EntityConfig {
  const found = entities.get(id);
  if (found === undefined) throw new Error(`There is no entity ${id}.`);
  return found.source;
}

/** Whether a person may create, change and delete accounts of a role. */
export function mayManageRole({ roles }: AppConfig, person: Person, role: unknown): boolean {
  const [mine, theirs] = [roles[person.role], roles[String(role)]];
  if (theirs?.hidden === true && mine?.hidden !== true) return false;
  return (theirs?.permissions ?? []).every((one) => mine?.permissions.includes(one) === true);
}
