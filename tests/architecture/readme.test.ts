import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const PAGE = readFileSync("src/README.md", "utf8");

/** Paths of a folder's files and folders, from the project's root. */
function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [`${path}/`, ...pathsBelow(path)] : [path];
    });
}

const FOLDERS = ["src", "tests", "plugins", "config", "docs"];
const PATHS = [
  ...FOLDERS.flatMap((folder) => [`${folder}/`, ...pathsBelow(folder)]),
  ...readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
];
const SCRIPTS = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);
/** What plugins import: `admin/testing`. */
const MODULES = Object.keys(JSON.parse(readFileSync("tsconfig.json", "utf8")).compilerOptions.paths);

/** What a start makes. */
const MADE = ["data/"];

/** What stands between backticks and reads like a file, or like a folder of several parts or with a slash at its end; paths in commands; links. */
function pathsNamed(page: string): string[] {
  const quoted = [...page.matchAll(/`([^`\s<>*:@…]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !/^[/@.]/.test(name) && !MODULES.includes(name) && !MADE.includes(name))
    .filter((name) => name.includes("/") || /\.(tsx?|mjs|css|md|gz)$/.test(name));
  const inCommands = page.match(/(?<=[ =])(?:src|tests|plugins|config|docs)\/[\w./-]+\w/g) ?? [];
  const linked = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, name = ""]) => name);
  return [...quoted, ...inCommands, ...linked];
}

/** The pages, and how many paths each names at least. */
it.each([
  ["src/README.md", 100],
  ["CONTRIBUTING.md", 10],
  ["README.md", 10],
] as const)("%s names only files, folders and commands that there are", (name, least) => {
  const page = readFileSync(name, "utf8");
  const named = pathsNamed(page);
  expect(named.length).toBeGreaterThan(least);
  const wrong = named.filter(
    (name) => !PATHS.some((path) => `/${path}/`.replace("//", "/").endsWith(`/${name}/`.replace("//", "/"))),
  );
  const commands = [...page.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, command = ""]) => command);
  expect([...wrong, ...commands.filter((command) => !SCRIPTS.includes(command))]).toEqual([]);
});

it("its tree is the tree: a row for each folder of src, which names the folders in it", () => {
  const rows = new Map(
    [...PAGE.matchAll(/^\| `([a-z]+)\/` +\| (.*)$/gm)].map(([, name = "", text = ""]) => [name, text]),
  );
  const folders = PATHS.filter((path) => /^src\/[^/]+\/$/.test(path)).map((path) => path.slice(4, -1));
  expect([...rows.keys()].sort()).toEqual(folders.sort());
  const unnamed = PATHS.filter((path) => {
    const [, outer, inner] = /^src\/([^/]+)\/([^/]+)\/$/.exec(path) ?? [];
    return inner !== undefined && !new RegExp(`\\b${inner}\\b`).test(rows.get(outer ?? "") ?? "");
  });
  expect(unnamed).toEqual([]);
});
