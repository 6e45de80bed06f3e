import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statFolder } from "../../../src/compiler/source/read-folder.ts";
import { removeSamplesOf, run } from "../../../src/node/server.ts";
import { readSettings, StartRefused } from "../../../src/node/settings.ts";
import { buildServer } from "../build-server.ts";
import { type EditedLibrary, editedLibrary } from "./edited-library.ts";

let library: EditedLibrary;
beforeEach(() => {
  library = editedLibrary();
});
afterEach(() => library.remove());

const picture = () => join(library.config, "samples/images/harbour.png");
const away = () => join(library.folder, "harbour.png");
const take = () => renameSync(picture(), away());
const giveBack = () => renameSync(away(), picture());

describe("a picture of the samples that goes while the server runs", () => {
  it("is a problem until it is back, and nothing else is rejected for it", async () => {
    const server = await buildServer({ folder: library.config });
    const seen = await statFolder(library.config);
    take();
    expect(await statFolder(library.config)).not.toBe(seen);
    await server.config?.follow();
    expect(server.holder.current).toMatchObject({
      problems: [{ code: "UNKNOWN_PICTURE", file: "samples/books.json", found: '"harbour.png"' }],
    });
    // What refers to the books' samples stays back with them.
    const { rejected } = server.holder.current;
    expect(rejected).toContain("samples/books.json");
    expect(rejected.filter((path) => !path.startsWith("samples/"))).toEqual([]);
    expect(server.holder.current.config.entities.has("books")).toBe(true);
    giveBack();
    await server.config?.follow();
    expect(server.holder.current).toMatchObject({ problems: [], rejected: [] });
    await server.close();
  });
});

describe("a start without a picture of the samples", () => {
  const settings = (env: Readonly<Record<string, string>> = {}) =>
    readSettings({ PORT: "0", DATA_DIR: join(library.folder, "data"), CONFIG_DIR: library.config, ...env });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof StartRefused ? error.lines : error),
    );

  it("is refused with the place where the samples would be loaded, and not where they are not", async () => {
    take();
    expect(await refusal(run(settings()))).toEqual([
      expect.stringMatching(
        /samples\/books\.json:11:51 book › A Field Guide to Gulls .*"harbour\.png".*\[UNKNOWN_PICTURE\]$/,
      ),
    ]);
    const server = await run(settings({ SAMPLE_DATA: "off" }));
    await server.close();
  });

  it("is refused likewise where the file is no picture, until it is one", async () => {
    const bytes = readFileSync(picture());
    writeFileSync(picture(), "a picture, they said");
    expect(await refusal(run(settings()))).toEqual([
      expect.stringContaining(
        'There is no picture "harbour.png" (png, jpeg, webp or gif) in samples/images.',
      ),
    ]);
    const seen = await statFolder(library.config);
    writeFileSync(picture(), bytes);
    expect(await statFolder(library.config)).not.toBe(seen);
    const server = await run(settings());
    await server.close();
  });

  it("names the file where only its first bytes are right", async () => {
    writeFileSync(picture(), readFileSync(picture()).subarray(0, 40));
    expect(await refusal(run(settings()))).toHaveProperty(
      "message",
      expect.stringMatching(
        /^The picture "harbour\.png" of the samples cannot be stored: .+\. Replace the file\.$/,
      ),
    );
  });

  it("goes on where records are stored already, and the samples can be removed", async () => {
    const first = await run(settings());
    await first.close();
    take();
    const log: string[] = [];
    const again = await run(settings(), { log: (line) => log.push(line) });
    expect(again.holder.current.problems.map(({ code }) => code)).toEqual(["UNKNOWN_PICTURE"]);
    expect(log.join("\n")).toContain("UNKNOWN_PICTURE");
    await again.close();
    const { removed } = await removeSamplesOf(settings());
    expect(removed).toBeGreaterThan(5);
  });
});
