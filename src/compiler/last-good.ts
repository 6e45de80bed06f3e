import type { Config } from "../model/config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import { byPlace, type Problem } from "../model/problem.ts";
import { type CheckedConfig, checkInSteps } from "./compile.ts";
import { explainRemovals } from "./report/removed-files.ts";
import { parseJsonFile } from "./source/json-file.ts";
import type { Steps } from "./steps.ts";

interface LastGoodParts {
  /** As on disk. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that were served last, which together had no problem; undefined if none ever were. */
  readonly lastGood: ReadonlyMap<string, string> | undefined;
  readonly checks: ConfigChecks;
  /** Problems that the store has with the files on disk. */
  readonly refused?: readonly Problem[];
}

/** The files to serve: of those on disk as many as have no problem together, of the others the last good version. */
export interface LastGood {
  /** undefined if the files on disk have problems, and the last good ones too, or there are none. */
  readonly config: Config | undefined;
  /** The files that `config` is made from; without one, those on disk. */
  readonly files: ReadonlyMap<string, string>;
  /** Of the files on disk. */
  readonly problems: readonly Problem[];
  /** Files of which another version than that on disk is served; also those new or removed on disk, if that is not served. */
  readonly rejected: readonly string[];
}

/**
 * Picks a version of each file, so that all of them together have no problem: the version on disk, else the last good one.
 * A file with problems is rejected; if a problem shows in a file that did not change, the changed file that causes it is.
 * Samples whose last good version has problems with the rest are left out.
 *
 * First, every file with a problem steps down to its version before, until there is no problem. Then files that stepped
 * down for the mistake of another step up again.
 */
export function* pickLastGood({ files, lastGood, checks, refused = [] }: LastGoodParts): Steps<LastGood> {
  const { answer: onDisk } = yield* checks.check(files);
  const isRemoved = (file: string) => lastGood?.has(file) === true;
  const problems = [...explainRemovals(onDisk.problems, isRemoved), ...refused].sort(byPlace);
  if (onDisk.config !== undefined && refused.length === 0)
    return { config: onDisk.config, files, problems, rejected: [] };
  const nothing: LastGood = { config: undefined, files, problems, rejected: [] };
  if (lastGood === undefined) return nothing;

  const versions = versionsOf(files, lastGood);
  const highest: Down = new Map(refused.map(({ file }) => [file, 1]));
  for (const path of highest.keys()) if ((versions.get(path)?.length ?? 0) < 2) return nothing;
  const trials = makeTrials(versions, checks);
  const low = yield* stepDown(trials, versions, highest);
  if (low?.answer.config === undefined) return nothing;
  const { answer, files: served } = yield* stepUp(trials, low, highest);
  const rejected = [...versions.keys()].filter((path) => served.get(path) !== files.get(path));
  return { config: answer.config, files: served, problems, rejected };
}

/** The versions of each file, best first; undefined: the file does not exist. */
type Versions = ReadonlyMap<string, readonly (string | undefined)[]>;
/** How many versions a file has stepped down; 0 if it is not in the map. */
type Down = ReadonlyMap<string, number>;

interface Trial extends CheckedConfig {
  readonly steps: Down;
  readonly files: ReadonlyMap<string, string>;
}

function versionsOf(files: ReadonlyMap<string, string>, lastGood: ReadonlyMap<string, string>): Versions {
  const paths = [...new Set([...files.keys(), ...lastGood.keys()])].sort(inFolderOrder);
  return new Map(
    paths.map((path) => {
      const all = [files.get(path), lastGood.get(path), ...(isSamples(path) ? [undefined] : [])];
      return [path, all.filter((text, index) => index === 0 || text !== all[index - 1])];
    }),
  );
}

/** The order of `readFolder`, of paths that differ: files of the config folder first, then those of the folders in it. */
function inFolderOrder(a: string, b: string): number {
  const depth = Number(a.includes("/")) - Number(b.includes("/"));
  return depth || (a < b ? -1 : 1);
}

function isSamples(path: string): boolean {
  return path.startsWith("samples/");
}

/** How many combinations of versions are checked while the server waits: these, or as many as have so many files together. */
const MIN_CHECKS = 8;
const CHECKED_FILES = 400;

/** Checks of combinations of versions, none of them twice. */
interface Trials {
  /** How many more checks there should be. `try` does not refuse further ones. */
  left(): number;
  try(steps: Down): Steps<Trial>;
  /** Whether no file has a version that is known to be wrong by itself. */
  mayBeGood(steps: Down): boolean;
}

