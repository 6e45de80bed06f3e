import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from "jsonc-parser";
import { expect } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { makeChecks } from "../../../src/compiler/last-good.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { KnownPlugins } from "../../../src/model/plugin-manifest.ts";
import { formatProblem, type Problem, sameProblem } from "../../../src/model/problem.ts";
import { isObject, ownValue } from "../../../src/record/json.ts";
import { schemaPointer, segmentsOf, valueAt } from "../../../src/record/path.ts";

type Files = ReadonlyMap<string, string>;

/**
 * The files after somebody did what the problem's hint says, without thinking; undefined where it leaves something to decide.
 * `…` in a hint is a text of its own.
 */
export function applyHint(files: Files, problem: Problem): Files | undefined {
  const text = files.get(problem.file);
  if (text === undefined) return undefined;
  const root: unknown = tolerant(text);
  const at = path(problem.path, root);
  const edit = (change: (json: Json) => Json | undefined) => {
    const next = change({ text, root });
    return next && new Map(files).set(problem.file, next.text);
  };
  const [, key = "", written, list, file = ""] = ELSEWHERE.exec(problem.hint) ?? [];
  const other = files.get(file);
  if (other !== undefined) {
    const next = write({ text: other, root: tolerant(other) }, [list ?? "", key], written);
    return next && new Map(files).set(file, next.text);
  }
  for (const [form, apply] of FORMS) {
    const found = form.exec(problem.hint);
    const next = found && edit((json) => apply(json, at, found, problem));
    if (next) return next;
  }
  const { meant, found } = problem;
  if (meant === undefined) return undefined;
  return edit((json) => asMeant(json, at, meant, found));
}

/** Follows the hints of all problems, one by one; expects of each that its problem is gone. Answers how many there are, and could be followed. */
export function expectGone(
  files: Files,
  plugins: KnownPlugins,
  pictures?: ReadonlySet<string>,
): { readonly problems: number; readonly followed: number } {
  let followed = 0;
  // The files that a hint does not change are parsed once.
  const checks = makeChecks(plugins, pictures);
  const problemsOf = (checked: Files) => atOnce(checks.check(checked)).answer.problems;
  const problems = problemsOf(files);
  for (const problem of problems) {
    expectNoContradiction(problem);
    const next = applyHint(files, problem);
    if (next === undefined) continue;
    followed += 1;
    const left = problemsOf(next).filter(sameProblem([problem]));
    expect(left.map(formatProblem), `after: ${formatProblem(problem)}\n${next.get(problem.file)}`).toEqual(
      [],
    );
  }
  return { problems: problems.length, followed };
}

/** Follows hint after hint until there is no problem, or one that leaves something to decide. Answers those that are left. */
export function followHints(start: Files, plugins: KnownPlugins): readonly Problem[] {
  let files = start;
  for (let round = 0; ; round += 1) {
    const { problems } = checkConfig(files, plugins);
    for (const problem of problems) expectNoContradiction(problem);
    const next = problems.map((problem) => applyHint(files, problem)).find((one) => one !== undefined);
    if (next === undefined || round === MAX_ROUNDS) return problems;
    files = next;
  }
}

const MAX_ROUNDS = 12;

/** Nothing that was found wrong is what is proposed, and a proposal names what is there or what can be written. */
function expectNoContradiction(problem: Problem): void {
  const { found = "", meant, expected = "", hint } = problem;
  const text = formatProblem(problem);
  const name = found.replace(/^["{]|["}]$/g, "");
  if (meant !== undefined) expect(meant, text).not.toBe(name);
  expect(expected, text).not.toBe(found === "" ? undefined : found);
  if (found !== "") expect(hint, text).not.toBe(`Write ${found}.`);
  expect(hint, text).not.toMatch(/undefined|\[object|NaN/);
}

interface Json {
  readonly text: string;
  readonly root: unknown;
}

type Apply = (json: Json, at: JSONPath, found: RegExpExecArray, problem: Problem) => Json | undefined;

/** A key that is missing in another file. */
const ELSEWHERE = /^Add "(\w+)": (\{.*\}) to the "(\w+)" of ([\w/-]+\.json)\.$/;

