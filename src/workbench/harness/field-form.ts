import type { SchemaCheck } from "../../admin/api/load-validator.ts";
import { makeObservable } from "../../admin/api/observable.ts";
import type { VersionedRecord } from "../../admin/api/records.ts";
import { makeOpenForm, type OpenForm, type OpenFormParts } from "../../admin/form/field/open-form.ts";
import { makeRecordValidator } from "../../admin/form/loading/form-runtime.ts";
import { type FormRules, makeFormRules } from "../../admin/form/state/form-rules.ts";
import type { PluginCode } from "../../admin/services/code-loader.ts";
import type { Services } from "../../admin/services/services.ts";
import type { Entity } from "../../model/entity.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import type { WidgetProps } from "../../plugin/widget.ts";
import { pointerOfPath, readPath, writePath } from "../../record/path.ts";
import { type CompiledRecordValidator, compileValidator } from "../../server/runtime/compile-validator.ts";
import type { AppView } from "../../wire/views.ts";
import { allRights } from "./all-rights.ts";
import { type FormServicesParts, formServices } from "./form-services.ts";
import { storedRecord } from "./given-references.ts";
import { oneFieldEntity } from "./one-field-entity.ts";
import { makePlayedSaves, type PlayedSave, type SavePlan } from "./played-save.ts";
import { messageTable } from "./recorded-speech.ts";
import { type AnsweringHost, type HostOptions, makeAnsweringHost } from "./recording-host.ts";

/** The host of a form's one field, and what a test or an author does with that form. */
export interface RecordingHost extends AnsweringHost {
  /** What the field holds. */
  value(): Json | undefined;
  /** Another value from outside. */
  change(value: Json): void;
  /** Another record around the field, its own value included. */
  setRecord(record: RecordData): void;
  /** Whether the widget has pending work. */
  isHolding(): boolean;
  /** The value to validate while work is pending. */
  standIn(): Json | undefined;
  /**
   * Saves as the form's button does: an invalid record is not sent, work is prepared, then notified of how the save ended.
   * Retries a field whose work broke. While a save is under way, answers that one.
   */
  save(plan?: SavePlan): Promise<PlayedSave>;
  cancelSave(): void;
  /** Gives the widget the `draft` of pending work back, as a form does that was closed and opened again. */
  restore(draft: unknown): void;
  /** The form is left without saving. */
  leave(): void;
}

/** What can change while the form is open. */
export interface FieldSpec {
  /** As a config has it, without its widget. */
  readonly field: FieldSchema;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Refusals of the server, at the field and at parts of its value: an edit removes them. */
  readonly error?: string | undefined;
  readonly errors?: WidgetProps["errors"];
}

interface FieldFormParts extends HostOptions, Omit<FormServicesParts, "store"> {
  readonly path: string;
  readonly manifest: PluginManifest;
  readonly plugins: KnownPlugins;
  readonly code: PluginCode;
  /** By which dates and numbers are written: BCP 47. Default: `en-GB`. */
  readonly locale?: string | undefined;
  /** In which times are read and written. Default: `UTC`. */
  readonly timeZone?: string | undefined;
  /** The record around the field, with the field's own value at `path`. */
  readonly record: RecordData;
  /** What the widget gave to `onChange`, also while it is disabled or read-only, when the form ignores it. */
  onChange?(value: Json): void;
  onBlur?(): void;
}

/**
 * The real form of a record with one field, over a host that records: its store, rules, messages, pending work and save.
 * `FieldFormView` mounts it, for the gallery and for `renderWidget`.
 */
export interface FieldForm {
  /** The same object until the spec, the value or the record is another. */
  now(): OpenForm;
  subscribe(listener: () => void): () => void;
  set(spec: FieldSpec): void;
  readonly host: RecordingHost;
  readonly services: Services;
  stored(): StoredRecord;
  /** What a save compares with: it has no field yet, so that all of the field is sent. */
  seen(): VersionedRecord;
  /** How often it was saved. */
  saves(): number;
  /** Takes the form's own save from the view; answers how to take it back. */
  mount(save: () => Promise<void>): () => void;
  /** The view calls it when the record is stored. */
  onSaved(): void;
}

