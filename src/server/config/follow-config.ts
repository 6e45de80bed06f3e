import { formatProblem } from "../../model/problem.ts";
import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";
import { UnconvertibleError } from "../store/store-errors.ts";
import type { ConfigFolder, ConfigSource } from "./config-source.ts";
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
  readonly folder: Pick<ConfigFolder, "read">;
  /** The files that `holder.current` is made from. */
  readonly served: Files;
  /** Lines for whoever runs the server. */
  log(text: string): void;
}

/** Serves what the config's files say from now on, as far as it holds. */
export interface Follower {
  /** Looks at the files now, after whatever look is under way. Never rejects: what goes wrong is reported as a problem, and tried again at the next look. */
  look(): Promise<void>;
  /** Runs work after whatever look is under way, and before the next. */
  betweenLooks<T>(work: () => Promise<T>): Promise<T>;
}

export function followConfig({ store, effects, holder, folder, log, ...parts }: FollowParts): Follower {
  let { served } = parts;
  let seen: Files | undefined;
  let refusals: readonly Refusal[] = [];
  let reported = new Set<string>();
  let turn = Promise.resolve();

  async function lookNow(): Promise<void> {
    try {
      const files = await folder.read();
      // What the store refuses may hold as soon as its records are corrected, without another edit.
      if (sameFiles(seen, files) && (await stillRefused(store, refusals))) return;
      refusals = await serve(files);
      seen = files;
    } catch (error) {
      seen = undefined;
      reportFailure(error);
    }
  }

  async function serve(files: Files): Promise<readonly Refusal[]> {
    const { registry, shapes, rebuild: build } = holder.current;
    for (let attempt = 1; ; attempt += 1) {
      const prepared = await prepareRuntime({ store, effects, registry, shapes, build }, files, served);
      try {
        await take(prepared);
        return prepared.refusals;
      } catch (error) {
        // A record that was written since the store was asked: it is asked again.
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
      await swap(runtime, files);
      served = files;
      for (const path of changed) log(`config: ${path} served`);
    }
    report();
  }

  /** Whoever fails between the store's step and the runtime's waits for `swapping` and tries again. */
  async function swap(runtime: Runtime, files: Files): Promise<void> {
    const { tables } = holder.current;
    const swapped = (async () => {
      try {
        await store.applyShapes(runtime.tables);
        await keepServed(store, files, served);
      } catch (error) {
        // Where the store can no longer go back, what is served goes with it; keeping the files is tried again.
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

  /** What stands against the files, each once for as long as it does. */
  function report(): void {
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
  return {
    betweenLooks(work) {
      const done = turn.then(work);
      turn = done.then(
        () => undefined,
        () => undefined,
      );
      return done;
    },
    look() {
      turn = turn.then(lookNow);
      return turn;
    },
  };
}

const MAX_ATTEMPTS = 3;

/** A folder's files and who serves what they say: no look sees half of what is written. */
export function followedFolder(folder: ConfigFolder, { look, betweenLooks }: Follower): ConfigSource {
  return { ...folder, follow: look, write: (files) => betweenLooks(() => folder.write(files)) };
}
