import type { ComponentType } from "react";
import type { Json, RecordData } from "../model/record.ts";
import type { MessageValues } from "../record/messages.ts";

/**
 * What a widget is given. `Value` is what it edits and `Options` what its manifest's `options` describe, defaults filled
 * in: both are in the plugin's `manifest.ts`, made of plugin.json. It draws the value and tells of changes; label, hint and
 * error around it are the form's.
 */
export interface WidgetProps<Value = Json, Options = Readonly<Record<string, Json>>> {
  /** DOM id of the element that the form's `<label>` points at and that takes the focus. */
  readonly id: string;
  /** Dotted path of the field in the record: `scores.wom`. */
  readonly path: string;
  /** What the field is called, for the accessible names of what the `<label>` does not reach. */
  readonly label: string;
  /**
   * `null` and `undefined` both mean empty. Stored records and other clients may hold what the schema refuses, of any
   * type: show it, never throw.
   */
  readonly value: Value | null | undefined;
  readonly options: Options;
  /** For `aria-required`; the form marks the label and refuses an empty value. */
  readonly required: boolean;
  /** A condition of the field holds it as it was stored: nothing in it can be changed. */
  readonly disabled: boolean;
  /** The whole form is for reading, or is being saved: as `disabled`, but what can be looked at can be reached. */
  readonly readOnly: boolean;
  /** The form says an error under the field: for `aria-invalid`. */
  readonly invalid: boolean;
  /**
   * Errors of parts of the value, by JSON pointer inside it: `/2/article`; undefined and empty both mean none. The form
   * says them under the field, each with the name of its part. With `"showsErrors": true` in plugin.json they are the
   * widget's to show, every one at its part, tied to what edits it. The element that edits the part has the DOM id
   * `<id>.2.article`, so that the form can put the focus there.
   */
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined;
  /** DOM ids of hint and errors, for `aria-describedby`; undefined when there are none. */
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  /** What the field's schema allows. */
  readonly rules: WidgetRules;
  /** The new value, as JSON; `null` clears the field, `undefined` is no value. Not while `disabled` or `readOnly`. */
  onChange(value: Value | null): void;
  /** The person left the field, which may now be checked. */
  onBlur(): void;
}

/** The part of a field's schema that a widget may draw by. What holds is checked by the form: a widget refuses nothing. */
export interface WidgetRules {
  /** The values that can be chosen, and by value what people read for them. */
  readonly enum?: readonly (string | number)[];
  readonly labels?: Readonly<Record<string, string>>;
  /** Characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  /** The schema asks for whole numbers. */
  readonly integer?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** For a list of objects: no two may have the same value in this field. */
  readonly uniqueBy?: string;
  /** `date`, `date-time`, `html` …, as the schema names it. */
  readonly format?: string;
  /** For a field that refers to another entity, by `_id`. */
  readonly reference?: ReferenceRules;
  /** For a list: the rules of its items, and of their fields where they are objects. */
  readonly items?: WidgetRules & { readonly fields?: Readonly<Record<string, WidgetRules>> };
}

/** What a field refers to. */
export interface ReferenceRules {
  /** The entity referred to. */
  readonly entity: string;
  /** The field of its records that people know them by. */
  readonly label: string;
  /** Further fields of its records that can be read here. */
  readonly fields: readonly string[];
  /** The field refers to its own entity, as its parent: a record must not refer to itself. */
  readonly tree: boolean;
}

/** What a list cell is given. It has no host: it shows what the list has read, and asks for nothing. */
export interface CellProps<
  Value = Json,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
> {
  /** As in `WidgetProps`: may be empty, and may be of another type than the schema says. */
  readonly value: Value | null | undefined;
  readonly options: Options;
  /** What people read for the values of an `enum`; undefined where the field has none. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** The whole row. */
  readonly record: RecordData;
  /** BCP 47 tag for dates and numbers. */
  readonly locale: string;
  /** What the row is called: the text of its label field. */
  readonly title: string;
  /**
   * A sentence in the screen's language: the entity's own `messages`, messages.json, the manifest's; the last wins least.
   * Keys with a dot are the machine's: `cell.none`.
   */
  message(key: Key | `${string}.${string}`, values?: MessageValues): string;
}

// A registry holds widgets of every value type; what fits which field is checked against the manifests.
// biome-ignore lint/suspicious/noExplicitAny: the one place where the value type is erased
type Erased = any;

export type AnyWidget = ComponentType<WidgetProps<Erased, Erased>>;
export type AnyCell = ComponentType<CellProps<Erased, Erased, Erased>>;

export type WidgetPlugin = { readonly widget: AnyWidget };
export type CellPlugin = {
  readonly cell: AnyCell;
  /** Of the column and its heading: "end" for what is compared by its digits. "start" unless given. */
  readonly align?: "start" | "end";
  /** How much room its column gets; without it, a share of what the others leave. */
  readonly width?: "narrow" | "medium";
};
export type BrowserPlugin = WidgetPlugin | CellPlugin;

/**
 * Makes the default export of a plugin's `index.tsx`: `definePlugin({ widget: Stars })`, or `{ cell, align, width }`. Returns
 * its argument; gives it its type. A plugin's modules do nothing on import but define.
 */
export function definePlugin<const P extends BrowserPlugin>(plugin: P): P {
  return plugin;
}

/** What an `index.tsx` exports: whoever wrote it may have forgotten what it has to. */
export interface PluginModule {
  readonly default?: BrowserPlugin;
}