export function makeFieldForm(parts: FieldFormParts, first: FieldSpec): FieldForm {
  const { path, language = "en" } = parts;
  const messages = messageTable({ ...parts, language });
  const { locale = VIEW.dateLocale, timeZone = VIEW.timeZone } = parts;
  const view: AppView = { ...VIEW, dateLocale: locale, timeZone };
  let spec = first;
  let drawn = drawnBy(first);
  let around = parts.record;

  let work: PendingWork<Json> | undefined;
  let savedWork: PendingWork<Json> | undefined;
  let mounted: (() => Promise<void>) | undefined;

  const played = makePlayedSaves();
  const base = formServices({ ...parts, store: (body) => ({ ...stored(), ...played.store(body) }) });
  const services: Services = { ...base, overlays: played.overlay(base.overlays) };

  const host: AnsweringHost = makeAnsweringHost(parts, {
    getRecord: () => form.store.record(),
    subscribeRecord: (listener) => form.store.subscribe(listener),
    holdUntilSave(next) {
      work = next && played.work(next);
      form.store.hold(path, work);
    },
    onRestored: (restore) => form.store.onRestored(path, restore),
    field: () => ({ ...spec.field, label: spec.label }),
  });

  let form = makeOpenForm(formParts());
  const state = makeObservable({ shown: overHost(form), saves: 0 });
  write(readPath(around, path));
  if (first.error !== undefined || first.errors !== undefined) refuse();

  return {
    now: () => state.get().shown,
    subscribe: state.subscribe,
    set(next) {
      spec = next;
      drawn = drawnBy(next);
      around = form.store.record();
      remake();
      refuse();
    },
    services,
    stored,
    seen: () => ({ record: storedRecord({ _id: "example" }), version: undefined }),
    saves: () => state.get().saves,
    mount(save) {
      mounted = save;
      return () => {
        mounted = undefined;
      };
    },
    onSaved() {
      savedWork = work;
      state.set({ ...state.get(), saves: state.get().saves + 1 });
    },
    host: {
      ...host,
      value: () => readPath(form.store.record(), path),
      change(value) {
        around = writePath(form.store.record(), path, value);
        remake();
      },
      setRecord(record) {
        around = record;
        remake();
      },
      isHolding: () => work !== undefined,
      standIn: () => work?.standIn,
      save: (plan = {}) => played.play(plan, path, save, notSent),
      cancelSave: () => services.overlays.cancel(),
      restore(work) {
        const { field } = form.formField(path) ?? {};
        if (field !== undefined)
          form.store.restore([{ path, field, value: null, was: null, pending: { work } }]);
      },
      leave() {
        services.overlays.cancel();
        // The form's store never abandons work once it was saved: a real form is open for one save.
        if (work !== undefined && savedWork !== undefined && work !== savedWork) work.left?.();
        else form.store.leave();
      },
    },
  };

  function stored(): StoredRecord {
    const record = writePath(around, path, readPath(around, path) ?? null);
    return storedRecord({ ...record, _id: "example", isProtected: spec.readOnly === true });
  }

  function drawnBy(next: FieldSpec) {
    const entity = entityOf(parts, next, language, messages);
    // RJSF, which asks the validator, is no part of this form.
    const validator = makeRecordValidator(entity, () => true);
    return { entity, validator, rules: makeFormRules(entity, "edit", [messages], lazyCheck(entity)) };
  }

  function formParts(): OpenFormParts {
    const { entity, validator, rules } = drawn;
    const open = { access: "full", entity, validator: { url: "" }, rights: allRights(entity) } as const;
    const runtime = { open, validator, rules: within(rules), plugins: parts.code };
    return { stored: stored(), services, view, say: host.message, runtime };
  }

  /** The rules of the field, applied to the whole record around it. */
  function within(rules: FormRules): FormRules {
    const whole = (record: RecordData) => {
      const value = readPath(record, path) ?? null;
      // The record may lack the field, as one that another client wrote.
      return value === null && readPath(around, path) === undefined ? around : writePath(around, path, value);
    };
    return { ...rules, applyConditions: (wanted, base) => rules.applyConditions(whole(wanted), whole(base)) };
  }

  function overHost(open: OpenForm): OpenForm {
    const { store } = open;
    const isFixed = () => spec.disabled === true || spec.readOnly === true;
    return {
      ...open,
      readOnly: spec.readOnly === true,
      host: () => host,
      store: {
        ...store,
        change(at, value) {
          parts.onChange?.(value);
          if (!isFixed()) store.change(at, value);
        },
        touch(at) {
          parts.onBlur?.();
          store.touch(at);
        },
      },
    };
  }

  function remake(): void {
    form = form.follow(formParts());
    write(readPath(around, path));
    state.set({ ...state.get(), shown: overHost(form) });
  }

  /** Keeps a value of the wrong type: the form converts what it opens with, but not what is typed. */
  function write(value: Json | undefined): void {
    if (readPath(form.store.record(), path) !== value) form.store.change(path, value ?? null);
  }

  function refuse(): void {
    const { error, errors = [] } = spec;
    // An edit removes the refusals before.
    form.store.change(path, readPath(form.store.record(), path) ?? null);
    const at = pointerOfPath(path);
    const all = [...(error === undefined ? [] : [{ path: "", message: error }]), ...errors];
    form.store.refuse(all.map((one) => ({ path: `${at}${one.path}`, keyword: "", message: one.message })));
  }

  async function save(): Promise<void> {
    if (mounted === undefined) throw new Error("The form is not on the page.");
    savedWork = undefined;
    const { store } = form;
    const fault = store.fault(path);
    if (fault?.reason === "prepare" || fault?.reason === "slow") store.retry(path, "asItIs");
    await mounted();
  }

  /** Why the form did not send the record. */
  function notSent(): string {
    const view = form.store.fieldView(path);
    return view.error ?? view.parts[0]?.message ?? host.message("form.protected");
  }
}

function entityOf(
  { path, manifest, plugins }: FieldFormParts,
  { field, label, options, required = false, disabled = false }: FieldSpec,
  language: string,
  messages: Readonly<Record<string, string>>,
): Entity {
  const { conditions = [] } = field;
  const own: FieldSchema = {
    ...field,
    title: label,
    widget: manifest.name,
    options: { ...options },
    conditions: disabled ? [...conditions, { when: { mode: "edit" }, disable: true }] : conditions,
  };
  return oneFieldEntity({ path, field: own, required, language, messages, plugins });
}

/** Compiled by the first check: most tests validate nothing. */
function lazyCheck({ source }: Entity): SchemaCheck {
  let compiled: CompiledRecordValidator | undefined;
  return (record) => {
    compiled ??= compileValidator(source.schema.properties);
    return compiled.check(record);
  };
}

/** The config around the form: one field needs nothing of it. */
const VIEW: AppView = {
  hash: "",
  title: "",
  language: "en",
  languages: ["en"],
  dateLocale: "en-GB",
  timeZone: "UTC",
  messages: {},
  menu: [],
  home: [],
  entities: [],
  limits: { pageSize: 10, optionsPageSize: 10 },
  accounts: { entity: "" },
};