function makeTrials(versions: Versions, checks: ConfigChecks): Trials {
  const known = new Map<string, Trial>();
  const wrongAlone = new Set<string>();
  const versionKey = (path: string, steps: Down) => `${steps.get(path) ?? 0} ${path}`;
  const most = Math.max(MIN_CHECKS, Math.ceil(CHECKED_FILES / versions.size));
  return {
    left: () => most - known.size,
    *try(steps) {
      const key = [...versions.keys()].map((path) => steps.get(path) ?? 0).join();
      const trial = known.get(key) ?? (yield* makeTrial(versions, steps, checks));
      known.set(key, trial);
      for (const path of trial.wrongAlone) wrongAlone.add(versionKey(path, steps));
      return trial;
    },
    mayBeGood: (steps) => ![...versions.keys()].some((path) => wrongAlone.has(versionKey(path, steps))),
  };
}

function* makeTrial(versions: Versions, steps: Down, checks: ConfigChecks): Steps<Trial> {
  const files = new Map<string, string>();
  for (const [path, texts] of versions) {
    const text = texts[steps.get(path) ?? 0];
    if (text !== undefined) files.set(path, text);
  }
  return { steps, files, ...(yield* checks.check(files)) };
}

/** The first combination without problems on the way down; undefined if there is none. */
function* stepDown(trials: Trials, versions: Versions, highest: Down): Steps<Trial | undefined> {
  const canStep = (path: string, steps: Down) =>
    (steps.get(path) ?? 0) < (versions.get(path)?.length ?? 1) - 1;
  let trial = yield* trials.try(highest);
  while (trial.answer.config === undefined) {
    const { steps, answer } = trial;
    const blamed = new Set(answer.problems.map(({ file }) => file).filter((path) => canStep(path, steps)));
    const others = [...versions.keys()].filter((path) => !isSamples(path) && canStep(path, steps));
    const stepping = trials.left() <= 0 ? new Set([...blamed, ...others]) : blamed;
    if (stepping.size > 0) trial = yield* trials.try(stepped(steps, stepping));
    else if (others.length > 0) trial = yield* withoutCause(trials, trial, others);
    else return undefined;
  }
  return trial;
}

/** Steps down the file whose change causes the most problems; all of them if no single one is the cause. */
function* withoutCause(trials: Trials, trial: Trial, changed: readonly string[]): Steps<Trial> {
  let best = trial;
  for (const path of trials.left() < changed.length ? [] : changed) {
    const next = yield* trials.try(stepped(trial.steps, [path]));
    if (next.answer.problems.length < best.answer.problems.length) best = next;
    if (next.answer.config !== undefined) break;
  }
  return best === trial ? yield* trials.try(stepped(trial.steps, changed)) : best;
}

/** Steps files up again if no problem follows: one at a time, else all but one, since files that changed together may need each other. */
function* stepUp(trials: Trials, low: Trial, highest: Down): Steps<Trial> {
  let best = low;
  for (let before: Trial | undefined; before !== best; ) {
    before = best;
    for (const [path, step] of best.steps) {
      for (let higher = highest.get(path) ?? 0; higher < step; higher += 1) {
        if (trials.left() <= 0) return best;
        const raised = new Map([...best.steps, [path, higher]]);
        if (!trials.mayBeGood(raised)) continue;
        const next = yield* trials.try(raised);
        if (next.answer.config === undefined) continue;
        best = next;
        break;
      }
    }
    for (const [path, step] of before === best ? best.steps : []) {
      if (trials.left() <= 0) return best;
      const others = new Map([...highest, [path, step]]);
      if (!trials.mayBeGood(others)) continue;
      const next = yield* trials.try(others);
      if (next.answer.config !== undefined) return next;
    }
  }
  return best;
}

function stepped(steps: Down, paths: Iterable<string>): Down {
  const next = new Map(steps);
  for (const path of paths) next.set(path, (steps.get(path) ?? 0) + 1);
  return next;
}

/** Checks of similar configs: no file is parsed twice, and no config checked twice. */
interface ConfigChecks {
  check(files: ReadonlyMap<string, string>): Steps<CheckedConfig>;
}

/** It keeps all files and answers: for one task, not for long. `pictures`: as `checkConfig` takes them. */
export function makeChecks(plugins: KnownPlugins, pictures?: ReadonlySet<string>): ConfigChecks {
  const parsed = new Map<string, ReturnType<typeof parseJsonFile>>();
  const parse: typeof parseJsonFile = (path, text) => {
    const key = `${path}\0${text}`;
    const file = parsed.get(key) ?? parseJsonFile(path, text);
    parsed.set(key, file);
    return file;
  };
  const checked: { readonly files: ReadonlyMap<string, string>; readonly answer: CheckedConfig }[] = [];
  return {
    *check(files) {
      const known = checked.find((one) => isSame(one.files, files));
      if (known !== undefined) return known.answer;
      const answer = yield* checkInSteps(files, plugins, pictures, parse);
      checked.push({ files, answer });
      return answer;
    },
  };
}

/** The order counts too: that of the entities is the config's. */
function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  const [ones, others] = [[...a].flat(), [...b].flat()];
  return ones.length === others.length && ones.every((one, index) => one === others[index]);
}
