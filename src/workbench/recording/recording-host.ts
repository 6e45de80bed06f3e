import { makeObservable } from "../../admin/api/observable.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { ImageRecord, Json, RecordData } from "../../model/record.ts";
import { FieldFailure, type FieldHost } from "../../plugin/host.ts";
import { readPath, writePath } from "../../record/path.ts";
import type { Asked } from "./asked.ts";
import { type GivenReferences, givenPage, seenRecord } from "./given-references.ts";
import { makePlayedForm, type PlayedSave, type SavePlan } from "./played-save.ts";
import { recordedSpeech, type Sentences } from "./say-recorded.ts";

/** What goes to the server. */
export type Effect = "references" | "upload" | "removal";
/** At once; not before it is told otherwise; or with a `FieldFailure` that says this sentence. */
export type Behaviour = "answers" | "waits" | { readonly fails: string };

/** What a recording host answers with. */
export interface RecordingHostOptions extends Sentences {
  /** Dotted path of the field. Default: `field`. */
  readonly path?: string | undefined;
  /** Default: `Field`. */
  readonly label?: string | undefined;
  /** Default: `en`. */
  readonly language?: string | undefined;
  /** Default: `things`. */
  readonly entity?: string | undefined;
  readonly recordId?: string | undefined;
  /** The record around the field; the field's own value stands in it at `path`. */
  readonly record?: RecordData | undefined;
  readonly references?: GivenReferences | undefined;
  /** Records of what it refers to are cut to its `label` and `fields`, as for accounts that may read no more of them. */
  readonly field?: ReferringField | undefined;
  /** Records on one page of references. Default: 10. */
  readonly pageSize?: number | undefined;
  /** How calls end that do not just answer. */
  readonly behaves?: Partial<Readonly<Record<Effect, Behaviour>>> | undefined;
  /** What the person answers to questions. Default: true. */
  readonly agrees?: boolean | undefined;
  /** Where an uploaded image is found. Default: an address that leads nowhere. */
  readonly addressOf?: ((file: File, fileName: string) => string) | undefined;
  /** What it does otherwise. It is recorded all the same. */
  readonly own?: Partial<FieldHost> | undefined;
  /** Hears of everything as it is asked. */
  onAsked?(asked: Asked): void;
}

/**
 * The host of one field without a form, a server or a network: it records in order what the widget asked for, answers
 * from given data, and plays what a form does. For `renderWidget` and the gallery.
 */
export interface RecordingHost extends FieldHost {
  /** Everything that was asked for, in order. */
  readonly asked: readonly Asked[];
  /** That of one kind: `host.all("toast")`. */
  all<What extends Asked["what"]>(what: What): readonly Extract<Asked, { readonly what: What }>[];
  /** What the field holds. */
  value(): Json | undefined;
  /** Another value of the field, as the form writes it. */
  change(value: Json | null): void;
  /** Another record around the field, its own value included. */
  setRecord(record: RecordData): void;
  /** How calls end from now on; those that wait go on with it. */
  behave(effect: Effect, behaviour: Behaviour): void;
  agree(agrees: boolean): void;
  /** Whether work is held until save. */
  isHolding(): boolean;
  /** The value to validate while work is held. */
  standIn(): Json | undefined;
  /** Plays a save of the form: `prepare`, then `saved` or `failed`. Never two at a time. */
  save(plan?: SavePlan): Promise<PlayedSave>;
  cancelSave(): void;
  /** Plays that the form is left without saving. */
  leave(): void;
}

