import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { SCREENS } from "../../src/admin/shell/access.ts";
import type { Field } from "../../src/model/entity.ts";
import { loadConfig } from "../../src/workbench/testing/load-config.ts";
import { copyProject } from "../cli/copied-project.ts";
import { openApi } from "./api.ts";
import { type Loaded, loadScreen } from "./loaded.ts";
import { inRound } from "./round.ts";
import { serveProduct } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

const NEW = "sweetness";
const product = await beginProduct();
const api = await openApi(product.url);
const { config } = await loadConfig("config");

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
}
function chunkOf(source: string, root = "."): Chunk {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(root, "dist/browser/.vite/manifest.json"), "utf8"),
  );
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`${source} is in no chunk of its own.`);
  return chunk;
}

const installed = readdirSync("plugins", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The plugins of `plugins/` that the config names for a screen. */
function usedBy(entity: string, screen: "list" | "create"): readonly string[] {
  const found = config.entities.get(entity);
  const widgets = (fields: readonly Field[]): string[] =>
    fields.flatMap(({ widget, fields: inner }) =>
      widget === undefined ? widgets(inner ?? []) : [widget.name],
    );
  const names =
    screen === "list" ? found?.list.columns.map(({ cell }) => cell.name) : widgets(found?.fields ?? []);
  return installed.filter((name) => names?.includes(name));
}

const screens = [...config.entities.keys()].flatMap((entity) =>
  (["list", "create"] as const).map((screen) => ({
    path: `/${entity}/${SCREENS[screen]}`,
    uses: usedBy(entity, screen),
  })),
);

const seen = new Map<string, Promise<readonly Loaded[]>>();
/** What came with a screen of the product as it is. */
function loaded(path: string): Promise<readonly Loaded[]> {
  const known = seen.get(path) ?? loadScreen(product, path, path === "/login" ? undefined : api);
  seen.set(path, known);
  return known;
}

it("there are screens with plugins of plugins/, and without", () => {
  expect(screens.filter(({ uses }) => uses.length === 0).length).toBeGreaterThan(3);
  expect(new Set(screens.flatMap(({ uses }) => uses)).size).toBeGreaterThan(3);
});

it.each(inRound(screens, ({ uses }, index) => uses.length > 0 || index === 0))(
  "$path loads the plugins that its config names, $uses, and no other",
  async (screen) => {
    const files = (await loaded(screen.path)).map(({ path }) => path.slice(1));
    const plugins = installed.filter((name) => {
      const { file, css = [] } = chunkOf(`plugins/${name}/index.tsx`);
      return [file, ...css].some((one) => files.includes(one));
    });
    expect(plugins).toEqual(screen.uses);
    // Nor does a screen without any load the map of them.
    expect(files.includes(chunkOf("src/browser/installed-modules.ts").file)).toBe(screen.uses.length > 0);
  },
);

it("one more plugin adds no byte and no file to the log-in page, the first screen, lists and forms without it", async () => {
  const project = copyProject();
  onTestFinished(project.remove);
  expect(await project.run("src/cli/new-plugin.mjs", NEW)).toMatchObject({ code: 0 });
  expect(await project.run("src/cli/build.mjs")).toMatchObject({ code: 0 });
  const withOneMore = await serveProduct({}, undefined, project.folder);
  onTestFinished(() => withOneMore.stop());
  const { file, css = [] } = chunkOf(`plugins/${NEW}/index.tsx`, project.folder);
  const own = readFileSync(join(project.folder, "dist/browser", file), "utf8");
  expect(own).toContain(`plugin-${NEW}`);

  const session = await openApi(withOneMore.url);
  const [plain] = screens.filter(({ uses }) => uses.length === 0).slice(-1);
  const [rich] = screens.filter(({ uses }) => uses.length > 0);
  const paths = [
    "/login",
    "/",
    ...screens
      .filter(isPlainList)
      .slice(0, 1)
      .map(({ path }) => path),
  ];
  for (const path of [...paths, plain?.path ?? "", rich?.path ?? ""]) {
    const before = await loaded(path);
    const after = await loadScreen(withOneMore, path, path === "/login" ? undefined : session);
    expect(after.map(({ path: name }) => name)).not.toContain(`/${file}`);
    for (const sheet of css) expect(after.map(({ path: name }) => name)).not.toContain(`/${sheet}`);
    // The map of the plugins names one more; a screen with another of them loads it.
    const isMap = ({ path: name }: Loaded) => name.includes("/installed-modules-");
    expect(weights(after.filter((one) => !isMap(one)))).toEqual(weights(before.filter((one) => !isMap(one))));
    expect(before.some(isMap)).toBe(path === rich?.path);
  }
}, 180_000);

const isPlainList = ({ path, uses }: (typeof screens)[number]) =>
  uses.length === 0 && path.endsWith(SCREENS.list);

/** What came, without the hashes in names: what is imported by a hashed name has another name when that changes. */
function weights(loaded: readonly Loaded[]): readonly string[] {
  return loaded
    .map(({ path, kind, bytes }) => `${kind} ${path.replace(/-[\w-]{8}(\.\w+)$/, "$1")} ${bytes}`)
    .sort();
}

it("a style sheet that did not arrive is fetched anew when the screen is tried again", async () => {
  const person = await visit(`${product.url}/login`, { session: api });
  const { page } = person;
  const [sheet = ""] = chunkOf("src/admin/list/list-screen.tsx").css ?? [];
  let asked = 0;
  await page.route(`**/${sheet}`, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto(`${product.url}${screens[0]?.path}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const rules = await page.evaluate(
    (name) =>
      [...document.styleSheets].filter(({ href }) => href?.endsWith(name)).at(-1)?.cssRules.length ?? 0,
    sheet,
  );
  expect(rules).toBeGreaterThan(0);
  expect(asked).toBe(2);
  expectNoComplaints(person, /Failed to load resource/);
});
