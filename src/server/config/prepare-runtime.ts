import { type LastGood, makeChecks, pickLastGood } from "../../compiler/last-good.ts";
import { placeProblem } from "../../compiler/report/place-problem.ts";
import { WHOLE_FILE } from "../../compiler/source/place.ts";
import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { Effects } from "../effects.ts";
import { inTurns } from "../in-turns.ts";
import type { Store } from "../store/store.ts";
import type { TableShape, Unconvertible } from "../store/table-shape.ts";
import type { Runtime } from "./runtime.ts";
import type { Files } from "./served-files.ts";
import { storedValueProblems } from "./stored-values.ts";

export interface PrepareRuntimeParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly registry: Registry;
  build(config: Config): Steps<Runtime>;
  /** The pictures beside the samples; undefined: it does not matter which there are. */
  readonly pictures?: ReadonlySet<string> | undefined;
}

/** Tables that the store refused. */
export interface Refusal {
  readonly tables: readonly TableShape[];
  readonly unconvertible: readonly Unconvertible[];
}

export interface PreparedRuntime extends LastGood {
  /** Of `config`, with the report of its files; undefined if nothing can be served. The store does not follow it yet. */
  readonly runtime: Runtime | undefined;
  /** As long as the store repeats them, the same files lead to the same runtime. */
  readonly refusals: readonly Refusal[];
}

/** What is to be served of the files on disk, over this store. */
export async function prepareRuntime(
  { store, effects, registry, build, pictures }: PrepareRuntimeParts,
  files: Files,
  lastGood: Files | undefined,
): Promise<PreparedRuntime> {
  const checks = makeChecks(registry, pictures);
  const refusals: Refusal[] = [];
  let refused: readonly Problem[] = [];
  for (;;) {
    const picked = await inTurns(pickLastGood({ files, lastGood, checks, refused }), effects);
    if (picked.config === undefined) return { ...picked, refusals, runtime: undefined };
    const config = withRejected(picked.config, picked.rejected);
    const runtime = await inTurns(build(config), effects);
    const { tables } = runtime;
    const unconvertible = await store.unconvertible(tables);
    if (unconvertible.length === 0) return { ...picked, refusals, runtime: runtime.withReport(picked) };
    refusals.push({ tables, unconvertible });
    const more = storedValueProblems(config, picked.files, unconvertible);
    refused = [...refused, ...more];
    // The last good version is refused too: there is no other.
    if (more.some(({ file }) => picked.files.get(file) !== files.get(file)))
      return { ...picked, refusals, config: undefined, problems: refused, runtime: undefined };
  }
}

function withRejected(config: Config, rejected: readonly string[]): Config {
  const ids = rejected.flatMap((path) => /^samples\/(.+)\.json$/.exec(path)?.[1] ?? []);
  const missing = ids.filter((id) => !config.samples.has(id));
  return missing.length === 0 ? config : { ...config, rejectedSamples: new Set(missing) };
}

/** Whether the store still refuses the same: its records may have been corrected. */
export async function stillRefused(store: Store, refusals: readonly Refusal[]): Promise<boolean> {
  for (const { tables, unconvertible } of refusals) {
    if (JSON.stringify(await store.unconvertible(tables)) !== JSON.stringify(unconvertible)) return false;
  }
  return true;
}

/** The problem that the files could not be served for a reason outside of them. */
export function notServed(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The files could not be taken over: ${why}.`;
  return placeProblem("NOT_SERVED", "app.json", WHOLE_FILE, { message }, () => undefined);
}
