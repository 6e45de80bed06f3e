import type { ConfigCalls } from "../../../src/admin/api/config-calls.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import type { Problem } from "../../../src/model/problem.ts";
import type { ConfigFile, DraftAnswer } from "../../../src/wire/config-editing.ts";

/** A config folder as the server serves it to the page: texts with versions, drafts checked by `check`. */
export function fakeConfig(texts: Readonly<Record<string, string>>) {
  const disk = new Map<string, { text: string; version: string }>();
  let versions = 0;
  const write = (path: string, text: string | null) => {
    versions += 1;
    if (text === null) disk.delete(path);
    else disk.set(path, { text, version: `v${versions}` });
  };
  for (const [path, text] of Object.entries(texts)) write(path, text);
  /** What is wrong with files as they are on disk. */
  const onDisk = new Map<string, readonly Problem[]>();
  /** Files of which another version is served. */
  const held = new Set<string>();
  const before = new Map<string, string | null>();
  const drafts: Readonly<Record<string, string | null>>[] = [];
  const fake = {
    disk,
    onDisk,
    held,
    write,
    before,
    /** What was sent to be checked, in order. */
    drafts,
    check: (files: Readonly<Record<string, string | null>>): DraftAnswer | Promise<DraftAnswer> => ({
      problems: [],
      brought: [],
      changes: Object.keys(files).map((file) => ({
        file,
        path: "",
        subject: [file],
        kind: "changed" as const,
        what: "label",
      })),
      more: 0,
      token: `draft ${drafts.length}`,
    }),
    /** Instead of writing. */
    onSave: undefined as undefined | (() => Promise<void>),
  };
  const guard = (path: string, version: string | null) => {
    if ((disk.get(path)?.version ?? null) !== version)
      throw new ApiFailure("answer", "Somebody changed it", { status: 409, code: "STALE" });
  };
  const calls: ConfigCalls = {
    async files() {
      const files = [...disk].map(
        ([path, { version }]): ConfigFile => ({
          path,
          state: held.has(path) ? "heldBack" : "served",
          problems: onDisk.get(path) ?? [],
          version,
          ...(before.has(path) ? { before: { savedAt: "2026-01-01T00:00:00.000Z", savedBy: "ada" } } : {}),
        }),
      );
      return { files, schemas: { app: {}, messages: {}, entity: {}, samples: {} }, writable: true };
    },
    async text(path) {
      const found = disk.get(path);
      if (found === undefined) throw new ApiFailure("answer", "Not here", { status: 404, code: "NOT_FOUND" });
      return { path, ...found };
    },
    async draft({ files }) {
      drafts.push(files);
      return fake.check(files);
    },
    async save({ files }) {
      await fake.onSave?.();
      for (const [path, { version }] of Object.entries(files)) guard(path, version);
      for (const [path, { text }] of Object.entries(files)) {
        before.set(path, disk.get(path)?.text ?? null);
        write(path, text);
      }
    },
    async giveBack({ path, version }) {
      guard(path, version);
      const text = before.get(path) ?? null;
      before.set(path, disk.get(path)?.text ?? null);
      write(path, text);
    },
  };
  return { ...fake, calls, set: (change: Partial<typeof fake>) => Object.assign(fake, change) };
}

/** A clock that goes by hand. */
export function handClock() {
  let waiting: (() => void) | undefined;
  return {
    after(_: number, run: () => void) {
      waiting = run;
      return () => {
        if (waiting === run) waiting = undefined;
      };
    },
    isWaiting: () => waiting !== undefined,
    pass() {
      const run = waiting;
      waiting = undefined;
      run?.();
    },
  };
}
