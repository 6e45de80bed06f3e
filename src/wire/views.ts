import type { Entity } from "../model/entity.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { Problem } from "../model/problem.ts";

/** Where a precompiled validator module is found. Unguessable, so given to sessions alone. */
export interface ValidatorLink {
  readonly url: string;
}

/** What a browser without a session may know. `GET /api/config/public` */
export interface PublicView {
  readonly hash: string;
  readonly title: string;
  readonly language: string;
  /** Only the sentences of log-in, registration and network failures, by key. */
  readonly messages: Readonly<Record<string, string>>;
  /** Paths below API. */
  readonly endpoints: {
    readonly login: string;
    readonly validateToken: string;
    readonly logout: string;
    readonly register: string;
  };
  readonly registration: null | {
    readonly roles: readonly { readonly value: string; readonly label: string }[];
    readonly defaultRole: string;
    readonly required: readonly string[];
    readonly properties: Readonly<Record<string, FieldSchema>>;
    readonly validator: ValidatorLink;
  };
}

/** An entity whose permission the account holds. */
export interface OpenEntity {
  readonly access: "full";
  /** `fields[].schema` and `source` are left out of nothing: the form is made from this. */
  readonly entity: Entity;
  readonly validator: ValidatorLink;
}

/** An entity that the account reads only through a reference of an entity it may edit. */
export interface ReferencedEntity {
  readonly access: "reference";
  readonly id: string;
  readonly language: string;
  readonly endpoints: Entity["endpoints"];
  readonly listKey: string;
}

/** An entity that exists, so that its routes can say "no permission" instead of "not found". */
export interface ClosedEntity {
  readonly access: "none";
  readonly id: string;
}

export type EntityView = OpenEntity | ReferencedEntity | ClosedEntity;

export interface MenuGroupView {
  readonly label: string;
  readonly icon?: string;
  readonly permission: string;
  readonly entities: readonly string[];
}

/** What the admin is rendered from, cut to what the account may see. `GET /api/config` */
export interface AppView {
  readonly hash: string;
  readonly title: string;
  readonly language: string;
  readonly dateLocale: string;
  /** language → key → sentence, those of the plugins that the open entities use included as `<plugin>.<key>`. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly menu: readonly MenuGroupView[];
  readonly entities: readonly EntityView[];
  readonly limits: { readonly pageSize: number; readonly optionsPageSize: number };
  /** Whether the account may edit the config itself. */
  readonly editsConfig?: boolean;
  /** What is wrong with the config's files; for those alone whom the config names (`config.permission`). */
  readonly problems?: readonly Problem[];
  /** Which entity holds the accounts, and their approval field: its list shows who waits. */
  readonly accounts: { readonly entity: string; readonly approved?: string };
}
