import type { ComponentType } from "react";
import type { Template } from "../model/display.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { Json, RecordData } from "../model/record.ts";
import type { MessageValues } from "../record/messages.ts";

/**
 * The props of a widget, which draws a value and reports changes. The form draws label, hint and error. The types of
 * `Value` and `Options` are in the plugin's `manifest.ts`.
 */
export interface WidgetProps<Value = Json, Options = Readonly<Record<string, Json>>> {
  /** DOM id for the element that takes the focus; the form's `<label>` points at it. */
  readonly id: string;
  /** Dotted path of the field in the record: `scores.readers`. */
  readonly path: string;
  /** The field's label, for accessible names of elements that the `<label>` does not name. */
  readonly label: string;
  /**
   * `null` and `undefined` both mean empty. A stored value may be invalid, and of any type: show it, never throw.
   */
  readonly value: Value | null | undefined;
  /** As in the config, with the manifest's defaults filled in. */
  readonly options: Options;
  /** For `aria-required`; the form marks the label and refuses an empty value. */
  readonly required: boolean;
  /** A condition disables the field: nothing in it can be changed. */
  readonly disabled: boolean;
  /** The form is read-only or is being saved: nothing can be changed, but all can be focused. */
  readonly readOnly: boolean;
  /** The form shows an error under the field: for `aria-invalid`. */
  readonly invalid: boolean;
  /**
   * Errors of parts of the value, by JSON pointer inside it: `/2/article`; undefined means none. The form shows them under
   * the field. With `"showsErrors": true` in plugin.json the widget shows each at its part, tied to the element that edits
   * it, which has the DOM id `<id>.2.article`, so that the form can focus it.
   */
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined;
  /** DOM ids of hint and errors, for `aria-describedby`; undefined when there are none. */
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  /** BCP 47 tag by which dates and numbers are written. The language of messages is `useHost().language`. */
  readonly locale: string;
  /** The business's time zone, such as `Asia/Taipei`: read and write times in it, never in the computer's own. */
  readonly timeZone: string;
  readonly rules: WidgetRules;
  /** Takes the new value, as JSON; `null` clears the field. Do not call it while `disabled` or `readOnly`. */
  onChange(value: Value | null): void;
  /** Call it when the focus leaves the field; the form then validates it. */
  onBlur(): void;
}

/** The rules of a field that matter for drawing it. The form checks them: a widget refuses nothing. */
export interface WidgetRules {
  readonly enum?: readonly (string | number)[];
  /** What people read for each value of `enum`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  /** Only whole numbers. */
  readonly integer?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** For a list of objects: no two may have the same value in this field. */
  readonly uniqueBy?: string;
  /** `date`, `date-time`, `html` … */
  readonly format?: string;
  /** For a field whose value is the `_id` of a record. */
  readonly reference?: ReferenceRules;
  /** For a list: the rules of its items, and of their fields where they are objects. */
  readonly items?: WidgetRules & { readonly fields?: Readonly<Record<string, WidgetRules>> };
}

/** The `reference` of a field. */
export interface ReferenceRules {
  /** The entity referred to. */
  readonly entity: string;
  /** The field that names its records to people, where one text must do. */
  readonly label: string;
  /** What its records are called, also through references of theirs; without it, what `label` holds. */
  readonly title?: Template;
  /** Further fields of its records that can be read here. */
  readonly fields: readonly string[];
  /** The field refers to its own entity, as its parent: a record must not refer to itself. */
  readonly tree: boolean;
}

/** The props of a list cell. It has no host: it shows what the list has loaded, and requests nothing. */
export interface CellProps<
  Value = Json,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
> {
  /** As in `WidgetProps`: may be empty, invalid and of any type. */
  readonly value: Value | null | undefined;
  readonly options: Options;
  /** What people read for each value of an `enum`; undefined where the field has none. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** The whole row. */
  readonly record: RecordData;
  /** BCP 47 tag by which dates and numbers are written. */
  readonly locale: string;
  /** BCP 47 tag of the screen's texts: for words such as "3 minutes ago". */
  readonly language: string;
  /** The business's time zone, such as `Asia/Taipei`: format times in it, never in the computer's own. */
  readonly timeZone: string;
  /** The record's title: what it is called everywhere. */
  readonly title: string;
  /** The icon of the record's entity, a PrimeIcons name without `pi-`: for a place that stays empty. */
  readonly icon: string | undefined;
  /** The time, in milliseconds, by which "3 minutes ago" is written: it moves on while the list is open. */
  readonly now: number;
  /**
   * A message in the screen's language: of the entity's own `messages`, messages.json, or the manifest; the first that has
   * it. Keys with a dot are the product's: `cell.none`.
   */
  message(key: Key | `${string}.${string}`, values?: MessageValues): string;
}

// A registry has widgets of all value types; the compiler checks by the manifests which of them a field may have.
// biome-ignore lint/suspicious/noExplicitAny: the one place where the value type is erased
type Erased = any;

/** What is known of a column before there are rows. */
export interface CellColumn<Options = Erased>
  extends Pick<
    CellProps<Erased, Options>,
    "options" | "labels" | "locale" | "language" | "timeZone" | "message"
  > {
  /** The field that it shows; undefined for a field of a record referred to. */
  readonly schema: FieldSchema | undefined;
}

/**
 * 96 px, 200 px, or room for the longest of the texts that the cell may show, which the function knows; where it answers
 * undefined, the column has its share of the rest. A heading always has its room.
 */
export type CellWidth = "narrow" | "medium" | ((column: CellColumn) => readonly string[] | undefined);

export type AnyWidget = ComponentType<WidgetProps<Erased, Erased>>;
export type AnyCell = ComponentType<CellProps<Erased, Erased, Erased>>;

type WidgetPlugin = { readonly widget: AnyWidget };
export type CellPlugin = {
  readonly cell: AnyCell;
  /** Alignment of the column and its heading: "end" for numbers. "start" by default. */
  readonly align?: "start" | "end";
  /** Width of the column. Columns without one share the rest. */
  readonly width?: CellWidth;
};
export type BrowserPlugin = WidgetPlugin | CellPlugin;

/**
 * Returns its argument with its type. A plugin's `index.tsx` exports the result as its default:
 * `definePlugin({ widget: Stars })` or `definePlugin({ cell, align, width })`. Its modules have no effect on import.
 */
export function definePlugin<const P extends BrowserPlugin>(plugin: P): P {
  return plugin;
}

/** The module of an `index.tsx`, which may lack its default export. */
export interface PluginModule {
  readonly default?: BrowserPlugin;
}
