import type { Draft, FormDrafts, Unclaim } from "../../services/drafts.ts";

/** What is kept of a form: all of a draft that changes with what is typed. */
export type DraftContent = Pick<Draft, "name" | "version" | "fields" | "secrets">;

/** How long what is typed may wait. With the time that writing takes, half a second of typing can be lost, not more. */
const WRITE_MS = 150;

/** Keeps what is typed into one form, as it is typed. */
export interface DraftKeeper {
  /** The draft's `id`. */
  id(): string;
  /** Something may have been typed. */
  changed(): void;
  /** Writes what waits, at once. */
  flush(): void;
  /** The form is closed: what waits is written, and the draft may be offered. */
  close(): void;
  /**
   * Leaves what is typed as a draft of its own, to which nothing is added any more, and answers it; undefined where nothing is
   * unsaved.
   */
  setAside(): Draft | undefined;
  /**
   * Goes on with a draft that was restored: it is overwritten from now on. Where another form has it, that one goes on with it, and
   * this one with a copy.
   */
  adopt(id: string): void;
  /** The form was saved, or the person discards it: its draft is deleted, and nothing is kept any more. */
  end(): void;
}

interface KeeperParts {
  readonly head: Pick<Draft, "account" | "address">;
  newId(): string;
  readonly drafts: () => Promise<FormDrafts>;
  /** undefined: nothing is unsaved. */
  read(): DraftContent | undefined;
  /** Nothing could be kept. */
  onFailed(): void;
}

export function makeDraftKeeper({ head, newId, drafts, read, onFailed }: KeeperParts): DraftKeeper {
  let id = newId();
  /** What was written last; undefined: nothing is stored. */
  let last: DraftContent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How many writes have not ended. */
  let underWay = 0;
  let isWaiting = false;
  let isOver = false;
  let isClosed = false;
  /** Of the draft with that `id`, once something is written. */
  let claim: Promise<Unclaim | undefined> | undefined;

  function changed(): void {
    isClosed = false;
    if (isOver || timer !== undefined) return;
    // A device that is slower than that is not asked faster.
    if (underWay > 0) isWaiting = true;
    else timer = setTimeout(write, WRITE_MS);
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    isWaiting = false;
    const next = read();
    if (isSame(next, last)) return;
    last = next;
    const draft = next && { ...head, ...next, id, typedAt: Date.now() };
    ask(async (kept) => {
      // First of all: the page may be left at once.
      const written = draft === undefined ? kept.drop(id) : kept.keep(draft);
      if (!isClosed) claim ??= kept.claim(id);
      await Promise.all([written, claim]);
    });
  }

  function unclaim(): void {
    void claim?.then((end) => end?.()).catch(() => undefined);
    claim = undefined;
  }

  function flush(): void {
    if (!isOver && (timer !== undefined || isWaiting)) write();
  }

  async function adopt(next: string): Promise<void> {
    const kept = await drafts();
    const claimed = await kept.claim(next);
    if (claimed === undefined) return changed();
    if (isOver) return claimed();
    drop();
    unclaim();
    id = next;
    claim = Promise.resolve(claimed);
    // What is stored stays until widgets have taken their pending work back.
    last = { fields: [], secrets: [] };
    changed();
  }

  function ask(work: (kept: FormDrafts) => Promise<void>): void {
    underWay += 1;
    drafts()
      .then(work)
      .catch(() => {
        // The next key tries it again.
        if (!isOver) onFailed();
      })
      .finally(() => {
        underWay -= 1;
        if (isWaiting && underWay === 0) changed();
      });
  }

  function drop(): void {
    const gone = id;
    if (last !== undefined) ask((kept) => kept.drop(gone));
    last = undefined;
  }

  return {
    id: () => id,
    changed,
    flush,
    close() {
      isClosed = true;
      flush();
      unclaim();
    },
    setAside() {
      flush();
      if (last === undefined) return undefined;
      const typed = { ...head, ...last, id, typedAt: Date.now() };
      unclaim();
      id = newId();
      last = undefined;
      return typed;
    },
    adopt: (next) => void adopt(next).catch(onFailed),
    end() {
      isOver = true;
      clearTimeout(timer);
      drop();
      unclaim();
    },
  };
}

function isSame(one: DraftContent | undefined, other: DraftContent | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.version === other.version &&
    one.secrets.join() === other.secrets.join() &&
    one.fields.length === other.fields.length &&
    one.fields.every((field, at) => {
      const before = other.fields[at];
      return (
        field.path === before?.path &&
        field.value === before.value &&
        field.pending?.work === before.pending?.work &&
        JSON.stringify(field.pending?.standIn) === JSON.stringify(before.pending?.standIn)
      );
    })
  );
}
