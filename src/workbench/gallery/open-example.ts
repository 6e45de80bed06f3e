import { makeOpenForm, type OpenForm } from "../../admin/form/field/open-form.ts";
import { type FormRuntime, formSchema, makeRecordValidator } from "../../admin/form/loading/form-runtime.ts";
import { makeFormRules } from "../../admin/form/state/form-rules.ts";
import { makeSay } from "../../admin/messages/say.ts";
import type { PluginCode } from "../../admin/services/code-loader.ts";
import type { Services } from "../../admin/services/services.ts";
import type { Entity, Field } from "../../model/entity.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import type { FieldHost } from "../../plugin/host.ts";
import type { AppView } from "../../wire/views.ts";
import type { Asked } from "../recording/asked.ts";
import { inventReferences } from "../recording/given-references.ts";
import { type Behaviour, makeRecordingHost, type RecordingHost } from "../recording/recording-host.ts";
import { type BoxState, type ExampleParts, exampleEntity, sentencesIn } from "./example-entity.ts";

export interface OpenExampleParts extends ExampleParts {
  readonly state: BoxState;
  readonly value: Json;
  /** Values of other fields of the record. */
  readonly record: RecordData;
  readonly plugins: PluginCode;
  readonly services: Services;
  /** How everything that goes to the server ends. */
  readonly server: Behaviour;
  onAsked(asked: Asked): void;
}

/** An example in one state: the form of its one field as staff get it, over a host that records. */
export interface OpenExample {
  readonly form: OpenForm;
  readonly host: RecordingHost;
  /** The same form with other options, as one follows another config. */
  withOptions(options: ExampleParts["options"]): OpenForm;
  /** Other values around the field. */
  around(record: RecordData): void;
}

/** What stands at the field in the state "with an error". */
export const ERROR =
  "This is how a refusal reads, in a sentence long enough to need a second line on a phone.";

export function openExample(parts: OpenExampleParts): OpenExample {
  const { state: path, manifest, example, language, services, state, value } = parts;
  const { confirms, toasts } = services;
  const host = makeRecordingHost({
    manifest,
    path,
    label: example.field.title ?? example.title,
    language,
    entity: "examples",
    recordId: "example",
    messages: { ...sentencesIn(parts.gallery, "en"), ...sentencesIn(parts.gallery, language) },
    field: example.field,
    fieldMessages: example.field.messages,
    references: inventReferences(example.field, value),
    addressOf: (file) => URL.createObjectURL(file),
    own: {
      toast: (kind, text) => toasts.show(kind, text),
      confirm: (question) => confirms.ask({ ...question, language }),
    },
    onAsked: parts.onAsked,
  });
  for (const effect of ["references", "upload", "removal"] as const) host.behave(effect, parts.server);

  let record = parts.record;
  const fieldHost: FieldHost = {
    ...host,
    holdUntilSave(work) {
      host.holdUntilSave(work);
      form.store.hold(path, work);
    },
  };
  const stored: StoredRecord = {
    _id: "example",
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    updatedBy: null,
    isProtected: state === "readOnly",
    [path]: value,
  };
  const formSpec = (options: ExampleParts["options"]) => ({
    stored,
    services,
    view: VIEW,
    say: makeSay(sentencesIn(parts.gallery, language), sentencesIn(parts.gallery, "en")),
    runtime: formRuntimeOf({ ...parts, options }),
  });
  const overHost = (form: OpenForm): OpenForm => ({ ...form, host: () => fieldHost });

  const form = makeOpenForm(formSpec(parts.options));
  const tell = () => host.setRecord({ ...record, ...form.store.record() });
  tell();
  form.store.subscribe(tell);
  if (state === "error") refuse(form, path, value);

  return {
    form: overHost(form),
    host,
    withOptions: (options) => overHost(form.follow(formSpec(options))),
    around(next) {
      record = next;
      tell();
    },
  };
}

/** An error at the field and, where its schema names parts of the value, one at the first of them. */
export function refuse({ store, formField }: OpenForm, path: string, value: Json): void {
  const part = firstPart(formField(path)?.field, value);
  const pointers = part === undefined ? [`/${path}`] : [`/${path}`, `/${path}${part}`];
  store.refuse(pointers.map((pointer) => ({ path: pointer, keyword: "", message: ERROR })));
}

function firstPart(field: Field | undefined, value: Json): string | undefined {
  if (Array.isArray(value)) {
    const [item] = value.length > 0 ? (field?.items?.fields ?? []) : [];
    return item && `/0/${item.name}`;
  }
  const [part] = typeof value === "object" && value !== null ? (field?.fields ?? []) : [];
  return part && `/${part.name}`;
}

const LONG_AGO = "2026-01-01T00:00:00.000Z";

const MORE: Readonly<Record<BoxState, Partial<FieldSchema>>> = {
  empty: {},
  filled: {},
  readOnly: {},
  disabled: { conditions: [{ when: { mode: "edit" }, disable: true }] },
  error: {},
};

function formRuntimeOf(parts: OpenExampleParts): FormRuntime {
  const { gallery, state, language, plugins } = parts;
  const entity = exampleEntity(parts, state, MORE[state]);
  const validator = makeRecordValidator(formSchema(entity), gallery.compile(schemasOf(entity)));
  return {
    open: { access: "full", entity, validator: { url: "" } },
    rules: makeFormRules(entity, "edit", sentencesIn(gallery, language), validator.check),
    validator,
    plugins,
  };
}

function schemasOf({ fields }: Entity): Readonly<Record<string, FieldSchema>> {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
}

/** Of what a form reads of the config around it, an example has nothing. */
const VIEW: AppView = {
  hash: "",
  title: "",
  language: "en",
  dateLocale: "en",
  messages: {},
  menu: [],
  entities: [],
  limits: { pageSize: 10, optionsPageSize: 10 },
  accounts: { entity: "" },
};
