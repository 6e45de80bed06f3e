import { useEffect, useState } from "react";
import type { ConfigFiles } from "../../wire/config-editing.ts";
import { type ConfigCalls, makeConfigCalls } from "../api/config-calls.ts";
import { ApiFailure } from "../api/failure.ts";
import { makeObservable, type Observable, useObservable } from "../api/observable.ts";
import { useApp } from "../services/app-context.tsx";
import { useClient } from "../services/services.ts";
import {
  type ConfigState,
  conflicts,
  type DiskText,
  diskVersion,
  edits,
  isHindered,
  keptOver,
  type OpenFile,
  openedFrom,
  withDisk,
} from "./config-state.ts";

/** From the last key press until the server is asked what saving would change. */
const DEBOUNCE_MS = 400;
/** Until it is asked again after that failed. */
const RETRY_MS = 3000;

/** `saved`, or why not: `stale` when somebody changed a file meanwhile, `problems` when there are some. */
export type SaveOutcome = "saved" | "stale" | "problems" | "nothing";

/** The texts being edited and what the server says of them. Nothing typed is lost but by `discard`. */
export interface ConfigStore extends Observable<ConfigState> {
  /** Reads what is on disk: at first, and whenever something may have changed it. */
  refresh(): Promise<void>;
  /** Puts a file into the editor, once its text is there. */
  choose(path: string): Promise<void>;
  /** Reads a file's text without showing it. */
  load(path: string): Promise<void>;
  edit(path: string, text: string): void;
  /** A file that there is not yet. */
  create(path: string, text: string): void;
  /** The file goes with the next save. */
  remove(path: string): void;
  /** Back to what is on disk, also where somebody else put it there. */
  discard(path: string): void;
  /** The next save replaces what somebody else wrote. */
  keepMine(path: string): void;
  /** Saves all edits at once. Rejects as the request does. */
  save(): Promise<SaveOutcome>;
  /** Puts back the text before the last save. Rejects as the request does. */
  giveBack(path: string): Promise<"returned" | "stale" | "problems">;
  /** The draft is not kept any more: asks anew. */
  askAgain(): void;
  /** Stops asking. */
  end(): void;
}

export interface ConfigStoreParts {
  readonly calls: ConfigCalls;
  /** Calls once, later; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export function makeConfigStore({ calls, after }: ConfigStoreParts): ConfigStore {
  let callOff = () => {};
  /** Numbers what is asked, so that a late answer is not taken for the newest. */
  let asked = 0;
  let chosen: string | undefined;
  const state = makeObservable<ConfigState>({
    files: undefined,
    failure: undefined,
    open: new Map(),
    current: undefined,
    answer: undefined,
    checked: new Map(),
    isPending: false,
    draftFailure: undefined,
    token: undefined,
    isSaving: false,
  });

  function set(change: Partial<ConfigState>): void {
    state.set({ ...state.get(), ...change });
  }

  function put(path: string, file: OpenFile | undefined): void {
    const open = new Map(state.get().open);
    if (file === undefined) open.delete(path);
    else open.set(path, file);
    const gone = file === undefined && state.get().current === path;
    set({ open, ...(gone ? { current: undefined } : {}) });
  }

  /** Changes a file that is open by its newest state. */
  function change(path: string, to: (file: OpenFile) => OpenFile | undefined): void {
    const file = state.get().open.get(path);
    if (file !== undefined) put(path, to(file));
  }

  /** After every change of an edit. */
  function checkSoon(): void {
    callOff();
    asked += 1;
    const isPending = edits(state.get()).size > 0;
    const nothing = { answer: undefined, checked: new Map(), token: undefined };
    set({ isPending, draftFailure: undefined, ...(isPending ? {} : nothing) });
    if (isPending) callOff = after(DEBOUNCE_MS, () => void ask());
  }

  async function ask(): Promise<void> {
    callOff();
    asked += 1;
    const own = asked;
    const checked = edits(state.get());
    try {
      const answer = await calls.draft({ files: Object.fromEntries(checked) });
      if (own !== asked) return;
      const token = answer.token ?? state.get().token;
      set({ answer, checked, token, isPending: false, draftFailure: undefined });
    } catch (draftFailure) {
      if (own !== asked) return;
      set({ draftFailure });
      callOff = after(RETRY_MS, () => void ask());
    }
  }

  async function readDisk(path: string, files: ConfigFiles): Promise<DiskText> {
    const version = files.files.find((one) => one.path === path)?.version ?? null;
    if (version === null) return { text: null, version };
    const { text, version: read } = await calls.text(path);
    return { text, version: read };
  }

