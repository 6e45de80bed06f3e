import type { FieldState } from "../../model/condition.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import type { FieldError } from "../../wire/error.ts";
import type { FormShape, HomelessValues, Typed } from "./carry-over.ts";
import type { Fault } from "./fault.ts";
import type { RestingLeaves } from "./follow-work.ts";
import type { FormRules } from "./form-rules.ts";
import type { LeafView } from "./leaf-view.ts";
import type { Leaf } from "./leaves.ts";
import type { Tries } from "./tries.ts";

export interface HeldWork {
  readonly leaf: Leaf;
  /** Of the widget that holds it: another where that began anew. */
  readonly key: string;
  readonly work: PendingWork<Json>;
}

/**
 * The state of one open form. What was typed is kept apart from what it comes to by the conditions, so that a value that
 * was cleared by hiding, or put back by disabling, is there again with its field. Errors appear when a field was left or
 * everything was submitted; a standing error follows every change, so it goes as soon as it is mended, and no new one
 * appears while typing.
 */
export interface FormStore {
  /** What is shown and would be sent. */
  record(): RecordData;
  leaf(path: string): LeafView;
  state(path: string): FieldState;
  /** How many fields of each tab show errors, or that they are set aside. */
  errorCounts(): readonly number[];
  /** Index of the open tab. */
  tab(): number;
  openTab(tab: number): void;
  subscribe(listener: () => void): () => void;
  change(path: string, value: Json): void;
  /** What was typed, also where it is hidden, disabled or set aside now. */
  typed(): readonly Typed[];
  /** The person left the field. */
  touch(path: string): void;
  /** Checks everything; the first wrong field as they stand on the page, undefined when all is well. */
  submit(): Leaf | undefined;
  /** Shows refusals that only the server or held work can know, each until its field is edited; the first of their fields. */
  refuse(errors: readonly FieldError[]): Leaf | undefined;
  hold(path: string, work: PendingWork<Json> | undefined): void;
  /** As they stand on the page; not that of fields whose value is not theirs to give: cleared, disabled or set aside. */
  held(): readonly HeldWork[];
  /** What saves make of the held work. */
  readonly tries: Tries;
  /** The field's widget broke: its field holds its stored value, and what was typed or held in it waits, until `takeBack`. */
  setAside(path: string, fault: Fault): void;
  /** Why a field is set aside; undefined where it is not. */
  fault(path: string): Fault | undefined;
  /** Whether a field that is set aside has something waiting that is not its stored value. */
  isWaiting(path: string): boolean;
  /** The fields that are set aside, as they stand on the page. */
  aside(): readonly Leaf[];
  /** Those of them where something waits that a save would not send. */
  waiting(): readonly Leaf[];
  /** Tries the widget again: as it is, or one that begins anew, with what waits or with the stored value alone. */
  takeBack(path: string, how: "asItIs" | "anew" | "stored"): void;
  /** Fields that are no more, while the work held in them is kept for their return. */
  resting(): RestingLeaves;
  /** How often this field's widget was to begin anew while the form was open: its work was let go, or it had thrown. */
  renewals(path: string): number;
  /** The form is left: lets go of all work, but for what a save has stored or may still store. */
  leave(): void;
  /** Whether leaving would lose anything. */
  isDirty(): boolean;
  /** Becomes the form of another config, with everything that was typed; work of fields that go rests, for their return. */
  follow(next: FormMakeup): void;
  /** What was typed or is held and has no place since the form followed, until that is dismissed. */
  homeless(): HomelessValues;
  /** What was typed still comes back with its field; work that rests is let go. */
  dismissHomeless(): void;
}

/** What a form is made of: its fields, their rules, and the record that it opens with. */
export interface FormMakeup extends FormShape {
  readonly rules: FormRules;
}