/** The forms of hints that say exactly what to write. */
const FORMS: readonly (readonly [RegExp, Apply])[] = [
  [/^Write (.+), (?:without quotes|in quotes)\.$/, (json, at, [, value]) => write(json, at, value)],
  [/^Put it in brackets: \[ … \]\.$/, (json, at) => set(json, at, [valueIn(json, at)])],
  [/^Put it in brackets(?:, each .*)?: (\[.+\])\.$/, (json, at, [, value]) => write(json, at, value)],
  [/^Take it out of the brackets/, (json, at) => set(json, at, ownValue(valueIn(json, at), 0))],
  [/^Write the names of .*such as (\[.+\])\.$/, (json, at, [, value]) => write(json, at, value)],
  [/^Write a .*, such as ([[{].+[\]}])\.$/, (json, at, [, value]) => write(json, at, value)],
  [/^Write "(\w+)" in place of "(\w+)":/, (json, at, [, key = ""]) => rename(json, at, key)],
  [
    /^Write (".+": .+) in place of (".+")\.$/,
    (json, at, [, written = "", keys = ""]) => {
      const bare = [...keys.matchAll(/"(\w+)"/g)].reduce<Json | undefined>(
        (now, [, key = ""]) => now && set(now, [...at.slice(0, -1), key], undefined),
        json,
      );
      return bare && writeKeys(bare, at.slice(0, -1), written);
    },
  ],
  [/^Write "(\w+)", for example: letters/, (json, at, [, key = ""]) => rename(json, at, key)],
  [
    /^Write "fields": (\[.+\]) into the "reference" of "([\w.]+)"\.$/,
    (json, _at, [, list, field = ""]) =>
      write(json, [...segmentsOf(`/schema${schemaPointer(field)}`), "reference", "fields"], list),
  ],
  [
    /^Write "(\w+)" into the list "required" above/,
    (json, at, [, name]) => {
      const list = [...around(at.slice(0, -1)), "required"];
      const names = valueIn(json, list);
      if (!Array.isArray(names)) return undefined;
      const bare = set(json, at, undefined);
      return names.includes(name) ? bare : bare && set(bare, list, [...names, name]);
    },
  ],
  [
    /^Add "required": (\[.+\]) above.*and remove this\.$/,
    (json, at, [, value]) => {
      const bare = set(json, at, undefined);
      return bare && write(bare, [...around(at.slice(0, -1)), "required"], value);
    },
  ],
  [
    /^Remove it: "\w+" has|^Remove it: there|^Remove it[:.]|^It is given already/,
    (json, at) => set(json, at, undefined),
  ],
  // Of a column the place is its field.
  [
    /^Remove one of the two/,
    (json, at) => set(json, at.at(-1) === "field" ? at.slice(0, -1) : at, undefined),
  ],
  [
    /^Move it into the "properties" of ((?:"\w+"(?: › )?)+)\.$/,
    (json, at, [, of = ""]) => {
      const names = [...of.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
      const fields = names.includes("schema") ? [...names, "properties"] : [...at.slice(0, -1), "properties"];
      return move(json, at, [...fields, at.at(-1) ?? ""]);
    },
  ],
  [/^Move it out of "\w+", behind/, (json, at) => move(json, at, [...at.slice(0, -2), at.at(-1) ?? ""])],
  [
    /^Move it out of "properties", before it/,
    (json, at) => move(json, at, [...at.slice(0, -2), at.at(-1) ?? ""]),
  ],
  [
    /^Move (".+") into "when"\.$/,
    (json, at, [, keys = ""]) =>
      [...keys.matchAll(/"(\w+)"/g)].reduce<Json | undefined>((now, [, key = ""]) => {
        const from = [...at.slice(0, -1), key];
        return now && move(now, from, [...at.slice(0, -1), "when", key]);
      }, json),
  ],
  [
    /^Add "(\w+(?:\.\w+)*)": ([[{"].*|true|1)\.$/,
    (json, at, [, key = "", value]) => write(json, [...at, key], value),
  ],
  [/^Add "(\w[\w-]*)": "…" to its "label"\.$/, (json, at, [, key = ""]) => set(json, [...at, key], TEXT)],
  [/^Add "label": "…" to the (?:column|tab)\.$/, (json, at) => set(json, [...at, "label"], TEXT)],
  [
    /^Add "messages": \{ "(\w+)": "…" \} to the field\.$/,
    (json, _at, [, rule = ""], problem) => inField(json, problem, ["messages", rule]),
  ],
  [
    /^Add "(\w+)": "…" to the "messages" of the field\.$/,
    (json, _at, [, rule = ""], problem) => inField(json, problem, ["messages", rule]),
  ],
  [/^Remove the sentence, or add the rule/, (json, at) => set(json, at, undefined)],
  [
    /^Remove "(\w+)"(?:\.$|, or )/,
    (json, at, [, key]) => (at.at(-1) === key ? set(json, at, undefined) : undefined),
  ],
  [
    /^Write "(is|isNot|empty)": (true|false) or /,
    (json, at, [, key = "", value]) => {
      const bare = set(json, at, undefined);
      return bare && write(bare, [...at.slice(0, -1), key], value);
    },
  ],
  [/^Write one of ("[^"]*"|[^",.]+)/, (json, at, [, value], problem) => writeAt(json, at, value, problem)],
  [
    /^Write ("\w+": .+)\.$/,
    (json, at, [, written = ""]) =>
      writeKeys(json, isObject(valueIn(json, at)) ? at : at.slice(0, -1), written),
  ],
  [
    /^Write (less|more) than (-?[\d.]+)\.$/,
    (json, at, [, which, limit]) => set(json, at, Number(limit) + (which === "less" ? -1 : 1)),
  ],
  [/^Write (-?[\d.]+) or (?:more|less)\.$/, (json, at, [, value]) => write(json, at, value)],
  [
    /^Write ("[^"]*"|-?\d[\d.]*|true|false|[[{].*[\]}])\.$/,
    (json, at, [, value], problem) => writeAt(json, at, value, problem),
  ],
];

const TEXT = "Some words";

/** A field's own place, from the place of a rule of it or of its name in `required`. */
function inField(json: Json, { path: pointer }: Problem, rest: JSONPath): Json | undefined {
  const segments = segmentsOf(pointer);
  const list = segments.lastIndexOf("required");
  const isName = list !== -1 && list === segments.length - 2;
  if (isName) {
    const name = String(valueAt(json.root, segments));
    return set(json, [...path(segments.slice(0, list), json.root), "properties", name, ...rest], TEXT);
  }
  const at = ["conditions", "reference"].map((key) => segments.lastIndexOf(key)).find((one) => one > 0);
  const field = segments.slice(0, at ?? -1);
  return set(json, [...path(field, json.root), ...rest], TEXT);
}

/** The schema around a field: of `properties` and a name, or of `items`. */
function around(field: JSONPath): JSONPath {
  return field.at(-2) === "properties" ? field.slice(0, -2) : field.slice(0, -1);
}

function asMeant(json: Json, at: JSONPath, meant: string, found: string | undefined): Json | undefined {
  const name = found?.startsWith('"') ? String(JSON.parse(found)) : found?.replace(/^\{(.*)\}$/, "$1");
  const value = valueIn(json, at);
  if (at.at(-1) === name && value !== name) return rename(json, at, meant);
  if (typeof value === "string" && name !== undefined && value.includes(name))
    return set(json, at, value.split(name).join(meant));
  return value === undefined || isObject(value) || Array.isArray(value) ? undefined : set(json, at, meant);
}

function writeKeys(json: Json, object: JSONPath, written: string): Json | undefined {
  const keys = parsed(`{${written}}`);
  if (!isObject(keys)) return undefined;
  return Object.entries(keys).reduce<Json | undefined>(
    (now, [key, value]) => now && set(now, [...object, key], value),
    json,
  );
}

function write(json: Json, at: JSONPath, written: string | undefined): Json | undefined {
  const value = parsed(written ?? "");
  return value === undefined ? undefined : set(json, at, value);
}

/** The same where a problem of a key may stand: then that is written anew. */
function writeAt(json: Json, at: JSONPath, written = "", { found }: Problem): Json | undefined {
  const isKey = JSON.stringify(at.at(-1)) === found && JSON.stringify(valueIn(json, at)) !== found;
  return isKey ? rename(json, at, String(parsed(written))) : write(json, at, written);
}

/** undefined for what is not written out. */
function parsed(written: string): unknown {
  if (/[[{] … [\]}]|: …/.test(written)) return undefined;
  try {
    return JSON.parse(written.replaceAll("…", TEXT));
  } catch {
    return undefined;
  }
}

function move(json: Json, from: JSONPath, to: JSONPath): Json | undefined {
  const value = valueIn(json, from);
  const bare = set(json, from, undefined);
  return bare && set(bare, to, value);
}

function rename(json: Json, at: JSONPath, key: string): Json | undefined {
  return move(json, at, [...at.slice(0, -1), key]);
}

function set({ text }: Json, at: JSONPath, value: unknown): Json | undefined {
  const edits = modify(text, at, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  const next = applyEdits(text, edits);
  return next === text ? undefined : { text: next, root: tolerant(next) };
}

function valueIn({ root }: Json, at: JSONPath): unknown {
  return valueAt(root, at.map(String));
}

/** Indexes as numbers, which is how jsonc-parser tells lists from objects. */
function path(pointer: string | readonly string[], root: unknown): JSONPath {
  const segments = typeof pointer === "string" ? segmentsOf(pointer) : pointer;
  return segments.map((segment, index) =>
    Array.isArray(valueAt(root, segments.slice(0, index))) ? Number(segment) : segment,
  );
}

function tolerant(text: string): unknown {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, []);
  try {
    return JSON.parse(text);
  } catch {
    return node?.value;
  }
}