  async function load(path: string): Promise<void> {
    if (state.get().open.has(path)) return;
    try {
      const disk = await readDisk(path, state.get().files ?? (await calls.files()));
      if (!state.get().open.has(path)) put(path, openedFrom(path, disk));
    } catch (failure) {
      set({ failure });
    }
  }

  /** Reads the files anew, and the texts of those open whose version is another, or that are named. */
  async function read(named: ReadonlySet<string>): Promise<void> {
    const files = await calls.files();
    const changed = [...state.get().open.values()].filter(({ path, disk, newer }) => {
      const version = files.files.find((one) => one.path === path)?.version ?? null;
      return named.has(path) || version !== (newer ?? disk).version;
    });
    const texts = await Promise.all(
      changed.map(async ({ path }) => [path, await readDisk(path, files)] as const),
    );
    // One that is gone from disk but listed stays open, to say so.
    const listed = new Set(files.files.map(({ path }) => path));
    const gone = (path: string, disk: DiskText) => (listed.has(path) ? openedFrom(path, disk) : undefined);
    for (const [path, disk] of texts) change(path, (file) => withDisk(file, disk) ?? gone(path, disk));
    set({ files, failure: undefined });
    checkSoon();
  }

  /** Whether the request was refused for what it would make of the config; everything is read anew then. */
  async function refusal(error: unknown): Promise<"stale" | "problems"> {
    const code = error instanceof ApiFailure ? error.code : undefined;
    if (code !== "STALE" && code !== "VALIDATION_ERROR") throw error;
    await read(new Set());
    return code === "STALE" ? "stale" : "problems";
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async refresh() {
      try {
        await read(new Set());
      } catch (failure) {
        set({ failure });
      }
    },
    async choose(path) {
      chosen = path;
      await load(path);
      // Whoever chose another meanwhile gets that.
      if (chosen === path && state.get().open.has(path)) set({ current: path });
    },
    load,
    edit(path, text) {
      if (state.get().open.get(path)?.text === text) return;
      change(path, (file) => ({ ...file, text }));
      checkSoon();
    },
    create(path, text) {
      chosen = path;
      const before = state.get().open.get(path);
      put(path, { ...(before ?? openedFrom(path, { text: null, version: null })), text });
      set({ current: path });
      checkSoon();
    },
    remove(path) {
      change(path, (file) => (file.disk.text === null ? undefined : { ...file, text: null }));
      checkSoon();
    },
    discard(path) {
      change(path, ({ disk, newer }) => withDisk(openedFrom(path, disk), newer ?? disk));
      checkSoon();
    },
    keepMine(path) {
      change(path, keptOver);
      checkSoon();
    },
    async save() {
      if (state.get().isSaving || edits(state.get()).size === 0) return "nothing";
      set({ isSaving: true });
      try {
        if (state.get().isPending) await ask();
        if (state.get().draftFailure !== undefined) throw state.get().draftFailure;
        if (conflicts(state.get()).length > 0) return "stale";
        if (isHindered(state.get())) return "problems";
        const sent = edits(state.get());
        const files = Object.fromEntries(
          [...sent].map(([path, text]) => [path, { text, version: diskVersion(state.get(), path) }]),
        );
        try {
          await calls.save({ files });
        } catch (error) {
          return await refusal(error);
        }
        // What is typed meanwhile is edited on top of what was sent.
        for (const [path, text] of sent)
          change(path, (file) => ({ ...file, disk: { text, version: file.disk.version } }));
        const { token } = state.get();
        await read(new Set(sent.keys()));
        // What was looked at is what is served now: it stands until the page has followed.
        if (edits(state.get()).size === 0) set({ token });
        return "saved";
      } finally {
        set({ isSaving: false });
      }
    },
    async giveBack(path) {
      try {
        await calls.giveBack({ path, version: diskVersion(state.get(), path) });
      } catch (error) {
        return refusal(error);
      }
      await read(new Set([path]));
      return "returned";
    },
    askAgain: () => (edits(state.get()).size > 0 ? void ask() : checkSoon()),
    end() {
      callOff();
      asked += 1;
    },
  };
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** The page's store: made with the page, and reading the files anew whenever the config that is served changes. */
export function useConfigStore(): readonly [ConfigStore, ConfigState] {
  const client = useClient();
  const { view } = useApp();
  const [store] = useState(() => makeConfigStore({ calls: makeConfigCalls(client), after }));
  const state = useObservable(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the config is another look
  useEffect(() => {
    void store.refresh();
  }, [store, view.hash]);
  useEffect(() => () => store.end(), [store]);
  return [store, state];
}
