import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A file of code with what it imports and the texts in it. */
export interface Source {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As written: `./x.ts`, `react`. */
  readonly from: string;
  /** Path from the project's root, for what is not a package. */
  readonly file: string | undefined;
  /** Only types: nothing is left of it at run time. */
  readonly typeOnly: boolean;
}

const CODE = /\.(ts|tsx|mjs)$/;

/** Every file of code below a folder. */
export function sourcesBelow(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => readSource(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  return { path, text, imports: importsOf(path, withoutComments(text)) };
}

function importsOf(path: string, code: string): Import[] {
  const found: Import[] = [];
  const add = (from: string, typeOnly: boolean) => {
    const file = from.startsWith(".") ? normalize(join(dirname(path), from)) : undefined;
    found.push({ from, file, typeOnly });
  };
  for (const [, type, from = ""] of code.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;"'`]*?from\s*["']([^"']+)["']/gm,
  )) {
    add(from, type !== undefined);
  }
  for (const [, from = ""] of code.matchAll(/^\s*import\s*["']([^"']+)["']/gm)) add(from, false);
  for (const [, from = ""] of code.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']/g))
    add(from, false);
  return found;
}

const TOKENS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;

/** The code with its comments blanked. */
export function withoutComments(text: string): string {
  return text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? token.replace(/[^\n]/g, " ") : token));
}

/** The texts in quotes, without those that imports name. */
export function literalsOf({ text, imports }: Source): string[] {
  const named = new Set(imports.map(({ from }) => from));
  return [...text.matchAll(TOKENS)]
    .map(([token]) => token)
    .filter((token) => !/^\/[/*]/.test(token))
    .map((token) => token.slice(1, -1))
    .filter((literal) => !named.has(literal));
}
