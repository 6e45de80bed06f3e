import { formatProblem } from "../../model/problem.ts";
import { bounded } from "../bounded.ts";
import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";
import { UnconvertibleError } from "../store/store-errors.ts";
import type { ConfigFolder, ConfigSource } from "./config-source.ts";
import { settleSaves } from "./noted-saves.ts";
import {
  notServed,
  type PreparedRuntime,
  prepareRuntime,
  type Refusal,
  stillRefused,
} from "./prepare-runtime.ts";
import type { Runtime, RuntimeHolder } from "./runtime.ts";
import { changedFiles, type Files, keepServed, sameFiles } from "./served-files.ts";

export interface FollowParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly holder: RuntimeHolder;
  readonly folder: Pick<ConfigFolder, "read" | "pictures">;
  /** The files that `holder.current` is made from. */
  readonly served: Files;
  /** Writes a line to the operator's log. */
  log(text: string): void;
}

/** Serves the config's files from now on, and their last good versions where they have problems. */
export function followConfig({ store, effects, holder, folder, log, ...parts }: FollowParts) {
  let { served } = parts;
  let seen: { readonly files: Files; readonly pictures: string } | undefined;
  let seenLater: readonly string[] = [];
  let refusals: readonly Refusal[] = [];
  let reported = new Set<string>();

  async function lookNow(): Promise<boolean> {
    try {
      const files = await folder.read();
      await settleSaves(store, files);
      const pictures = await folder.pictures();
      const names = JSON.stringify([...pictures]);
      const later = holder.current.registry.laterFolders?.() ?? [];
      for (const folder of later)
        if (!seenLater.includes(folder)) log(`plugins: ${folder} is new; restart the server to load it`);
      const isSame =
        sameFiles(seen?.files, files) && seen?.pictures === names && later.join() === seenLater.join();
      seenLater = later;
      // What the store refused may be accepted after its records were corrected, without another edit.
      if (isSame && (await stillRefused(store, refusals))) return true;
      refusals = await serve(files, pictures);
      seen = { files, pictures: names };
      return true;
    } catch (error) {
      seen = undefined;
      reportFailure(error);
      return false;
    }
  }

  async function serve(files: Files, pictures: ReadonlySet<string>): Promise<readonly Refusal[]> {
    const { registry, rebuild: build } = holder.current;
    for (let attempt = 1; ; attempt += 1) {
      const prepared = await prepareRuntime({ store, effects, registry, build, pictures }, files, served);
      try {
        await take(prepared);
        return prepared.refusals;
      } catch (error) {
        // A record was written since the store was asked.
        if (!(error instanceof UnconvertibleError) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async function take(prepared: PreparedRuntime): Promise<void> {
    const { runtime, files, problems } = prepared;
    const changed = changedFiles(served, files);
    if (runtime === undefined) {
      holder.current = holder.current.withReport({ problems, rejected: changed });
    } else if (changed.length === 0) {
      holder.current = holder.current.withReport(prepared);
    } else {
      await swap(runtime, prepared);
      served = files;
      for (const path of changed) if (!prepared.rejected.includes(path)) log(`config: ${path} served`);
    }
    report();
  }

  /** Requests that fail while only the store has changed wait for `swapping` and run again. */
  async function swap(runtime: Runtime, { files, rejected }: PreparedRuntime): Promise<void> {
    const { tables } = holder.current;
    const swapped = (async () => {
      try {
        await store.applyShapes(runtime.tables);
        await keepServed({ store, effects }, files, rejected);
      } catch (error) {
        // If the store cannot go back, the new runtime is served. The next look stores the files again.
        await store.applyShapes(tables).catch(() => {
          holder.current = runtime;
        });
        throw error;
      }
      holder.current = runtime;
    })();
    holder.swapping = swapped.catch(() => undefined);
    try {
      await swapped;
    } finally {
      holder.swapping = undefined;
    }
  }

  /** To be called once another runtime is served. Logs each problem once, as long as it lasts. */
  function report(): void {
    holder.onSwap?.();
    const { rejected, problems } = holder.current;
    const lines = [
      ...rejected.map((path) => `config: ${path} rejected, its last good version is served`),
      ...problems.map((problem) => `config: ${formatProblem(problem)}`),
    ];
    for (const line of lines) if (!reported.has(line)) log(line);
    reported = new Set(lines);
  }

  function reportFailure(error: unknown): void {
    const { problems, rejected } = holder.current;
    const others = problems.filter(({ code }) => code !== "NOT_SERVED");
    holder.current = holder.current.withReport({ problems: [...others, notServed(error)], rejected });
    report();
  }

  report();
  const inTurn = bounded(1);
  return {
    /**
     * Reads the files. Answers whether they are served, but for those with problems. Never rejects: a failure is reported as a
     * problem, and the next look tries again.
     */
    look: () => inTurn(lookNow),
    /** Runs work while there is no look. */
    betweenLooks: inTurn,
  };
}

export type Follower = ReturnType<typeof followConfig>;

const MAX_ATTEMPTS = 3;

/** The config's files with the follower that serves them. No look reads them while they are written. */
export function followedFolder(folder: ConfigFolder, { look, betweenLooks }: Follower): ConfigSource {
  return { ...folder, follow: look, write: (files) => betweenLooks(() => folder.write(files)) };
}
