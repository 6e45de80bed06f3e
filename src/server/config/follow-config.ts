import { formatProblem } from "../../model/problem.ts";
import type { Effects } from "../effects.ts";
import type { Runtime, RuntimeHolder } from "../runtime/runtime.ts";
import type { Store } from "../store/store.ts";
import { MisfitError } from "../store/store-errors.ts";
import type { ConfigFolder, ConfigSource } from "./config-source.ts";
import { changedFiles, type Files, keepServed, sameFiles } from "./served-files.ts";
import {
  notServed,
  type Refusal,
  type SettledRuntime,
  settleRuntime,
  stillRefused,
  withProblems,
} from "./settle-runtime.ts";

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
  /** Looks at the files now, after whatever look is under way. Never rejects: what goes wrong is told as a problem, and tried again at the next look. */
  look(): Promise<void>;
  /** Runs work after whatever look is under way, and before the next. */
  betweenLooks<T>(work: () => Promise<T>): Promise<T>;
}

export function followConfig({ store, effects, holder, folder, log, ...parts }: FollowParts): Follower {
  let { served } = parts;
  let seen: Files | undefined;
  let refusals: readonly Refusal[] = [];
  let told = new Set<string>();
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
      tellFailure(error);
    }
  }

  async function serve(files: Files): Promise<readonly Refusal[]> {
    const { registry, shapes, rebuild: build } = holder.current;
    for (let tries = 1; ; tries += 1) {
      const settled = await settleRuntime({ store, effects, registry, shapes, build }, files, served);
      try {
        await take(settled);
        return settled.refusals;
      } catch (error) {
        // A record that was written since the store was asked: it is asked again.
        if (!(error instanceof MisfitError) || tries === MOST_TRIES) throw error;
      }
    }
  }

  async function take(settled: SettledRuntime): Promise<void> {
    const { runtime, files, problems } = settled;
    const changed = changedFiles(served, files);
    if (runtime === undefined) {
      holder.current = withProblems(holder.current, { problems, rejected: changed });
    } else if (changed.length === 0) {
      holder.current = withProblems(holder.current, settled);
    } else {
      await swap(runtime, files);
      served = files;
      for (const path of changed) log(`config: ${path} served`);
    }
    tell();
  }

  /** Whoever fails between the store's step and the runtime's waits for `swapping` and tries again. */
  async function swap(runtime: Runtime, files: Files): Promise<void> {
    const { tables } = holder.current;
    const swapped = (async () => {
      try {
        await store.prepare(runtime.tables);
        await keepServed(store, files);
      } catch (error) {
        // Where the store can no longer go back, what is served goes with it; keeping the files is tried again.
        await store.prepare(tables).catch(() => {
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
  function tell(): void {
    const { rejected, problems } = holder.current;
    const lines = [
      ...rejected.map((path) => `config: ${path} held back`),
      ...problems.map((problem) => `config: ${formatProblem(problem)}`),
    ];
    for (const line of lines) if (!told.has(line)) log(line);
    told = new Set(lines);
  }

  function tellFailure(error: unknown): void {
    const { problems, rejected } = holder.current;
    const others = problems.filter(({ code }) => code !== "NOT_SERVED");
    holder.current = withProblems(holder.current, { problems: [...others, notServed(error)], rejected });
    tell();
  }

  tell();
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

const MOST_TRIES = 3;

/** A folder's files and who serves what they say: no look sees half of what is written. */
export function followedFolder(folder: ConfigFolder, { look, betweenLooks }: Follower): ConfigSource {
  return { ...folder, follow: look, write: (files) => betweenLooks(() => folder.write(files)) };
}
