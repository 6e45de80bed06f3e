import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openApi } from "./api.ts";
import { type Loaded, loadScreen } from "./loaded.ts";
import { beginProduct } from "./story.ts";

const product = await beginProduct();
const api = await openApi(product.url);

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
const built = (path: string) => readFileSync(new URL(`../../dist/browser/${path}`, import.meta.url), "utf8");
const manifest = () => JSON.parse(built(".vite/manifest.json")) as Readonly<Record<string, Chunk>>;
const scripts = () =>
  readdirSync(new URL("../../dist/browser/assets", import.meta.url)).filter((name) => name.endsWith(".js"));
const chunksOf = (folder: string) =>
  Object.entries(manifest()).filter(([source]) => source.startsWith(folder));

const kB = (loaded: readonly Loaded[], kind?: Loaded["kind"]) =>
  loaded
    .filter((one) => (kind === undefined ? one.kind !== "config" : one.kind === kind))
    .reduce((sum, { size }) => sum + size, 0) / 1000;

const names = (loaded: readonly Loaded[]) => loaded.map(({ path }) => path.replace(/^\//, ""));

it("the log-in page is at most 98 kB, of which at most 95 are script, and loads no plugin", async () => {
  const loaded = await loadScreen(product, "/login");
  expect(loaded.length).toBeGreaterThan(1);
  expect(kB(loaded)).toBeLessThan(98);
  expect(kB(loaded, "script")).toBeLessThan(95);
  const maps = [...chunksOf("src/browser/stock-modules"), ...chunksOf("src/browser/installed-modules")];
  const plugins = [...chunksOf("plugins/"), ...chunksOf("src/stock/"), ...maps];
  expect(maps).toHaveLength(2);
  expect(plugins.length).toBeGreaterThan(10);
  const files = plugins.flatMap(([, { file, css = [] }]) => [file, ...css]);
  expect(names(loaded).filter((name) => files.includes(name))).toEqual([]);
  // Nor does what it loads name one.
  const text = names(loaded.filter(({ kind }) => kind !== "config"))
    .map(built)
    .join("\n");
  expect(files.filter((file) => text.includes(file))).toEqual([]);
});

it("a list is at most 157 kB and loads no widget", async () => {
  const loaded = await loadScreen(product, "/drinks/list", api);
  expect(kB(loaded)).toBeLessThan(157);
  const widgets = [...chunksOf("plugins/"), ...chunksOf("src/stock/widgets/")].map(([, { file }]) => file);
  expect(names(loaded).filter((name) => widgets.includes(name))).toEqual([]);
  const cells = chunksOf("src/stock/cells/").map(([, { file }]) => file);
  expect(names(loaded).filter((name) => cells.includes(name)).length).toBeGreaterThan(2);
});

it("a form without rich text is at most 280 kB and loads its own widgets alone", async () => {
  const loaded = await loadScreen(product, "/drinks/create", api);
  expect(kB(loaded)).toBeLessThan(280);
  const at = manifest();
  const fileOf = (source: string) => at[source]?.file ?? source;
  expect(names(loaded)).toContain(fileOf("plugins/image-uploader/index.tsx"));
  for (const other of ["rich-text", "record-slots", "taiwan-district"])
    expect(names(loaded)).not.toContain(fileOf(`plugins/${other}/index.tsx`));
});

it("each plugin is a chunk of its own", () => {
  for (const folder of ["plugins", "src/stock/widgets", "src/stock/cells"]) {
    const plugins = readdirSync(new URL(`../../${folder}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/index.tsx`);
    const own = plugins.map((source) => manifest()[source]?.file);
    expect(own).not.toContain(undefined);
    expect(new Set(own).size).toBe(plugins.length);
  }
});

it("the editor of the config is in the chunk of its page alone", () => {
  const page = manifest()["src/admin/config/config-screen.tsx"]?.file;
  const holding = scripts().filter((name) =>
    /cm-lintRange|json-schema\.org\/draft-07/.test(built(`assets/${name}`)),
  );
  expect(holding.map((name) => `assets/${name}`)).toEqual([page]);
});

it("the browser's files hold no schema compiler and no Markdown", () => {
  const installed = (path: string) =>
    readFileSync(new URL(`../../node_modules/${path}`, import.meta.url), "utf8");
  // Option names survive minification.
  expect(installed("ajv/dist/core.js")).toContain("loopRequired");
  expect(installed("markdown-to-jsx/dist/index.js")).toContain("forceWrapper");
  const traces = /loopRequired|forceWrapper|new Function\(|\beval\(/;
  expect(scripts().length).toBeGreaterThan(20);
  expect(scripts().filter((name) => traces.test(built(`assets/${name}`)))).toEqual([]);
});

it("what is served is compressed and cached for good", async () => {
  const [entry] = chunksOf("index.html");
  const answer = await fetch(`${product.url}/${entry?.[1].file}`, { headers: { "Accept-Encoding": "gzip" } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("cache-control")).toContain("immutable");
});
