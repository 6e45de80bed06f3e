import { readServed } from "../served-files.ts";
import { type SettledRuntime, settleRuntime } from "../settle-runtime.ts";
import type { Editing } from "./editing.ts";

/** What would be served if the config's files were these. Nothing is stored or served of it. */
export async function settleTexts(
  { store, effects, holder }: Editing,
  files: ReadonlyMap<string, string>,
): Promise<SettledRuntime> {
  const { registry, rebuild } = holder.current;
  return settleRuntime({ store, effects, registry, build: rebuild }, files, await readServed(store));
}
