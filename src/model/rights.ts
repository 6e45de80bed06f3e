import { type Static, Type } from "@sinclair/typebox";
import { Filter, FilterCondition } from "./filter.ts";
import { byName, closed, oneOfExplained } from "./schema-parts.ts";

/** What an account may be let do with a record. */
export const RECORD_RIGHTS = ["view", "create", "edit", "delete"] as const;
export type RecordRight = (typeof RECORD_RIGHTS)[number];

const permissions = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], { description }));

// A schema may have an $id only once, and this one is that of the filters of views.
const { $id: _, ...condition } = FilterCondition;
const PartFilter = { ...Filter, items: condition } as unknown as typeof Filter;

const FieldRights = closed(
  "Who may do what with one field.",
  {
    view: permissions(
      "Who may see it, of those who may see the records: one permission, or several of which one is enough.",
    ),
    edit: permissions(
      "Who may fill it in and change it, in place of those who may create and edit: also people who may change nothing else.",
    ),
  },
  { $id: "FieldRights" },
);

const RecordPart = closed(
  "A part of the records, for those who are kept to it.",
  {
    permission: Type.String({ description: "Whoever has this permission is kept to the part." }),
    unless: permissions("Whoever has one of these is not kept to it."),
    filter: PartFilter,
    to: Type.Optional(
      Type.Array(
        oneOfExplained("What they may do with these records alone.", {
          view: "They see no others.",
          create: "They make no others.",
          edit: "They change no others.",
          delete: "They delete no others.",
        }),
        { minItems: 1, description: "What they may do with these records alone. Without it: all of it." },
      ),
    ),
  },
  { $id: "RecordPart" },
);

/** The long form of an entity's `permission`. */
export const RightsConfig = closed(
  "Who may do what with the records. Whatever is not named here is for those with `permission`.",
  {
    view: permissions("Who may see the records, and open their screens."),
    create: permissions("Who may make new records."),
    edit: permissions("Who may change records."),
    delete: permissions("Who may delete records."),
    fields: Type.Optional(byName("Fields that not everybody may see or change, by name.", FieldRights)),
    records: Type.Optional(
      Type.Array(RecordPart, {
        minItems: 1,
        maxItems: 20,
        description: "Who is kept to a part of the records: their own, those of their branch.",
      }),
    ),
  },
  { $id: "Rights" },
);
export type RightsConfig = Static<typeof RightsConfig>;

/** The rights of an entity, complete: permissions of which one is enough. */
export interface Rights extends Readonly<Record<RecordRight, readonly string[]>> {
  readonly fields: Readonly<Record<string, FieldRights>>;
  readonly records: readonly RecordPart[];
}

interface FieldRights {
  /** Absent: whoever views the record. */
  readonly view?: readonly string[];
  /** Absent: whoever may create or edit the record. */
  readonly edit?: readonly string[];
}

interface RecordPart {
  readonly permission: string;
  readonly unless: readonly string[];
  readonly filter: Filter;
  readonly to: readonly RecordRight[];
}

/** An entity's rights, complete: what it does not name is for those with its permission. */
export function resolveRights({
  permission,
  rights = {},
}: {
  readonly permission: string;
  readonly rights?: RightsConfig | undefined;
}): Rights {
  const of = (right: RecordRight) => listOf(rights[right] ?? permission);
  const fields = Object.entries(rights.fields ?? {}).map(([name, { view, edit }]) => [
    name,
    {
      ...(view === undefined ? {} : { view: listOf(view) }),
      ...(edit === undefined ? {} : { edit: listOf(edit) }),
    },
  ]);
  return {
    view: of("view"),
    create: of("create"),
    edit: of("edit"),
    delete: of("delete"),
    fields: Object.fromEntries(fields),
    records: (rights.records ?? []).map(({ permission: own, unless = [], filter, to = RECORD_RIGHTS }) => ({
      permission: own,
      unless: listOf(unless),
      filter,
      to,
    })),
  };
}

function listOf(permissions: string | readonly string[]): readonly string[] {
  return typeof permissions === "string" ? [permissions] : permissions;
}

/** Each of these permissions gives the right; for `edit`, also those that open a single field. */
export function permissionsTo(rights: Rights, right: RecordRight): readonly string[] {
  const ofFields = right === "edit" ? Object.values(rights.fields).flatMap(({ edit = [] }) => edit) : [];
  return [...new Set([...rights[right], ...ofFields])];
}
