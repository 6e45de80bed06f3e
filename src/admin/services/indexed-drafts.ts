import type { Draft, DraftField, DraftStore, Unclaim } from "./drafts.ts";

const DATABASE = "drafts";
/** Another shape of drafts is another version: those of an earlier one are deleted. */
const VERSION = 1;

/** Without the work of its widgets: that may be files, which are not written again with every key. */
const DRAFTS = "drafts";
/** By draft and path. */
const WORKS = "works";
const BY_ADDRESS = "address";
const BY_ACCOUNT = "account";

interface StoredWork {
  readonly draft: string;
  readonly path: string;
  readonly work: unknown;
}

/** The name of a lock: this and the draft's `id`. */
const LOCK = "draft ";

/**
 * FormDrafts in the browser's database.
 * @param locks of the origin; undefined: a page without TLS has none, so that each form takes any draft
 */
export function makeIndexedDrafts(factory: IDBFactory, locks: LockManager | undefined): DraftStore {
  let opened: Promise<IDBDatabase> | undefined;
  /** What is stored of the works of each draft, by path. */
  const written = new Map<string, ReadonlyMap<string, unknown>>();

  function database(): Promise<IDBDatabase> {
    opened ??= open(factory).then(
      (found) => {
        const forget = () => {
          opened = undefined;
        };
        // Closed by the browser, or in the way of a page with another version.
        found.onclose = forget;
        found.onversionchange = () => {
          found.close();
          forget();
        };
        return found;
      },
      (error: unknown) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  /** Resolves when all that `work` asked for is stored. */
  async function transact<T>(
    mode: IDBTransactionMode,
    work: (drafts: IDBObjectStore, works: IDBObjectStore) => Promise<T> | T,
  ): Promise<T> {
    const transaction = (await database()).transaction([DRAFTS, WORKS], mode);
    const isDone = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const answer = (async () => {
      const asked = work(transaction.objectStore(DRAFTS), transaction.objectStore(WORKS));
      // Not when the answers have come: the page may be left before.
      if (!(asked instanceof Promise)) transaction.commit();
      return asked;
    })();
    answer.catch(() => {
      try {
        // Such as a value that cannot be cloned.
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
    });
    return (await Promise.all([answer, isDone]))[0];
  }

  function removeIn(drafts: IDBObjectStore, works: IDBObjectStore, id: string): void {
    written.delete(id);
    drafts.delete(id);
    works.delete(worksOf(id));
  }

  return {
    async find(account, address) {
      const found = await transact("readonly", async (drafts, works) => {
        const stored: Draft[] = await answerOf(drafts.index(BY_ADDRESS).getAll([account, address]));
        return Promise.all(
          stored.map(async (draft) => withWorks(draft, await answerOf(works.getAll(worksOf(draft.id))))),
        );
      });
      return found.sort((one, other) => other.typedAt - one.typedAt);
    },
    async list(account) {
      const found: Draft[] = await transact("readonly", (drafts) =>
        answerOf(drafts.index(BY_ACCOUNT).getAll(account)),
      );
      return found.sort((one, other) => other.typedAt - one.typedAt);
    },
    async put(draft) {
      const before = written.get(draft.id);
      const now = new Map(draft.fields.flatMap(({ path, pending }) => workOf(path, pending)));
      try {
        await transact<void>("readwrite", (drafts, works) => {
          drafts.put({ ...draft, fields: draft.fields.map(withoutWork) });
          /** @param stored those that are known to be stored, by path */
          const putWorks = (stored: ReadonlyMap<string, unknown>) => {
            for (const [path, work] of now) {
              if (stored.get(path) !== work) works.put({ draft: draft.id, path, work } satisfies StoredWork);
            }
            for (const path of stored.keys()) if (!now.has(path)) works.delete([draft.id, path]);
          };
          if (before === undefined) works.delete(worksOf(draft.id));
          if (before === undefined || before.size === 0) return putWorks(new Map());
          return answerOf(works.count(worksOf(draft.id))).then((count) =>
            // Another tab may have removed them.
            putWorks(count === before.size ? before : new Map()),
          );
        });
        written.set(draft.id, now);
      } catch (error) {
        written.delete(draft.id);
        throw error;
      }
    },
    remove: (id) => transact("readwrite", (drafts, works) => removeIn(drafts, works, id)),
    removeAll: (account) =>
      transact("readwrite", async (drafts, works) => {
        const ids = await answerOf(drafts.index(BY_ACCOUNT).getAllKeys(account));
        for (const id of ids) removeIn(drafts, works, String(id));
      }),
    expire: (since) =>
      transact("readwrite", async (drafts, works) => {
        const stored: Draft[] = await answerOf(drafts.getAll());
        const old = stored.filter(({ typedAt }) => typedAt <= since);
        for (const { id } of old) removeIn(drafts, works, id);
        return old.length < stored.length;
      }),
    claim: async (id) => (locks === undefined ? async () => {} : claimLock(locks, LOCK + id)),
    async claimed() {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
      return new Set(names);
    },
  };
}

/** A lock is held as long as a promise is pending. */
function claimLock(locks: LockManager, name: string): Promise<Unclaim | undefined> {
  return new Promise((resolve, reject) => {
    const ended = locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((end) =>
        resolve(() => {
          end();
          return ended;
        }),
      );
    });
    ended.catch(reject);
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = factory.open(DATABASE, VERSION);
    asked.onupgradeneeded = () => {
      const { result } = asked;
      for (const name of [...result.objectStoreNames]) result.deleteObjectStore(name);
      const drafts = result.createObjectStore(DRAFTS, { keyPath: "id" });
      drafts.createIndex(BY_ADDRESS, ["account", "address"]);
      drafts.createIndex(BY_ACCOUNT, "account");
      result.createObjectStore(WORKS, { keyPath: ["draft", "path"] });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

function answerOf<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** The keys of all works of a draft: lists are greater than texts. */
const worksOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

function workOf(path: string, pending: DraftField["pending"]): readonly (readonly [string, unknown])[] {
  return pending?.work === undefined ? [] : [[path, pending.work]];
}

function withoutWork(one: DraftField): DraftField {
  if (one.pending?.work === undefined) return one;
  const { work: _, ...pending } = one.pending;
  return { ...one, pending };
}

function withWorks(draft: Draft, works: readonly StoredWork[]): Draft {
  const fields = draft.fields.map((one) => {
    const found = works.find(({ path }) => path === one.path);
    return found === undefined ? one : { ...one, pending: { ...one.pending, work: found.work } };
  });
  return { ...draft, fields };
}
