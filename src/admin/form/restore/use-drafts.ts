import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Field } from "../../../model/entity.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { readPath } from "../../../record/path.ts";
import { getCreated } from "../../api/created.ts";
import type { VersionedRecord } from "../../api/records.ts";
import type { Draft, DraftField } from "../../services/drafts.ts";
import { useServices } from "../../services/services.ts";
import { LeaveContext } from "../../shell/leave.tsx";
import { commitFocused } from "../field/focus-field.ts";
import type { OpenForm } from "../field/open-form.ts";
import { draftOverNewer } from "../save/take-unchanged.ts";
import type { FormField } from "../state/field-views.ts";
import { isBlank, isSameValue } from "../state/form-values.ts";
import type { Recalled } from "../state/recall.ts";
import { type DraftContent, type DraftKeeper, makeDraftKeeper } from "./draft-keeper.ts";

/** What was typed into this form earlier and is not saved. */
export interface Offer {
  readonly draft: Draft;
  /** How many more there are, each of which is offered after this one. */
  readonly others: number;
  /** What it would change now, and what has no place any more. */
  recall(): Recalled;
  restore(): void;
  discard(): void;
}

interface Drafting extends Pick<DraftKeeper, "id" | "end"> {
  /** What would be kept of the form now; undefined: nothing of it may be, or can be. */
  kept(): DraftContent | undefined;
  /** The newest of those that the person has not decided about. */
  readonly offer: Offer | undefined;
}

interface DraftsParts {
  /** The form's path in the app. */
  readonly address: string;
  /** As people call the form. */
  readonly name: string;
  readonly form: OpenForm;
  /** undefined: a new record. */
  readonly seen: VersionedRecord | undefined;
  /** What is typed is from now on a change of that version: the server merges it with what others changed since. */
  onVersion(version: string): void;
}

/** Of an address: the draft with that `id` goes into the form at once, since the person has asked for it. */
export const restoring = (id: string) => ({ restores: id });

