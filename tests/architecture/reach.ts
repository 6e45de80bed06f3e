import { existsSync } from "node:fs";
import { readSource, type Source } from "./sources.ts";

/** Modules that modules need at run time, themselves first; what is `left` out is not followed. */
export function reach(start: readonly string[], left: readonly string[] = []): Map<string, Source> {
  const reached = new Map<string, Source>();
  const waiting = [...start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || left.includes(path) || !/\.tsx?$/.test(path) || !existsSync(path)) continue;
    const source = readSource(path);
    reached.set(path, source);
    for (const { file, from, typeOnly } of source.imports) {
      if (typeOnly) continue;
      if (from === "admin") waiting.push("src/index.ts");
      else if (file !== undefined) waiting.push(file);
    }
  }
  return reached;
}
