import type { Entity } from "../model/entity.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { PlainFilter } from "../model/filter.ts";
import type { HomeTile } from "../model/home/home-tile.ts";
import type { Problem } from "../model/problem.ts";
import type { RecordData } from "../model/record.ts";

/** The address of a precompiled validator module. It cannot be guessed: only sessions get it. */
export interface ValidatorLink {
  readonly url: string;
}

/** `GET /api/config/public`: the view without a session. */
export interface PublicView {
  readonly hash: string;
  readonly title: string;
  readonly language: string;
  /** By key: only those of log-in, registration and network failures. */
  readonly messages: Readonly<Record<string, string>>;
  /** Paths below API. */
  readonly endpoints: {
    readonly login: string;
    readonly validateToken: string;
    readonly logout: string;
    readonly register: string;
  };
  readonly registration: null | {
    /** Somebody must approve an account before it may do anything. */
    readonly approval: boolean;
    /** The field that holds the name by which people log in. */
    readonly username: string;
    readonly roles: readonly { readonly value: string; readonly label: string }[];
    readonly defaultRole: string;
    readonly required: readonly string[];
    readonly properties: Readonly<Record<string, FieldSchema>>;
    readonly validator: ValidatorLink;
  };
}

/** An entity whose records the account may see. */
export interface OpenEntity {
  readonly access: "full";
  /** Complete, because the form is made from it, but for what the account may not see. */
  readonly entity: Entity;
  readonly validator: ValidatorLink;
  readonly rights: RightsView;
}

/** What the account may do with the records of an entity. The server decides again at each request. */
export interface RightsView {
  /** The permissions of which one opens the entity's screens. */
  readonly openTo: readonly string[];
  /** Whether it may do it with some record. */
  readonly create: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  /** The fields that it sees, but may not fill in of a new record or change of a stored one. */
  readonly readOnly: { readonly create: readonly string[]; readonly edit: readonly string[] };
  /** It may edit and delete only records for which these hold; absent: all that it sees. */
  readonly records?: { readonly edit: PlainFilter; readonly delete: PlainFilter };
  /** What a new record of it has before anything is filled in. */
  readonly own?: RecordData;
}

/** What refuses the screens of an entity: in its language, and in its own words where it has some. */
export interface RefusalView {
  readonly language: string;
  readonly messages?: Readonly<Record<"shell.noPermission", string>>;
}

/** An entity that the account may read only through references. */
export interface ReferencedEntity extends RefusalView {
  readonly access: "reference";
  readonly id: string;
  readonly endpoints: Entity["endpoints"];
  readonly listKey: string;
}

/** An entity without access: its screens say "no permission" instead of "not found". */
interface ClosedEntity extends RefusalView {
  readonly access: "none";
  readonly id: string;
}

export type EntityView = OpenEntity | ReferencedEntity | ClosedEntity;

export interface MenuGroupView {
  readonly label: string;
  readonly icon?: string;
  /** Of which one is enough. */
  readonly permission: readonly string[];
  readonly entities: readonly string[];
}

/** `GET /api/config`: the config as the account may see it. */
export interface AppView {
  readonly hash: string;
  readonly title: string;
  readonly language: string;
  /** Those that the person may choose. */
  readonly languages: readonly string[];
  readonly dateLocale: string;
  readonly timeZone: string;
  /** language → key → sentence, with `<plugin>.<key>` of the plugins that the open entities use. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly menu: readonly MenuGroupView[];
  /** The tiles of the start page that the account has: of lists, views and filters that it may see. */
  readonly home: readonly HomeTile[];
  readonly entities: readonly EntityView[];
  readonly limits: { readonly pageSize: number; readonly optionsPageSize: number };
  /** Whether the account may edit the config. */
  readonly editsConfig?: boolean;
  /** Whether it may see how webhooks are doing, and there are some. */
  readonly seesWebhooks?: boolean;
  /** Whether the account may read the changes of all records that it may see. */
  readonly readsJournal?: boolean;
  /** All roles, for accounts that may. */
  readonly roles?: readonly { readonly name: string; readonly label: string }[];
  /** Problems of the config's files, for accounts with `config.permission`. */
  readonly problems?: readonly Problem[];
  /** The accounts' entity, and its approval field: its list shows who waits for approval. */
  readonly accounts: { readonly entity: string; readonly approved?: string };
}
