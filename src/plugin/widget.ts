import type { ComponentType } from "react";
import type { Json } from "../model/record.ts";

/**
 * What a widget is given. `Value` is what it edits, `Options` what its manifest's `options` describe.
 * A cleared field is `null`, never `undefined`.
 */
export interface WidgetProps<Value = Json, Options = Readonly<Record<string, Json>>> {
  /** DOM id of the element that a label points at and that takes the focus. */
  readonly id: string;
  /** Dotted path of the field in the record: `scores.wom`. */
  readonly path: string;
  readonly label: string;
  /** `null` and `undefined` both mean empty. May hold a value that the schema refuses: show it, never throw. */
  readonly value: Value | null | undefined;
  readonly options: Options;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  /** True while an error stands at the field. */
  readonly invalid: boolean;
  /**
   * Errors of parts of the value, by JSON pointer inside it (`/2/article`); `undefined` and empty both mean none. The
   * form shows the errors of the field itself; these are the widget's to show, since it alone draws the parts. The
   * element that edits the part has the DOM id `<id>.2.article`, so that the form can put the focus there.
   */
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined;
  /** ids of hint and error, for `aria-describedby`; undefined when there are none. */
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  /** The field's rules and choices. */
  readonly rules: WidgetRules;
  onChange(value: Value | null): void;
  /** Tells the form that the person left the field, so that it may be checked. */
  onBlur(): void;
}

/** The part of a field's schema that a widget may draw by. */
export interface WidgetRules {
  readonly enum?: readonly (string | number)[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** For a list of objects: no two may have the same value in this field. */
  readonly uniqueBy?: string;
  readonly format?: string;
  readonly integer?: boolean;
  readonly reference?: {
    readonly entity: string;
    readonly label: string;
    readonly fields: readonly string[];
    readonly tree: boolean;
  };
  /** Rules of a list's items. */
  readonly items?: WidgetRules & { readonly fields?: Readonly<Record<string, WidgetRules>> };
}

/** What a list cell is given. */
export interface CellProps<Value = Json, Options = Readonly<Record<string, Json>>> {
  readonly value: Value | null | undefined;
  readonly options: Options;
  /** Enum labels of the field, where it has some. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** The whole row. */
  readonly record: Readonly<Record<string, Json | undefined>>;
  /** BCP 47 tag for dates and numbers. */
  readonly locale: string;
  /** What the row is called: the text of its label field. */
  readonly title: string;
  /** A sentence in the screen's language: the entity's own `messages`, messages.json. */
  message(key: string, values?: Readonly<Record<string, string | number>>): string;
}

// A registry holds widgets of every value type; what fits which field is checked against the manifests.
// biome-ignore lint/suspicious/noExplicitAny: the one place where the value type is erased
type Erased = any;

export type AnyWidget = ComponentType<WidgetProps<Erased, Erased>>;
export type AnyCell = ComponentType<CellProps<Erased, Erased>>;

export type WidgetPlugin = { readonly widget: AnyWidget };
export type CellPlugin = {
  readonly cell: AnyCell;
  /** "end" for what is compared by its digits. */
  readonly align?: "start" | "end";
  /** How much room its column gets; without it, a share of what the others leave. */
  readonly width?: "narrow" | "medium";
};
export type BrowserPlugin = WidgetPlugin | CellPlugin;

/** The default export of a plugin's `index.tsx`. Returns its argument; gives it its type. */
export function definePlugin<const P extends BrowserPlugin>(plugin: P): P {
  return plugin;
}
