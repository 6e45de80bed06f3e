import type { FieldCondition } from "./condition.ts";
import type { Display, Template } from "./display.ts";
import type { EntityConfig } from "./entity-config.ts";
import type { FieldSchema, Reference } from "./field-schema.ts";
import type { InverseList } from "./list/inverse-list.ts";
import type { ListFilter } from "./list/list-filter.ts";
import type { ListView } from "./list/list-view.ts";
import type { Json } from "./record.ts";
import type { ValueType } from "./value-type.ts";

/** A plugin by name, and its options with the manifest's defaults filled in. */
export interface PluginUse {
  readonly name: string;
  readonly options: Readonly<Record<string, Json>>;
  /** Of a widget: it draws the errors inside its value itself. */
  readonly showsErrors?: true;
}

/** A resolved field: at the top level, of an object, or the items of a list. */
export interface Field {
  /** Its key; "" for the items of a list. */
  readonly name: string;
  readonly schema: FieldSchema;
  readonly valueType: ValueType;
  /** `title`, else its name. */
  readonly label: string;
  /** What the `required` of the object around it says. Conditions may change it. */
  readonly required: boolean;
  readonly conditions: readonly FieldCondition[];
  readonly whenHidden: "keep" | "clear";
  readonly reference?: ResolvedReference;
  /** Absent where nested fields are edited one by one. */
  readonly widget?: PluginUse;
  /** Nested fields of an object. */
  readonly fields?: readonly Field[];
  /** The items of a list. */
  readonly items?: Field;
}

/** The `reference` of a field with its defaults. */
export interface ResolvedReference extends Reference {
  /** The one field by which records are searched, and named where one own text must do. */
  readonly label: string;
  /** What names a record, also through one reference of its own. */
  readonly title: Template;
}

export interface Column {
  /** Dotted: `name`, `parent.name`, `images.0`. */
  readonly field: string;
  readonly label: string;
  readonly cell: PluginUse;
  readonly sortable: boolean;
  /** Only a view or a person's choice shows it. */
  readonly hidden?: true;
  /** The enum labels of the field shown, where it has some. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Of a reference itself: the record that it leads to is shown by its title. */
  readonly reference?: ResolvedReference;
}

export interface Tab {
  /** "" when the form has one tab without a label. */
  readonly label: string;
  readonly rows: readonly (readonly string[])[];
}

/** A text that the search of a list looks into. */
export interface SearchedField {
  /** Dotted, if it is one of the records that a reference leads to. */
  readonly field: string;
  /** That reference, and the field there. */
  readonly through?: { readonly reference: string; readonly entity: string; readonly field: string };
}

/** An entity's config, checked, frozen, all defaults filled in. */
export interface Entity extends Readonly<Pick<EntityConfig, Unresolved>> {
  readonly id: string;
  /** The field that names a record where one own text must do, such as for the store; the `_id` where there is none. */
  readonly labelField: string;
  readonly display: Display;
  /** Its entries in the menu. */
  readonly menu: {
    readonly label: string;
    readonly icon?: string;
    readonly create: string;
    readonly list: string;
  };
  readonly fields: readonly Field[];
  readonly form: {
    readonly title: EntityConfig["form"]["title"];
    readonly tabs: readonly Tab[];
    /** The fields beside the tabs, which are in none of them. */
    readonly rail: readonly string[];
    readonly invalid: { readonly severity: "error" | "warning"; readonly message: string };
  };
  readonly list: {
    readonly title: string;
    readonly columns: readonly Column[];
    readonly search?: { readonly fields: readonly SearchedField[]; readonly placeholder: string };
    readonly filters: readonly ListFilter[];
    readonly views: readonly ListView[];
    /** For some role the list opens with a view: its address then always names the view, so that others open the same. */
    readonly namesView?: true;
    readonly defaultSort: { readonly field: string; readonly order: "asc" | "desc" };
    readonly deleteConfirm: string;
  };
  /** Who refers to a record, listed below its form. */
  readonly referredBy: readonly InverseList[];
  /** Overrides of messages by key. */
  readonly messages: Readonly<Record<string, string>>;
  readonly source: EntityConfig;
}

/** The keys that are the same in the config and resolved. */
type Unresolved = "label" | "language" | "permission" | "endpoints" | "listKey";