export function makeRecordingHost(options: RecordingHostOptions = {}): RecordingHost {
  const { path = "field", label = "Field", language = "en", pageSize = 10, references = {}, own } = options;
  const asked: Asked[] = [];
  const behaviours = new Map(Object.entries(options.behaves ?? {}));
  const waiting = new Map<Effect, (() => void)[]>();
  const record = makeObservable(options.record ?? {});
  let agrees = options.agrees ?? true;
  let uploads = 0;
  const told = new Set<string>();
  const value = () => readPath(record.get(), path);
  const form = makePlayedForm(path, value);

  function note(one: Asked): void {
    asked.push(one);
    options.onAsked?.(one);
  }

  /** Waits for the effect's turn; rejects as it is to, or with the signal. */
  async function turn(effect: Effect, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    for (;;) {
      const behaviour = behaviours.get(effect) ?? "answers";
      if (typeof behaviour === "object") throw new FieldFailure(behaviour.fails);
      if (behaviour === "answers") return;
      await new Promise<void>((go, stop) => {
        waiting.set(effect, [...(waiting.get(effect) ?? []), go]);
        signal?.addEventListener("abort", () => stop(signal.reason), { once: true });
      });
    }
  }

  const readable = readableFields(options.field);
  const recordsOf = (entity: string) => (Object.hasOwn(references, entity) ? (references[entity] ?? []) : []);

  function uploaded(file: File): ImageRecord {
    uploads += 1;
    const fileName = `upload-${uploads}.${file.type.split("/")[1] ?? "bin"}`;
    const imgUrl = options.addressOf?.(file, fileName) ?? `/api/images/${fileName}`;
    return { fileName, imgUrl, expiresAt: "2030-01-01T00:00:00.000Z" };
  }

  const answers: FieldHost = {
    recordId: options.recordId,
    entity: options.entity ?? "things",
    language,
    pageSize,
    getRecord: record.get,
    subscribeRecord: record.subscribe,
    message: recordedSpeech(options, { language, label }, tell),
    toast() {},
    confirm: async () => agrees,
    async upload(files, { signal, onProgress }) {
      await turn("upload", signal);
      const images: ImageRecord[] = [];
      for (const file of files) {
        images.push(uploaded(file));
        onProgress(images.length / files.length);
        await turn("upload", signal);
      }
      return images;
    },
    removeUpload: () => turn("removal"),
    async listReferences(query, signal) {
      await turn("references", signal);
      return givenPage(recordsOf(query.entity), query, pageSize, readable.get(query.entity));
    },
    async getReference(entity, id, signal) {
      await turn("references", signal);
      const found = recordsOf(entity).find(({ _id }) => _id === id);
      return found === undefined ? undefined : seenRecord(found, readable.get(entity));
    },
    holdUntilSave: (work) => form.hold(work),
    ...own,
  };

  /** Once for each: a widget says it anew whenever it renders. */
  function tell(one: Asked): void {
    const text = JSON.stringify(one);
    if (told.has(text)) return;
    told.add(text);
    note(one);
  }

  return {
    ...answers,
    toast(kind, text) {
      note({ what: "toast", kind, text });
      answers.toast(kind, text);
    },
    confirm(question) {
      note({ what: "confirm", ...question });
      return answers.confirm(question);
    },
    upload(files, how) {
      note({ what: "upload", files: files.map(({ name }) => name), signal: how.signal });
      return answers.upload(files, how);
    },
    removeUpload(fileName) {
      note({ what: "removal", fileName });
      return answers.removeUpload(fileName);
    },
    listReferences(query, signal) {
      note({ what: "references", query, signal });
      return answers.listReferences(query, signal);
    },
    getReference(entity, id, signal) {
      note({ what: "reference", entity, id, signal });
      return answers.getReference(entity, id, signal);
    },
    holdUntilSave(work) {
      note(work === undefined ? { what: "let go" } : { what: "hold", work });
      answers.holdUntilSave(work);
    },
    asked,
    all: <What extends Asked["what"]>(what: What) =>
      asked.filter((one): one is Extract<Asked, { readonly what: What }> => one.what === what),
    value,
    change: (next) => record.set(writePath(record.get(), path, next)),
    setRecord: record.set,
    behave(effect, behaviour) {
      behaviours.set(effect, behaviour);
      const going = waiting.get(effect) ?? [];
      waiting.delete(effect);
      for (const go of going) go();
    },
    agree(next) {
      agrees = next;
    },
    isHolding: () => form.held() !== undefined,
    standIn: () => form.held()?.standIn,
    save: form.save,
    cancelSave: form.cancelSave,
    leave: form.leave,
  };
}

/** A field, as far as it or what is in it refers to other entities. */
type ReferringField = Pick<FieldSchema, "reference" | "properties" | "items">;

/** What can be read of the entities that a field refers to by whoever may read no more of them. */
function readableFields(field: ReferringField | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const readable = new Map<string, ReadonlySet<string>>();
  function visit({ reference, properties = {}, items }: ReferringField): void {
    if (reference !== undefined) {
      const { entity, label, fields = [] } = reference;
      readable.set(entity, new Set([...(readable.get(entity) ?? []), label, ...fields]));
    }
    for (const inner of Object.values(properties)) visit(inner);
    if (items !== undefined) visit(items);
  }
  if (field !== undefined) visit(field);
  return readable;
}
