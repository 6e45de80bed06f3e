import type { KnownPlugins } from "../model/plugin-manifest.ts";
import { type CheckedConfig, checkInSteps } from "./compile.ts";
import { parseJsonFile } from "./source/json-file.ts";
import type { Steps } from "./steps.ts";

/** Checks of configs that are much the same: no file is parsed twice, and no config checked again that was already. */
export interface ConfigChecks {
  check(files: ReadonlyMap<string, string>): Steps<CheckedConfig>;
}

/** Keeps all it was asked: for one piece of work, not for long. */
export function makeChecks(plugins: KnownPlugins): ConfigChecks {
  const parsed = new Map<string, Map<string, ReturnType<typeof parseJsonFile>>>();
  const parse: typeof parseJsonFile = (path, text) => {
    const versions = parsed.get(path) ?? new Map();
    parsed.set(path, versions);
    const file = versions.get(text) ?? parseJsonFile(path, text);
    versions.set(text, file);
    return file;
  };
  const checked: { readonly files: ReadonlyMap<string, string>; readonly answer: CheckedConfig }[] = [];
  return {
    *check(files) {
      const before = checked.find((one) => isSame(one.files, files));
      if (before !== undefined) return before.answer;
      const answer = yield* checkInSteps(files, plugins, parse);
      checked.push({ files, answer });
      return answer;
    },
  };
}

/** In the same order too: it is in the config's hash. */
function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  const others = [...b];
  return (
    a.size === b.size &&
    [...a].every(([path, text], at) => others[at]?.[0] === path && others[at]?.[1] === text)
  );
}
