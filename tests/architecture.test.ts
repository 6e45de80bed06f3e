import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { VALUE_TYPES } from "../src/model/plugin-manifest.ts";
import { reach } from "./architecture/reach.ts";
import { literalsOf, sourcesBelow } from "./architecture/sources.ts";

const SRC = sourcesBelow("src");
const PLUGINS = sourcesBelow("plugins");

/** The arrow of src/README.md: what each folder of src may import of ours, itself included. */
const ARROW: Readonly<Record<string, readonly string[]>> = {
  model: ["model"],
  wire: ["wire", "model"],
  plugin: ["plugin", "model", "wire"],
  server: ["server", "model", "plugin", "wire"],
  admin: ["admin", "model", "plugin", "wire"],
};

/** `model` of `src/model/x.ts`; "" for a file of src itself. */
const folderOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? "") : "");

describe("the arrow", () => {
  it.each(Object.keys(ARROW))("src/%s imports nothing that it must not", (folder) => {
    const wrong = SRC.filter(({ path }) => folderOf(path) === folder).flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ file, from }) =>
            from === "admin" || (file !== undefined && !ARROW[folder]?.includes(folderOf(file))),
        )
        .map(({ from }) => `${path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it("every folder of src is in the arrow, or stands outside of it", () => {
    const folders = new Set(SRC.map(({ path }) => folderOf(path)));
    const outside = ["", "stock", "cli", "testing"];
    expect([...folders].filter((folder) => !outside.includes(folder)).sort()).toEqual(
      Object.keys(ARROW).sort(),
    );
  });

  it("every import of ours leads to a file", () => {
    const wrong = [...SRC, ...PLUGINS].flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !existsSync(file))
        .map(({ from }) => `${path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it("R1 no plugin module does anything on import but define", () => {
    const effects = PLUGINS.concat(SRC.filter(({ path }) => path.startsWith("src/stock/")))
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .filter(({ text }) =>
        /^(window|document|localStorage|globalThis|setTimeout|setInterval|fetch)\b/m.test(text),
      );
    expect(effects.map(({ path }) => path)).toEqual([]);
  });
});

describe("what the browser loads", () => {
  const widgets = [...SRC, ...PLUGINS]
    .map(({ path }) => path)
    .filter((path) => basename(path) === "index.tsx" && /^(plugins|src\/stock)\//.test(path));
  // The gallery is the dev server's: a build leaves its import out, and its page loads the checks of options.
  const browser = reach(["src/browser.tsx", ...widgets], ["src/gallery.tsx"]);

  it("is neither server, nor the config's checks, nor a compiler of schemas", () => {
    const banned =
      /^(node:|ajv|@sinclair\/typebox|jsonc-parser|fastify|@fastify|kysely|libsql|sharp|sanitize-html|@node-rs|@rjsf\/validator-ajv8$)/;
    const wrong = [...browser.values()].flatMap(({ path, imports }) => [
      ...(path.startsWith("src/server/") || path.startsWith("src/cli/") ? [path] : []),
      ...imports
        .filter(({ from, typeOnly }) => !typeOnly && banned.test(from))
        .map(({ from }) => `${path} imports ${from}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it("is more than a handful of files, so that the test above looks at something", () => {
    expect(browser.size).toBeGreaterThan(50);
  });
});

describe("src knows no shop", () => {
  const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const filesOf = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".json"));
  const names = new Set<string>();
  for (const folder of ["config", "tests/fixtures/library"]) {
    const app = json(join(folder, "app.json"));
    for (const name of [...app.permissions, ...Object.keys(app.roles), app.title]) names.add(name);
    for (const group of app.menu) names.add(group.label);
    for (const file of filesOf(join(folder, "entities"))) {
      const entity = json(join(folder, "entities", file));
      names.add(basename(file, ".json"));
      for (const text of labelsIn(entity)) names.add(text);
    }
  }
  const plugins = readdirSync("plugins", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  /** Words of the machine's own that a business may use too: kinds of value, keys of a config, parts of a log-in. */
  const OWN = new Set<string>([...VALUE_TYPES, "title", "name", "username", "password"]);

  /** Texts under `label` and `title`, at any depth. */
  function labelsIn(value: unknown): string[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      (key === "label" || key === "title") && typeof inner === "string" ? [inner] : labelsIn(inner),
    );
  }

  it("no text of src is an entity, a permission, a role or a label of a config", () => {
    const wrong = SRC.flatMap((source) =>
      literalsOf(source)
        .filter((literal) => names.has(literal) && !OWN.has(literal))
        .map((literal) => `${source.path}: "${literal}"`),
    );
    expect(wrong).toEqual([]);
  });

  it("no text of src is the name of a plugin", () => {
    const stock = new Set(
      ["src/stock/widgets", "src/stock/cells"].flatMap((folder) =>
        existsSync(folder) ? readdirSync(folder) : [],
      ),
    );
    const wrong = SRC.flatMap((source) =>
      literalsOf(source)
        .filter((literal) => plugins.includes(literal) && !OWN.has(literal))
        .filter((literal) => !(source.path.startsWith("src/stock/") && stock.has(literal)))
        .map((literal) => `${source.path}: "${literal}"`),
    );
    expect(wrong).toEqual([]);
  });

  it("no file of src holds a Chinese character", () => {
    const wrong = SRC.filter(({ text }) => /\p{Script=Han}/u.test(text)).map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

describe("files", () => {
  it("none is longer than 250 lines", () => {
    const long = [...SRC, ...PLUGINS]
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > 250);
    expect(long).toEqual([]);
  });

  it("none is named after nothing", () => {
    const empty = /^(manager|helpers?|utils?|common|misc)\b|-(manager|helpers?|utils?|common|misc)\./;
    const wrong = [...SRC, ...PLUGINS].map(({ path }) => path).filter((path) => empty.test(basename(path)));
    expect(wrong).toEqual([]);
    const folders = new Set([...SRC, ...PLUGINS].map(({ path }) => basename(dirname(path))));
    expect([...folders].filter((name) => empty.test(`${name}.`))).toEqual([]);
  });
});
