import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { VALUE_TYPES } from "../src/model/value-type.ts";
import { reach } from "./architecture/reach.ts";
import { literalsOf, sourcesBelow } from "./architecture/sources.ts";

const SRC = sourcesBelow("src");
const PLUGINS = sourcesBelow("plugins");

/** The dependency rule of src/README.md: what each folder of src may import of ours, itself included. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: ["model"],
  record: ["record", "model"],
  wire: ["wire", "record", "model"],
  plugin: ["plugin", "wire", "record", "model"],
  compiler: ["compiler", "plugin", "record", "model"],
  server: ["server", "compiler", "plugin", "wire", "record", "model"],
  admin: ["admin", "plugin", "wire", "record", "model"],
};

/** The order inside a folder of src: a folder in it imports those before it, and itself. Those of one line do not know each other. */
const ORDERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  admin: [
    ["look"],
    ["api"],
    ["messages"],
    ["services"],
    ["problem"],
    ["shell"],
    ["list"],
    ["form", "public"],
    ["config", "history", "webhooks"],
    ["app"],
  ],
  server: [
    ["store"],
    ["http"],
    ["hooks", "images"],
    ["records"],
    ["accounts"],
    ["sessions", "samples"],
    ["config"],
    ["live"],
    ["webhooks"],
    ["openapi", "operating"],
    ["runtime"],
  ],
};

/** `model` of `src/model/x.ts`; "" for a file of src itself. */
const folderOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? "") : "");

describe("the dependency rule", () => {
  it.each(Object.keys(MAY_IMPORT))("src/%s imports nothing that it must not", (folder) => {
    const wrong = SRC.filter(({ path }) => folderOf(path) === folder).flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ file, from }) =>
            from === "admin" || (file !== undefined && !MAY_IMPORT[folder]?.includes(folderOf(file))),
        )
        .map(({ from }) => `${path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it("every folder of src is in the rule, or stands outside of it", () => {
    const folders = new Set(SRC.map(({ path }) => folderOf(path)));
    const outside = ["", "stock", "workbench", "node", "browser", "cli"];
    expect([...folders].filter((folder) => !outside.includes(folder)).sort()).toEqual(
      Object.keys(MAY_IMPORT).sort(),
    );
  });

  it.each(Object.entries(ORDERS))("%s's folders import only those before them", (folder, order) => {
    const nameIn = (path: string) => path.split("/")[2] ?? "";
    const place = (path: string) => order.findIndex((names) => names.includes(nameIn(path)));
    const inside = SRC.filter(({ path }) => path.startsWith(`src/${folder}/`));
    expect(inside.filter(({ path }) => place(path) === -1 && path.split("/").length > 3)).toEqual([]);
    const wrong = inside.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file?.startsWith(`src/${folder}/`) && nameIn(file) !== nameIn(path))
        .filter(({ file = "" }) => place(file) >= 0 && place(file) >= place(path))
        .map(({ from }) => `${path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
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
  const browser = reach(["src/browser/browser.tsx", ...widgets], ["src/workbench/gallery.tsx"]);

  it("is neither server, nor the config's checks, nor a compiler of schemas", () => {
    const banned =
      /^(node:|ajv|@sinclair\/typebox|jsonc-parser|fastify|@fastify|kysely|libsql|sharp|sanitize-html|@node-rs|@rjsf\/validator-ajv8$)/;
    // The editor of /config contains it already, inside vscode-json-languageservice.
    const isInEditor = (path: string, from: string) =>
      path.startsWith("src/admin/config/") && from === "jsonc-parser";
    const wrong = [...browser.values()].flatMap(({ path, imports }) => [
      ...(/^src\/(server|compiler|node|cli)\//.test(path) ? [path] : []),
      ...imports
        .filter(({ from, typeOnly }) => !typeOnly && banned.test(from) && !isInEditor(path, from))
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

  /** The program's own words that a business may use too: kinds of value, keys of a config, parts of a log-in. */
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

describe("times", () => {
  const code = [...SRC, ...PLUGINS].filter(({ path }) => !/\.test\.tsx?$/.test(path));

  it("are never written in the zone of the computer: every format names a time zone", () => {
    const formats = code.flatMap(({ path, text }) =>
      // One that is only asked for its settings formats nothing.
      [...text.matchAll(/\bDateTimeFormat\((?!\)\.resolvedOptions\(\))/g)].map(({ index }) => ({
        path,
        call: callAt(text, index),
      })),
    );
    expect(formats.length).toBeGreaterThan(2);
    expect(formats.filter(({ call }) => !/\btimeZone\b/.test(call))).toEqual([]);
  });

  it("nor taken apart in it", () => {
    const own =
      /\.(?:get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)|set(?:FullYear|Month|Date|Hours|Minutes)|to(?:Locale)?(?:Date|Time)String|toLocaleString)\(/;
    expect(code.filter(({ text }) => own.test(text)).map(({ path }) => path)).toEqual([]);
  });

  /** A call up to the bracket that closes it. */
  function callAt(text: string, start: number): string {
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === "(") depth += 1;
      if (text[at] === ")" && --depth === 0) return text.slice(start, at + 1);
    }
    return text.slice(start);
  }
});

describe("files", () => {
  it("none is named after nothing", () => {
    const empty = /^(manager|helpers?|utils?|common|misc)\b|-(manager|helpers?|utils?|common|misc)\./;
    const wrong = [...SRC, ...PLUGINS].map(({ path }) => path).filter((path) => empty.test(basename(path)));
    expect(wrong).toEqual([]);
    const folders = new Set([...SRC, ...PLUGINS].map(({ path }) => basename(dirname(path))));
    expect([...folders].filter((name) => empty.test(`${name}.`))).toEqual([]);
  });
});
