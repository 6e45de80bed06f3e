/** What is stored under a key path. As in a browser, lists are greater than texts. */
type Key = string | number | readonly Key[];

interface Range {
  readonly lower: Key;
  readonly upper: Key;
}

interface StoredEntry {
  readonly key: Key;
  readonly value: Readonly<Record<string, unknown>>;
}

interface StoredTable {
  readonly keyPath: string | readonly string[];
  readonly indexes: Map<string, string | readonly string[]>;
  entries: readonly StoredEntry[];
}

/** The part of `IDBRequest` that is used. */
interface Request {
  result: unknown;
  error: unknown;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

/** The global that stands for ranges of keys. */
export const KEY_RANGE = { bound: (lower: Key, upper: Key): Range => ({ lower, upper }) };

/**
 * The database of a browser, in memory, as far as drafts use it: transactions one after the other, which end by themselves
 * once nothing more is asked of them. Each page opens it through a factory of its own.
 */
export function makeFakeDatabase(before: readonly string[] = []) {
  const tables = new Map<string, StoredTable>(before.map((name) => [name, table("id")]));
  let isMade = false;
  let last: Promise<unknown> = Promise.resolve();
  /** The names of the tables that were written to, in order. */
  const written: string[] = [];

  function page() {
    let failing = 0;
    let hasLeft = false;
    const connections: ReturnType<typeof connect>[] = [];

    function connect() {
      let isClosed = false;
      return {
        onclose: () => {},
        onversionchange: () => {},
        isClosed: () => isClosed,
        close: () => {
          isClosed = true;
        },
        get objectStoreNames() {
          return [...tables.keys()];
        },
        deleteObjectStore: (name: string) => void tables.delete(name),
        createObjectStore(name: string, { keyPath }: Pick<StoredTable, "keyPath">) {
          const made = table(keyPath);
          tables.set(name, made);
          return { createIndex: (index: string, path: string) => void made.indexes.set(index, path) };
        },
        transaction(names: readonly string[]) {
          if (isClosed) throw new DOMException("The connection is closed.", "InvalidStateError");
          return begin(names);
        },
      };
    }

    function begin(names: readonly string[]) {
      const asked: { readonly request: Request; readonly run: () => unknown }[] = [];
      const own = new Map<string, StoredTable>();
      const puts: string[] = [];
      let isAborted = false;
      let isCommitted = false;
      const transaction = {
        error: null,
        oncomplete: () => {},
        onabort: () => {},
        abort() {
          isAborted = true;
        },
        commit() {
          isCommitted = true;
        },
        objectStore: (name: string) =>
          storeOf(
            () => tableIn(name),
            ask,
            () => puts.push(name),
          ),
      };
      function ask(run: () => unknown): Request {
        const request: Request = { result: undefined, error: undefined };
        asked.push({ request, run });
        return request;
      }
      function tableIn(name: string): StoredTable {
        const found = own.get(name);
        if (found === undefined) throw new Error(`${name} is not part of ${names.join(", ")}.`);
        return found;
      }
      async function play(): Promise<void> {
        for (const name of names) {
          const found = tables.get(name);
          if (found !== undefined) own.set(name, { ...found });
        }
        for (await turn(); asked.length > 0 && !isAborted; await turn()) {
          if (hasLeft && !isCommitted) return;
          const { request, run } = asked.shift() ?? {};
          if (request === undefined || run === undefined) return;
          request.result = run();
          if (!hasLeft) request.onsuccess?.();
        }
        if (isAborted) {
          for (const { request } of asked) {
            request.error = new DOMException("Aborted.", "AbortError");
            request.onerror?.();
          }
          transaction.onabort();
          return;
        }
        for (const [name, now] of own) tables.set(name, now);
        written.push(...puts);
        if (!hasLeft) transaction.oncomplete();
      }
      last = last.then(play);
      return transaction;
    }

    const factory = {
      open(): Request {
        const request: Request = { result: undefined, error: undefined };
        void turn().then(() => {
          if (failing > 0) {
            failing -= 1;
            request.error = new DOMException("No database here.", "UnknownError");
            request.onerror?.();
            return;
          }
          const connection = connect();
          connections.push(connection);
          request.result = connection;
          if (!isMade) request.onupgradeneeded?.();
          isMade = true;
          request.onsuccess?.();
        });
        return request;
      },
    };
    return {
      factory: factory as unknown as IDBFactory,
      connections,
      failOnce: () => {
        failing = 1;
      },
      /** Nothing of the page runs any more. What it has committed is stored. */
      leave: () => {
        hasLeft = true;
      },
    };
  }
  return { page, tables, written };
}

/** As browsers do it: whatever follows an answer at once belongs to its transaction. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

const table = (keyPath: StoredTable["keyPath"]): StoredTable => ({
  keyPath,
  indexes: new Map(),
  entries: [],
});

function storeOf(now: () => StoredTable, ask: (run: () => unknown) => Request, onPut: () => void) {
  const found = (range?: Key | Range) =>
    now().entries.filter(({ key }) => range === undefined || isIn(key, range));
  const indexed = (index: string, wanted: Key) => {
    const path = now().indexes.get(index);
    if (path === undefined) throw new DOMException(`There is no index ${index}.`, "NotFoundError");
    return now().entries.filter(({ value }) => isIn(keyOf(value, path), wanted));
  };
  return {
    put(value: StoredEntry["value"]) {
      // Refuses what no browser could store.
      structuredClone(value);
      onPut();
      return ask(() => {
        const stored = now();
        const key = keyOf(value, stored.keyPath);
        const others = stored.entries.filter((one) => compare(one.key, key) !== 0);
        stored.entries = [...others, { key, value }].sort((a, b) => compare(a.key, b.key));
      });
    },
    delete: (range: Key | Range) =>
      ask(() => {
        const stored = now();
        stored.entries = stored.entries.filter(({ key }) => !isIn(key, range));
      }),
    getAll: (range?: Key | Range) => ask(() => found(range).map(({ value }) => value)),
    count: (range: Key | Range) => ask(() => found(range).length),
    index: (name: string) => ({
      getAll: (key: Key) => ask(() => indexed(name, key).map(({ value }) => value)),
      getAllKeys: (wanted: Key) => ask(() => indexed(name, wanted).map(({ key }) => key)),
    }),
  };
}

function keyOf(value: StoredEntry["value"], path: string | readonly string[]): Key {
  return typeof path === "string" ? (value[path] as Key) : path.map((one) => value[one] as Key);
}

function isIn(key: Key, range: Key | Range): boolean {
  if (typeof range !== "object" || !("lower" in range)) return compare(key, range) === 0;
  return compare(range.lower, key) <= 0 && compare(key, range.upper) <= 0;
}

function compare(one: Key, other: Key): number {
  if (typeof one === "object" && typeof other === "object") {
    const at = one.findIndex((part, index) => compare(part, other[index] ?? "") !== 0);
    const [mine, theirs] = [one[at], other[at]];
    return mine === undefined || theirs === undefined ? one.length - other.length : compare(mine, theirs);
  }
  if (typeof one === "object" || typeof other === "object") return typeof one === "object" ? 1 : -1;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The locks of an origin, shared by its pages. */
export function makeFakeLocks(): LockManager {
  const held = new Set<string>();
  return {
    async request(name: string, _: LockOptions, use: (lock: Lock | null) => unknown) {
      if (held.has(name)) return use(null);
      held.add(name);
      try {
        return await use({ name, mode: "exclusive" });
      } finally {
        await turn();
        held.delete(name);
      }
    },
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  } as unknown as LockManager;
}
