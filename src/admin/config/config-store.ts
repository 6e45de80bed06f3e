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
  keptOver,
  NO_FILE,
  type OpenFile,
  openedFrom,
  toFix,
  versionIn,
  withDisk,
} from "./config-state.ts";

/** From the last key press until the server checks the edits. */
const DEBOUNCE_MS = 400;
/** Until it is asked again after a failure. */
const RETRY_MS = 3000;

/** Why nothing was saved: somebody changed a file meanwhile, or there are problems. */
type Refusal = "stale" | "problems";

/** The texts being edited and what the server says of them. Only `discard` loses what was typed. */
export interface ConfigStore extends Observable<ConfigState> {
  /** Reads what is on disk: at first, and whenever it may have changed. */
  refresh(): Promise<void>;
  /** Shows a file in the editor, once its text is loaded. */
  choose(path: string): Promise<void>;
  /** Loads a file's text without showing it. */
  load(path: string): Promise<void>;
  edit(path: string, text: string): void;
  /** Makes a file that does not exist yet. */
  create(path: string, text: string): void;
  /** The next save deletes the file. */
  remove(path: string): void;
  /** Returns to what is on disk, also where somebody else wrote it. */
  discard(path: string): void;
  /** The next save replaces what somebody else wrote. */
  keepMine(path: string): void;
  /** Saves all edits at once. `held`: they are served once a problem of another file is corrected. Rejects as the request does. */
  save(): Promise<"saved" | "held" | "nothing" | Refusal>;
  /** Puts back the text before the last save. Rejects as the request does. */
  giveBack(path: string): Promise<"saved" | "held" | Refusal>;
  /** Makes the draft again: the server has dropped it. */
  askAgain(): void;
  /** Stops asking the server. */
  end(): void;
}

interface ConfigStoreParts {
  readonly calls: ConfigCalls;
  /** Calls `run` once, later; answers how to cancel that. */
  after(milliseconds: number, run: () => void): () => void;
}

export function makeConfigStore({ calls, after }: ConfigStoreParts): ConfigStore {
  let cancel = () => {};
  /** Numbers the requests, so that a late answer does not replace a newer one. */
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

  /** Changes a file, if it is open. */
  function change(path: string, to: (file: OpenFile) => OpenFile | undefined): void {
    const file = state.get().open.get(path);
    if (file !== undefined) put(path, to(file));
  }

  /** Called after every change of an edit. */
  function checkSoon(): void {
    cancel();
    asked += 1;
    const isPending = edits(state.get()).size > 0;
    const nothing = { answer: undefined, checked: new Map(), token: undefined };
    set({ isPending, draftFailure: undefined, ...(isPending ? {} : nothing) });
    if (isPending) cancel = after(DEBOUNCE_MS, () => void ask());
  }

  async function ask(): Promise<void> {
    cancel();
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
      cancel = after(RETRY_MS, () => void ask());
    }
  }

  async function readDisk(path: string, files: ConfigFiles): Promise<DiskText> {
    return versionIn(files, path) === null ? NO_FILE : calls.text(path);
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

  /** Reads the list of files, and the texts of the open files that are named or whose version has changed. */
  async function read(named: ReadonlySet<string>): Promise<void> {
    const files = await calls.files();
    const changed = [...state.get().open.values()].filter(
      ({ path, disk, newer }) => named.has(path) || versionIn(files, path) !== (newer ?? disk).version,
    );
    const texts = await Promise.all(
      changed.map(async ({ path }) => [path, await readDisk(path, files)] as const),
    );
    // A file that is gone from disk but still listed stays open, which shows that it is gone.
    const listed = new Set(files.files.map(({ path }) => path));
    const gone = (path: string, disk: DiskText) => (listed.has(path) ? openedFrom(path, disk) : undefined);
    for (const [path, disk] of texts) change(path, (file) => withDisk(file, disk) ?? gone(path, disk));
    set({ files, failure: undefined });
    checkSoon();
  }

  /** Why a request to change files was refused, after reading them again; undefined where it was not. */
  async function refusalOf(request: Promise<void>): Promise<Refusal | undefined> {
    try {
      await request;
      return undefined;
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (code !== "STALE" && code !== "VALIDATION_ERROR") throw error;
      await read(new Set());
      return code === "STALE" ? "stale" : "problems";
    }
  }

  /** Whether another version of one of these files is served. */
  function isHeld(paths: { has(path: string): boolean }): boolean {
    return (
      state.get().files?.files.some((file) => paths.has(file.path) && file.state === "heldBack") === true
    );
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
      // Another file may have been chosen meanwhile.
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
      put(path, { ...(before ?? openedFrom(path, NO_FILE)), text });
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
        if (toFix(state.get()).length > 0) return "problems";
        const sent = edits(state.get());
        const files = Object.fromEntries(
          [...sent].map(([path, text]) => [path, { text, version: diskVersion(state.get(), path) }]),
        );
        const refusal = await refusalOf(calls.save({ files }));
        if (refusal !== undefined) return refusal;
        // What was typed meanwhile is an edit of what was sent.
        for (const [path, text] of sent)
          change(path, (file) => ({ ...file, disk: { text, version: file.disk.version } }));
        const { token } = state.get();
        await read(new Set(sent.keys()));
        if (isHeld(sent)) return "held";
        // The draft is what is served now: it is shown until the page has followed.
        if (edits(state.get()).size === 0) set({ token });
        return "saved";
      } finally {
        set({ isSaving: false });
      }
    },
    async giveBack(path) {
      const refusal = await refusalOf(calls.giveBack({ path, version: diskVersion(state.get(), path) }));
      if (refusal !== undefined) return refusal;
      await read(new Set([path]));
      return isHeld(new Set([path])) ? "held" : "saved";
    },
    askAgain: () => (edits(state.get()).size > 0 ? void ask() : checkSoon()),
    end() {
      cancel();
      asked += 1;
    },
  };
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** The page's store. It reads the files again whenever another config is served. */
export function useConfigStore(): readonly [ConfigStore, ConfigState] {
  const client = useClient();
  const { view } = useApp();
  const [store] = useState(() => makeConfigStore({ calls: makeConfigCalls(client), after }));
  const state = useObservable(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another config is a reason to read the files again
  useEffect(() => {
    void store.refresh();
  }, [store, view.hash]);
  useEffect(() => () => store.end(), [store]);
  return [store, state];
}
