import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import { type Settled, settleConfig } from "../../model/settle-config.ts";
import type { Registry } from "../../plugin/registry.ts";
import { tableShape } from "../records/table-shape.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/store.ts";
import type { Files } from "./served-files.ts";
import { storedValueProblems } from "./stored-values.ts";
import { withProblems } from "./with-problems.ts";

export interface SettleRuntimeParts {
  readonly store: Store;
  readonly registry: Registry;
  build(config: Config): Runtime;
}

export interface SettledRuntime extends Settled {
  /** Of `config`, with what is told of its files; undefined where nothing can be served. The store is not made ready for it. */
  readonly runtime: Runtime | undefined;
}

/** What is to be served of the files on disk, over this store. */
export async function settleRuntime(
  { store, registry, build }: SettleRuntimeParts,
  files: Files,
  lastGood: Files | undefined,
): Promise<SettledRuntime> {
  let refused: readonly Problem[] = [];
  for (;;) {
    const settled = settleConfig({ files, lastGood, plugins: registry, refused });
    const { config } = settled;
    if (config === undefined) return { ...settled, runtime: undefined };
    const tables = [...config.entities.values()].map((entity) => tableShape(config, entity));
    const misfits = await store.misfits(tables);
    if (misfits.length === 0) return { ...settled, runtime: withProblems(build(config), settled) };
    const more = storedValueProblems(config, settled.files, misfits);
    refused = [...refused, ...more];
    // Where the version before is refused too, there is none to go back to.
    if (more.some(({ file }) => settled.files.get(file) !== files.get(file)))
      return { ...settled, config: undefined, problems: refused, runtime: undefined };
  }
}
