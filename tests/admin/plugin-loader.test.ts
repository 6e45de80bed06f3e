import { expect, it } from "vitest";
import { definePlugin } from "../../src/plugin/widget.ts";
import { makePluginLoader, type PluginModules } from "../../src/plugin-loader.ts";

const plugin = definePlugin({ widget: () => null });
const load = (shop: PluginModules["shop"]) =>
  makePluginLoader({
    shop,
    stock: { cell: {}, widget: { "./stock/widgets/text/index.tsx": async () => ({ default: plugin }) } },
  });

it.each([
  ["no default export", {}],
  ["neither widget nor cell", { default: {} as typeof plugin }],
])("a plugin with %s is told what it has to export", async (_, module) => {
  const loadPlugin = load({ "/plugins/season/index.tsx": async () => module });
  await expect(loadPlugin("widget", "season")).rejects.toThrow(
    "plugins/season/index.tsx must default-export definePlugin({ widget })",
  );
});

it("the shop's own comes before stock; stock where it has none of the kind", async () => {
  const own = definePlugin({ widget: () => null });
  const first = load({ "/plugins/text/index.tsx": async () => ({ default: own }) });
  expect(await first("widget", "text")).toBe(own);
  expect(await load({})("widget", "text")).toBe(plugin);
  await expect(load({})("widget", "none")).rejects.toThrow('No widget "none" is installed.');
});
