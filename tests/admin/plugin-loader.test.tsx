import { expect, it } from "vitest";
import { makePluginLoader } from "../../src/browser/plugin-loader.ts";
import { definePlugin, type PluginModule } from "../../src/plugin/widget.ts";

const stars = definePlugin({ widget: () => null });
const text = definePlugin({ widget: () => null });
type Load = () => Promise<PluginModule>;

/** Stock has the widget `text`; the maps that were asked for are noted. */
function makeLoader(installed: Readonly<Record<string, Load>> = {}, map?: () => Promise<typeof installed>) {
  const asked: string[] = [];
  const loadPlugin = makePluginLoader({
    stockFolders: { cell: [], widget: ["./stock/widgets/text/plugin.json"] },
    stock: async () => {
      asked.push("stock");
      return { cell: {}, widget: { "./stock/widgets/text/index.tsx": async () => ({ default: text }) } };
    },
    installed: async () => {
      asked.push("installed");
      return map === undefined ? installed : map();
    },
  });
  return { loadPlugin, asked };
}

it.each([
  ["no default export", {}],
  ["neither widget nor cell", { default: {} as typeof stars }],
  ["the other kind", { default: definePlugin({ cell: () => null }) }],
])("a plugin with %s is told what it has to export", async (_, module) => {
  const { loadPlugin } = makeLoader({ "/plugins/season/index.tsx": async () => module });
  await expect(loadPlugin("widget", "season")).rejects.toThrow(
    "plugins/season/index.tsx must default-export definePlugin({ widget })",
  );
});

it("one of stock is found without the map of the installed, and one of those without stock's", async () => {
  const ofStock = makeLoader();
  expect(await ofStock.loadPlugin("widget", "text")).toBe(text);
  expect(ofStock.asked).toEqual(["stock"]);
  const installed = makeLoader({ "/plugins/stars/index.tsx": async () => ({ default: stars }) });
  expect(await installed.loadPlugin("widget", "stars")).toBe(stars);
  expect(installed.asked).toEqual(["installed"]);
});

it("a name of stock's widgets may be a cell of the installed", async () => {
  const cell = definePlugin({ cell: () => null });
  const { loadPlugin } = makeLoader({ "/plugins/text/index.tsx": async () => ({ default: cell }) });
  expect(await loadPlugin("cell", "text")).toBe(cell);
  expect(await loadPlugin("widget", "text")).toBe(text);
});

it("a widget and its cell are in one folder, and each is loaded without the other", async () => {
  const cell = definePlugin({ cell: () => null });
  const asked: string[] = [];
  const load = (path: string, plugin: typeof cell | typeof stars) => async () => {
    asked.push(path);
    return { default: plugin };
  };
  const { loadPlugin } = makeLoader({
    "/plugins/stars/cell/index.tsx": load("cell", cell),
    "/plugins/stars/index.tsx": load("widget", stars),
  });
  expect(await loadPlugin("cell", "stars")).toBe(cell);
  expect(asked).toEqual(["cell"]);
  expect(await loadPlugin("widget", "stars")).toBe(stars);
  expect(asked).toEqual(["cell", "widget"]);
});

it("says which is not installed, also one that every object has", async () => {
  for (const name of ["none", "constructor"])
    await expect(makeLoader().loadPlugin("widget", name)).rejects.toThrow(
      `No widget "${name}" is installed.`,
    );
});

it("what failed to load is asked for anew: the map as well as the plugin", async () => {
  let maps = 0;
  let plugins = 0;
  const folder = {
    "/plugins/stars/index.tsx": async () => {
      plugins += 1;
      if (plugins === 1) throw new TypeError("plugin");
      return { default: stars };
    },
  };
  const { loadPlugin } = makeLoader({}, async () => {
    maps += 1;
    if (maps === 1) throw new TypeError("map");
    return folder;
  });
  await expect(loadPlugin("widget", "stars")).rejects.toThrow("map");
  await expect(loadPlugin("widget", "stars")).rejects.toThrow("plugin");
  expect(await loadPlugin("widget", "stars")).toBe(stars);
});
