import { createHash } from "node:crypto";
import { type LastGood, makeChecks, pickLastGood } from "../../compiler/last-good.ts";
import { placeProblem } from "../../compiler/report/place-problem.ts";
import { WHOLE_FILE } from "../../compiler/source/place.ts";
import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { Effects } from "../effects.ts";
import { inTurns } from "../in-turns.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Misfit, Store, TableShape } from "../store/store.ts";
import type { Files } from "./served-files.ts";
import { storedValueProblems } from "./stored-values.ts";

export interface SettleRuntimeParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly registry: Registry;
  shapes(config: Config): Steps<readonly TableShape[]>;
  build(config: Config): Steps<Runtime>;
}

/** What the store said when it was asked for tables. */
export interface Refusal {
  readonly tables: readonly TableShape[];
  readonly misfits: readonly Misfit[];
}

export interface SettledRuntime extends LastGood {
  /** Of `config`, with what is told of its files; undefined where nothing can be served. The store is not made ready for it. */
  readonly runtime: Runtime | undefined;
  /** As long as they stand, the same files settle to the same. */
  readonly refusals: readonly Refusal[];
}

/** What is to be served of the files on disk, over this store. */
export async function settleRuntime(
  { store, effects, registry, shapes, build }: SettleRuntimeParts,
  files: Files,
  lastGood: Files | undefined,
): Promise<SettledRuntime> {
  const checks = makeChecks(registry);
  const refusals: Refusal[] = [];
  let refused: readonly Problem[] = [];
  for (;;) {
    const settled = await inTurns(pickLastGood({ files, lastGood, checks, refused }), effects);
    const { config } = settled;
    if (config === undefined) return { ...settled, refusals, runtime: undefined };
    const tables = await inTurns(shapes(config), effects);
    const misfits = await store.misfits(tables);
    if (misfits.length === 0) {
      const runtime = withProblems(await inTurns(build(config), effects), settled);
      return { ...settled, refusals, runtime };
    }
    refusals.push({ tables, misfits });
    const more = storedValueProblems(config, settled.files, misfits);
    refused = [...refused, ...more];
    // Where the version before is refused too, there is none to go back to.
    if (more.some(({ file }) => settled.files.get(file) !== files.get(file)))
      return { ...settled, refusals, config: undefined, problems: refused, runtime: undefined };
  }
}

/** Whether the store would still say the same: its records may have been corrected since. */
export async function stillRefused(store: Store, refusals: readonly Refusal[]): Promise<boolean> {
  for (const { tables, misfits } of refusals) {
    if (JSON.stringify(await store.misfits(tables)) !== JSON.stringify(misfits)) return false;
  }
  return true;
}

/** That the files could not be taken over, for a reason that is none of theirs. */
export function notServed(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The files could not be taken over: ${why}.`;
  return placeProblem("NOT_SERVED", "app.json", WHOLE_FILE, { message }, () => undefined);
}

type Told = Pick<LastGood, "problems" | "rejected">;

/** The same runtime, telling this of its files. */
export function withProblems(runtime: Runtime, { problems, rejected }: Told): Runtime {
  const { hash } = runtime.config;
  const told = { problems, rejected };
  return { ...runtime, ...told, hash: problems.length === 0 ? hash : hashOf(hash, told) };
}

function hashOf(configHash: string, told: Told): string {
  const hash = createHash("sha256").update(configHash).update(JSON.stringify(told));
  return hash.digest("hex").slice(0, configHash.length);
}
