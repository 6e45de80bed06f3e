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

const PATHS = ["src", "tests", "plugins", "config"].flatMap((folder) => [
  `${folder}/`,
  ...pathsBelow(folder),
]);
/** What plugins import: `admin/testing`. */
const MODULES = Object.keys(JSON.parse(readFileSync("tsconfig.json", "utf8")).compilerOptions.paths);

/** What stands between backticks and reads like a file, or like a folder of several parts or with a slash at its end. */
function pathsNamed(page: string): string[] {
  return [...page.matchAll(/`([^`\s<>*:@…]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !/^[/@.]/.test(name) && !MODULES.includes(name))
    .filter((name) => name.includes("/") || /\.(tsx?|mjs|css|md|gz)$/.test(name));
}

it("src/README.md names only files and folders that there are", () => {
  const named = pathsNamed(PAGE);
  expect(named.length).toBeGreaterThan(100);
  const wrong = named.filter(
    (name) => !PATHS.some((path) => `/${path}/`.replace("//", "/").endsWith(`/${name}/`.replace("//", "/"))),
  );
  expect(wrong).toEqual([]);
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
