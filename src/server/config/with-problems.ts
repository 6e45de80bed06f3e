import { createHash } from "node:crypto";
import type { Settled } from "../../model/settle-config.ts";
import type { Runtime } from "../runtime.ts";

type Told = Pick<Settled, "problems" | "heldBack">;

/** The same runtime, telling this of its files. */
export function withProblems(runtime: Runtime, { problems, heldBack }: Told): Runtime {
  const { hash } = runtime.config;
  const told = { problems, heldBack };
  return { ...runtime, ...told, hash: problems.length === 0 ? hash : hashOf(hash, told) };
}

function hashOf(configHash: string, told: Told): string {
  const hash = createHash("sha256").update(configHash).update(JSON.stringify(told));
  return hash.digest("hex").slice(0, configHash.length);
}
