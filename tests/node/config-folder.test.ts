import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configFolder, watchFolder } from "../../src/node/config-folder.ts";
import { type EditedLibrary, editedLibrary } from "../server/config/edited-library.ts";

let library: EditedLibrary;

beforeEach(() => {
  library = editedLibrary();
});
afterEach(() => library.remove());

const write = (files: Readonly<Record<string, string | null>>) =>
  configFolder(library.config).write(new Map(Object.entries(files)));
const at = (path: string) => join(library.config, path);

describe("a config's folder is written", () => {
  it("as a whole, file by file: texts in their place with the mode they had, others gone, nothing beside them", async () => {
    chmodSync(at("app.json"), 0o640);
    const before = readFileSync(at("app.json"), "utf8");
    linkSync(at("app.json"), join(library.folder, "opened"));
    await write({ "app.json": "{}", "entities/loans.json": null, "entities/shelves.json": "[]" });
    expect([readFileSync(at("app.json"), "utf8"), statSync(at("app.json")).mode & 0o777]).toEqual([
      "{}",
      0o640,
    ]);
    // whoever reads the old file just then reads all of it
    expect(readFileSync(join(library.folder, "opened"), "utf8")).toBe(before);
    expect(statSync(at("entities/shelves.json")).mode & 0o777).toBe(0o644);
    expect(existsSync(at("entities/loans.json"))).toBe(false);
    const names = [...readdirSync(library.config), ...readdirSync(at("entities"))];
    expect(names.filter((name) => !/^(entities|samples|[a-z-]+\.json)$/.test(name))).toEqual([]);
    const files = await configFolder(library.config).read();
    expect([files.get("app.json"), files.has("entities/loans.json")]).toEqual(["{}", false]);
  });

  it("or not at all, where one of them cannot be", async () => {
    writeFileSync(join(library.folder, "other"), "");
    const before = readFileSync(at("app.json"), "utf8");
    await expect(write({ "app.json": "{}", "../other": "x" })).rejects.toThrow("is no file of a config");
    symlinkSync(join(library.folder, "other"), at("entities/shelves.json"));
    await expect(write({ "app.json": "{}", "entities/shelves.json": "x" })).rejects.toThrow("leads out");
    expect(readFileSync(at("app.json"), "utf8")).toBe(before);
    expect(readFileSync(join(library.folder, "other"), "utf8")).toBe("");
    expect(readdirSync(library.config).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("or not at all, where one cannot take its place: those before it are back", async () => {
    const before = readFileSync(at("app.json"), "utf8");
    const writeBoth = () =>
      write({ "app.json": "{}", "entities/new.json": "{}", "entities/shelves.json": null });
    mkdirSync(at("entities/shelves.json"));
    await expect(write({ "app.json": "{}", "entities/shelves.json": "x" })).rejects.toThrow("EISDIR");
    expect(readFileSync(at("app.json"), "utf8")).toBe(before);
    rmdirSync(at("entities/shelves.json"));
    // fails only when it goes, after the others were replaced
    symlinkSync("nowhere.json", at("entities/shelves.json"));
    mkdirSync(at(`entities/.shelves.json.${process.pid}.old`));
    await expect(writeBoth()).rejects.toThrow("rename");
    expect(readFileSync(at("app.json"), "utf8")).toBe(before);
    expect(existsSync(at("entities/new.json"))).toBe(false);
    rmdirSync(at(`entities/.shelves.json.${process.pid}.old`));
    const names = [...readdirSync(library.config), ...readdirSync(at("entities"))];
    expect(names.filter((name) => name.startsWith("."))).toEqual([]);
    await writeBoth();
    expect([readFileSync(at("app.json"), "utf8"), existsSync(at("entities/new.json"))]).toEqual(["{}", true]);
  });

  it.each([
    "../app.json",
    "/app.json",
    "entities/../app.json",
    "entities/a/b.json",
    "entities/.hidden.json",
    "entities/Books.json",
    "entities/books.json\0",
    "schema/app.json",
    "other.json",
    "entities/books.txt",
    "__proto__",
  ])("never at %j", async (path) => {
    await expect(write({ [path]: "x" })).rejects.toThrow("is no file of a config");
    await expect(write({ [path]: null })).rejects.toThrow("is no file of a config");
  });

  it("into folders that are not there yet", async () => {
    library.edit("samples/books.json", undefined);
    const empty = configFolder(join(library.folder, "new"));
    expect(await empty.isWritable()).toBe(false);
    await empty.write(new Map([["entities/books.json", "{}"]]));
    expect([...(await empty.read())]).toEqual([["entities/books.json", "{}"]]);
    expect(await empty.isWritable()).toBe(true);
  });
});

describe("a config's folder is watched", () => {
  it("from the beginning, at each change, now and then without one, one look at a time, until it is closed", async () => {
    let looks = 0;
    let atOnce = 0;
    let most = 0;
    let tick = () => {};
    const waited: number[] = [];
    let waits = () => {};
    let waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const wait = (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waited.push(milliseconds);
        tick = resolve;
        if (signal !== undefined) signal.onabort = () => reject(signal.reason);
        waits();
      });
    /** One round: what was looked at is done when it waits again. */
    const round = async () => {
      await waiting;
      waiting = new Promise<void>((resolve) => {
        waits = resolve;
      });
      tick();
      await waiting;
    };
    const look = async () => {
      looks += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
    };
    let more = "";
    const watch = watchFolder(library.config, look, { wait }, () => more);
    await round();
    expect(looks).toBe(1);
    await round();
    expect(looks).toBe(1);
    // the same size
    const text = readFileSync(at("app.json"), "utf8");
    writeFileSync(at("app.json"), text.replace("Lending", "Landing"));
    await round();
    expect(looks).toBe(2);
    await write({ "entities/subjects.json": null });
    await round();
    expect(looks).toBe(3);
    for (let untold = 1; untold < 50; untold += 1) await round();
    expect(looks).toBe(3);
    await round();
    expect([looks, most, new Set(waited)]).toEqual([4, 1, new Set([400])]);
    // what else is asked of it
    more = "more";
    await round();
    await round();
    expect(looks).toBe(5);
    // a folder that cannot be looked at is read each time
    rmSync(library.config, { recursive: true });
    writeFileSync(library.config, "");
    await round();
    await round();
    expect(looks).toBe(7);

    await watch.close();
    tick();
    await Promise.resolve();
    expect(looks).toBe(7);
  });
});
