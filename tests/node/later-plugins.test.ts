import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatProblem } from "../../src/model/problem.ts";
import { foundPlugins } from "../../src/node/found-plugins.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { type EditedLibrary, editedLibrary } from "../server/config/edited-library.ts";

let library: EditedLibrary;
let server: RunningServer;
let lines: string[];

beforeEach(async () => {
  library = editedLibrary();
  lines = [];
  mkdirSync(join(library.folder, "plugins"));
  const env = { PORT: "0", DATA_DIR: join(library.folder, "data"), CONFIG_DIR: library.config };
  server = await run(readSettings({ ...env, SAMPLE_DATA: "off" }), {
    plugins: await foundPlugins(),
    projectFolder: library.folder,
    log: (line) => lines.push(line),
  });
});
afterEach(async () => {
  await server.close();
  library.remove();
});

const problems = () => server.holder.current.problems.map(formatProblem);
const useIt = () =>
  library.edit("entities/books.json", (json) => {
    json.schema.properties.year.widget = "sweetness";
    json.list.columns[3].cell = "sweetness";
  });
function addFolder(name: string): void {
  const folder = join(library.folder, "plugins", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "plugin.json"), "{}");
}
const SOON = { timeout: 15_000, interval: 50 };

it("a plugin that comes after the start: whoever names it reads that the server has to be restarted", async () => {
  // Another one that came is not meant.
  addFolder("bitterness");
  addFolder("sweetness");
  await vi.waitFor(
    () => expect(lines).toContain("plugins: plugins/sweetness is new; restart the server to load it"),
    SOON,
  );
  useIt();
  const yet = "yet: plugins/sweetness came after the start. Restart the server: it loads the plugin then.";
  await vi.waitFor(
    () =>
      expect(problems()).toEqual([
        expect.stringContaining(`There is no widget "sweetness" ${yet} [UNKNOWN_WIDGET]`),
        expect.stringContaining(`There is no cell "sweetness" ${yet} [UNKNOWN_CELL]`),
      ]),
    SOON,
  );
});

it("the folder may come after the config names it, and hold the widget's cell", async () => {
  useIt();
  await vi.waitFor(() => expect(problems().join()).toContain('There is no widget "sweetness".'), SOON);
  addFolder("sweetness/cell");
  await vi.waitFor(
    () => expect(problems().join()).toContain("yet: plugins/sweetness/cell came after the start."),
    SOON,
  );
  // The cell came, and no widget.
  expect(problems().join()).toContain('There is no widget "sweetness".');
});