/** Keeps what is typed into a form, and offers what was typed into an earlier one. */
export function useDrafts({ address, name, form, seen, onVersion }: DraftsParts): Drafting {
  const asked: unknown = useLocation().state?.restores;
  const { client, drafts, session, toasts } = useServices();
  const { forgets } = useContext(LeaveContext);
  const { store, say } = form;
  const latest = useRef({ form, seen, name });
  latest.current = { form, seen, name };
  const [isFailing, setFailing] = useState(false);
  const [offers, setOffers] = useState<readonly Draft[]>([]);
  const isNew = seen === undefined;
  const isOff = forgets === true || form.readOnly;

  const complain = useCallback(async () => {
    setFailing(true);
    const isSaid = await drafts().then(
      (kept) => !kept.mayComplain(),
      () => false,
    );
    if (!isSaid) toasts.show("warning", say("form.draftNotKept"));
  }, [drafts, toasts, say]);
  const complaining = useRef(complain);
  complaining.current = complain;

  const [keeper] = useState(() =>
    makeDraftKeeper({
      head: { account: session.get()?.user._id ?? "", address },
      newId: newDraftId,
      drafts,
      read: () => contentOf(latest.current),
      onFailed: () => void complaining.current(),
    }),
  );

  useLayoutEffect(() => {
    if (isOff) return;
    const whenHidden = () => {
      if (document.visibilityState === "hidden") keeper.flush();
    };
    const stops = [
      store.subscribe(keeper.changed),
      session.subscribe(() => {
        if (session.get() === undefined) commitFocused();
        keeper.flush();
      }),
    ];
    window.addEventListener("pagehide", keeper.flush);
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("pagehide", keeper.flush);
      document.removeEventListener("visibilitychange", whenHidden);
      keeper.close();
    };
  }, [isOff, keeper, store, session]);

  useEffect(() => {
    if (isOff) return;
    let isLatest = true;
    drafts()
      .then(async (kept) => {
        const found = await kept.at(address);
        if (!isLatest) return;
        const { entity } = latest.current.form;
        const saved = isNew ? await savedOf(found, (id) => getCreated(client, entity.id, id)) : NONE;
        if (!isLatest) return;
        const [useful, useless] = split(
          found,
          (draft) => !saved.has(draft) && hasMeaning(draft, latest.current),
        );
        setOffers(useful);
        await Promise.all(useless.map(({ id }) => kept.drop(id)));
      })
      // What is typed now is told of when it cannot be kept.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [isOff, isNew, client, drafts, address]);

  const [first] = isOff ? [] : offers;
  const wanted = isOff ? undefined : offers.find(({ id }) => id === asked);
  const draft = wanted ?? first;
  const drop = (one: Draft) =>
    void drafts()
      .then((kept) => kept.drop(one.id))
      .catch(() => undefined);
  const decided = () => setOffers((before) => before.filter((one) => one !== draft));
  function restore({ id, version, fields }: Draft): void {
    decided();
    const typed = keeper.setAside();
    // First of all: the draft is written anew with it.
    if (version !== undefined) {
      onVersion(version);
      if (seen !== undefined) latest.current = { form, name, seen: { ...seen, version } };
    }
    store.restore(overStored(fields, latest.current), mayChange(form));
    keeper.adopt(id);
    if (typed === undefined) return;
    // What was restored took the place of what was typed before: that is offered in turn.
    if (hasMeaning(typed, latest.current)) setOffers((before) => [typed, ...before]);
    else drop(typed);
  }
  const restoresNow = useRef(restore);
  restoresNow.current = restore;
  useEffect(() => {
    if (wanted !== undefined) restoresNow.current(wanted);
  }, [wanted]);

  const isKept = !isOff && !isFailing;
  return {
    kept: () => (isKept ? contentOf(latest.current) : undefined),
    id: keeper.id,
    end: keeper.end,
    offer:
      draft !== undefined && draft !== wanted
        ? {
            draft,
            others: offers.length - 1,
            recall: () => recallIn(draft, latest.current),
            restore: () => restore(draft),
            discard() {
              decided();
              drop(draft);
            },
          }
        : undefined,
  };
}

/** Not `randomUUID`: a page that came without TLS has none. */
const newDraftId = () => `${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`;

const NONE: ReadonlySet<Draft> = new Set();

/** Those of new records that are stored as they were typed: their page ended before it learned of that. */
async function savedOf(
  drafts: readonly Draft[],
  created: (id: string) => Promise<StoredRecord | undefined>,
): Promise<ReadonlySet<Draft>> {
  const saved = await Promise.all(
    drafts.map(async (draft) => {
      // Where nobody can be asked it is offered: saved again, it becomes that record all the same.
      const record = await created(draft.id).catch(() => undefined);
      return record !== undefined && isStored(draft, record) ? [draft] : [];
    }),
  );
  return new Set(saved.flat());
}

/** Of fields with pending work, such as uploads, whether there is anything. */
function isStored({ fields }: Draft, record: StoredRecord): boolean {
  return fields.every(({ path, field, value, pending }) => {
    if (field.schema.formOnly === true) return true;
    const stored = readPath(record, path);
    return pending === undefined ? isSameValue(value, stored) : !isBlank(stored);
  });
}

type FormNow = Pick<DraftsParts, "form" | "seen" | "name">;

function contentOf({ form: { store, formField }, seen, name }: FormNow): DraftContent | undefined {
  if (!store.isDirty()) return undefined;
  const unsaved = store.unsaved();
  const fieldAt = (path: string) => (formField(path) ?? unsaved.find((one) => one.path === path))?.field;
  const [secret, fields] = split(unsaved, ({ field }) => isSecret(field, fieldAt));
  if (fields.length === 0) return undefined;
  const secrets = secret.map(({ field }) => field.label);
  return { name, fields, secrets, ...(seen?.version === undefined ? {} : { version: seen.version }) };
}

function overStored(fields: Draft["fields"], { form: { entity }, seen }: FormNow): readonly DraftField[] {
  return seen === undefined ? fields : draftOverNewer(fields, entity, seen.record);
}

const mayChange = (form: OpenForm) => (formField: FormField) => !form.isReadOnly(formField);

const recallIn = (draft: Draft, now: FormNow): Recalled =>
  now.form.store.recall(overStored(draft.fields, now), mayChange(now.form));

/** Whether it would change anything, or has something that has no place any more. */
function hasMeaning(draft: Draft, now: FormNow): boolean {
  const { changes, orphaned, abandoned } = recallIn(draft, now);
  return changes.length + orphaned.size + abandoned.size > 0;
}

/** Secret is a write-only field, a field that must equal one, and one with the password widget. */
function isSecret({ schema, widget }: Field, fieldAt: (path: string) => Field | undefined): boolean {
  const twin = schema.equals === undefined ? undefined : fieldAt(schema.equals);
  return schema.writeOnly === true || twin?.schema.writeOnly === true || widget?.name === "password";
}

function split<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}
