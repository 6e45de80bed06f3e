import type { Widgets } from "../../admin/form/loading/widgets.ts";
import type { Services } from "../../admin/services/services.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { Blame } from "../../wire/blame.ts";
import { type FieldForm, type FieldSpec, makeFieldForm } from "../harness/field-form.ts";
import { inventReferences } from "../harness/given-references.ts";
import type { Behaviour, HostCall } from "../harness/recording-host.ts";
import { type BoxState, type ExampleParts, messagesIn } from "./example-entity.ts";

export interface OpenExampleParts extends ExampleParts {
  readonly state: BoxState;
  readonly value: Json;
  /** Values of other fields of the record. */
  readonly record: RecordData;
  readonly widgets: Widgets;
  /** Where the page shows toasts and asks questions. */
  readonly page: Pick<Services, "toasts" | "confirms">;
  readonly blame: Blame;
  /** How everything that goes to the server ends. */
  readonly server: Behaviour;
  onAsked(call: HostCall): void;
}

/** What stands at the field in the state "with an error". */
const ERROR = "This is how a refusal reads, in a sentence long enough to need a second line on a phone.";

/** An example in one state: the form of its one field, whose path is the state's name. */
export function openExample(parts: OpenExampleParts): FieldForm {
  const { state: path, manifest, example, language, page, value, server } = parts;
  const { toasts, confirms } = page;
  return makeFieldForm(
    {
      ...page,
      blame: parts.blame,
      path,
      manifest,
      plugins: parts.gallery.known,
      widgets: parts.widgets,
      language,
      entity: "examples",
      recordId: "example",
      messages: { ...messagesIn(parts.gallery, "en"), ...messagesIn(parts.gallery, language) },
      record: { ...parts.record, [path]: value },
      references: inventReferences(example.field, value),
      behaves: { references: server, upload: server, removal: server },
      addressOf: (file) => URL.createObjectURL(file),
      own: {
        toast: (kind, text) => toasts.show(kind, text),
        confirm: (question) => confirms.ask({ ...question, language }),
      },
      onAsked: parts.onAsked,
    },
    specOf(parts, value),
  );
}

/** What the form makes of it; in the state "with an error", refused at the field and at the first part of its value. */
export function specOf({ state, example, options }: OpenExampleParts, value: Json): FieldSpec {
  const part = firstPart(example.field, value);
  const isRefused = state === "error";
  return {
    field: example.field,
    label: example.field.title ?? example.title,
    options,
    disabled: state === "disabled",
    readOnly: state === "readOnly",
    error: isRefused ? ERROR : undefined,
    errors: isRefused && part !== undefined ? [{ path: part, message: ERROR }] : [],
  };
}

/** Where the field's schema names parts of the value. */
function firstPart({ items, properties }: FieldSchema, value: Json): string | undefined {
  const isList = Array.isArray(value) && value.length > 0;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const parts = isList ? items?.properties : isObject ? properties : undefined;
  const [name] = Object.keys(parts ?? {});
  return name && `${isList ? "/0" : ""}/${name}`;
}
