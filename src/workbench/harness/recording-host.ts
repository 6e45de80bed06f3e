import type { FieldSchema } from "../../model/field-schema.ts";
import type { ImageRecord, Json } from "../../model/record.ts";
import {
  FieldFailure,
  type FieldHost,
  type Host,
  type PendingWork,
  type ReferenceQuery,
} from "../../plugin/host.ts";
import { ownValue } from "../../record/json.ts";
import { SCHEMAS, walkTree } from "../../record/walk.ts";
import { type GivenReferences, givenPage, readableRecord } from "./given-references.ts";
import { type MissingMessage, recordedSpeech, type Speech, type SpokenField } from "./recorded-speech.ts";

/** One thing that a widget asked of its host. */
export type HostCall =
  | MissingMessage
  | { readonly what: "toast"; readonly kind: "success" | "error" | "warning"; readonly text: string }
  | ({ readonly what: "confirm" } & Parameters<Host["confirm"]>[0])
  /** Files by name. */
  | { readonly what: "upload"; readonly files: readonly string[]; readonly signal: AbortSignal }
  | { readonly what: "removal"; readonly fileName: string }
  | { readonly what: "references"; readonly query: ReferenceQuery; readonly signal: AbortSignal | undefined }
  | {
      readonly what: "reference";
      readonly entity: string;
      readonly id: string;
      readonly signal: AbortSignal | undefined;
    }
  | { readonly what: "hold"; readonly work: PendingWork<Json> }
  | { readonly what: "let go" };

/** A call that goes to the server. */
export type Effect = "references" | "upload" | "removal";
/** It answers at once; waits until the behaviour changes; or fails with a `FieldFailure` of this message. */
export type Behaviour = "answers" | "waits" | { readonly fails: string };

/** What a recording host answers with. */
export interface HostOptions extends Omit<Speech, "language"> {
  /** Default: `en`. */
  readonly language?: string | undefined;
  /** Default: `things`. */
  readonly entity?: string | undefined;
  readonly recordId?: string | undefined;
  readonly references?: GivenReferences | undefined;
  /** Records on one page of references. Default: 10. */
  readonly pageSize?: number | undefined;
  /** An effect that is not named answers. */
  readonly behaves?: Partial<Readonly<Record<Effect, Behaviour>>> | undefined;
  /** Whether the person agrees to every question. Default: true. */
  readonly agrees?: boolean | undefined;
  /** The address of an uploaded image. Default: one that leads nowhere. */
  readonly addressOf?: ((file: File, fileName: string) => string) | undefined;
  /** Replaces some methods of the host; their calls are still recorded. */
  readonly own?: Partial<FieldHost> | undefined;
  /** Called with each call. */
  onAsked?(call: HostCall): void;
}

/** The form around the host. */
interface HostedForm
  extends Pick<FieldHost, "getRecord" | "subscribeRecord" | "holdUntilSave" | "onRestored"> {
  /** The field as it is now. Records that it refers to are cut to its `label` and `fields`, as for accounts that may read no more. */
  field(): ReferringField & SpokenField;
}

/** The host of one field without a server: it records what the widget asks for, and answers from given data. */
export interface AnsweringHost extends FieldHost {
  /** All calls, in order. */
  readonly asked: readonly HostCall[];
  /** The calls of one kind: `host.all("toast")`. */
  all<What extends HostCall["what"]>(what: What): readonly Extract<HostCall, { readonly what: What }>[];
  /** How calls end from now on, also those that wait. */
  behave(effect: Effect, behaviour: Behaviour): void;
  agree(agrees: boolean): void;
}

export function makeAnsweringHost(options: HostOptions, form: HostedForm): AnsweringHost {
  const { language = "en", pageSize = 10, references = {}, own } = options;
  const asked: HostCall[] = [];
  const behaviours = new Map(Object.entries(options.behaves ?? {}));
  const waiting = new Map<Effect, (() => void)[]>();
  const reported = new Set<string>();
  let agrees = options.agrees ?? true;
  let uploads = 0;

  function note(call: HostCall): void {
    asked.push(call);
    options.onAsked?.(call);
  }

  /** Once for each message: a widget looks its messages up whenever it renders. */
  function report(missing: MissingMessage): void {
    const text = JSON.stringify(missing);
    if (!reported.has(text)) note(missing);
    reported.add(text);
  }

  /** Resolves or rejects as the effect behaves, or rejects when the signal aborts. */
  async function behaviour(effect: Effect, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    for (;;) {
      const now = behaviours.get(effect) ?? "answers";
      if (typeof now === "object") throw new FieldFailure(now.fails);
      if (now === "answers") return;
      await new Promise<void>((resolve, reject) => {
        waiting.set(effect, [...(waiting.get(effect) ?? []), resolve]);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    }
  }

  const recordsOf = (entity: string) => ownValue(references, entity) ?? [];
  const readable = (entity: string) => readableFields(form.field()).get(entity);

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
    timeStyle: { dateLocale: language, timeZone: "UTC" },
    getRecord: form.getRecord,
    subscribeRecord: form.subscribeRecord,
    message: recordedSpeech({ ...options, language }, form.field, report),
    toast() {},
    confirm: async () => agrees,
    async upload(files, { signal, onProgress }) {
      await behaviour("upload", signal);
      const images: ImageRecord[] = [];
      for (const file of files) {
        images.push(uploaded(file));
        onProgress(images.length / files.length);
        await behaviour("upload", signal);
      }
      return images;
    },
    removeUpload: () => behaviour("removal"),
    async listReferences(query, signal) {
      await behaviour("references", signal);
      return givenPage(recordsOf(query.entity), query, pageSize, readable(query.entity));
    },
    async getReference(entity, id, signal) {
      await behaviour("references", signal);
      const found = recordsOf(entity).find(({ _id }) => _id === id);
      return found === undefined ? undefined : readableRecord(found, readable(entity));
    },
    holdUntilSave: form.holdUntilSave,
    onRestored: form.onRestored,
    ...own,
  };

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
    all: <What extends HostCall["what"]>(what: What) =>
      asked.filter((call): call is Extract<HostCall, { readonly what: What }> => call.what === what),
    behave(effect, next) {
      behaviours.set(effect, next);
      const resumed = waiting.get(effect) ?? [];
      waiting.delete(effect);
      for (const resume of resumed) resume();
    },
    agree(next) {
      agrees = next;
    },
  };
}

/** What of a field says to which entities it and its parts refer. */
type ReferringField = Pick<FieldSchema, "reference" | "properties" | "items">;

/** By entity, the fields that an account can read that may read no more than what the field refers to. */
function readableFields(field: ReferringField): ReadonlyMap<string, ReadonlySet<string>> {
  const readable = new Map<string, ReadonlySet<string>>();
  for (const { reference } of walkTree(SCHEMAS, [["", field]], (found) => found.field)) {
    if (reference === undefined) continue;
    const { entity, label = "name", fields = [] } = reference;
    readable.set(entity, new Set([...(readable.get(entity) ?? []), label, ...fields]));
  }
  return readable;
}
