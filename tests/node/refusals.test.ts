import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { businessPlace, nameOfPlace, told } from "../../src/node/business-place.ts";
import { listenRefusal, lockData } from "../../src/node/data-lock.ts";
import { storeRefusal } from "../../src/node/data-store.ts";
import { databaseRefusal } from "../../src/node/database.ts";
import { publishConfig } from "../../src/node/publish-config.ts";
import { refusalLines, StartRefused } from "../../src/node/settings.ts";
import { MoveRefusedError } from "../../src/server/store/moving/move-store.ts";
import { StoreVersionError } from "../../src/server/store/postgres/prepare-database.ts";
import { StoreFileError } from "../../src/server/store/sqlite/file/store-file.ts";
import { NotStoredError } from "../../src/server/store/store-errors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refusals-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });
/** The lines of a refusal; any other error as it is. */
const linesOf = (error: unknown) => (error instanceof StartRefused ? error.lines : error);

describe("an error of a store that cannot be used is told with the folder", () => {
  const full = ['The disk of DATA_DIR "/d" is full: make room. An upgrade needs as much as the store takes.'];
  it.each([
    ["a file that is none", new StoreFileError("It is none."), ["It is none."]],
    ["a full disk", coded("SQLITE_FULL"), full],
    ["a full disk, of a write", new NotStoredError("full", { cause: coded("SQLITE_IOERR") }), full],
    [
      "a disk that refuses",
      coded("SQLITE_IOERR_WRITE"),
      ['The disk of DATA_DIR "/d" refuses (SQLITE_IOERR_WRITE): it may be full, or broken.'],
    ],
    [
      "a disk that refuses a write",
      new NotStoredError("failed", { cause: coded("SQLITE_CANTOPEN") }),
      ['The disk of DATA_DIR "/d" refuses (SQLITE_CANTOPEN): it may be full, or broken.'],
    ],
    [
      "damage",
      coded("SQLITE_CORRUPT", "malformed"),
      [
        "/d/store.db is damaged: malformed.",
        "Put a backup in its place: npm run restore -- copy.db (what is there is kept).",
      ],
    ],
  ])("%s", (_, error, lines) => {
    expect(linesOf(storeRefusal(error, "/d"))).toEqual(lines);
  });

  it("and any other is as it was", () => {
    const others = [coded("SQLITE_READONLY"), new NotStoredError("gone"), new Error("else"), "text"];
    expect(others.map((error) => storeRefusal(error, "/d"))).toEqual(others);
  });
});

describe("an error of a database is told in words, never with its address", () => {
  it.each([
    [new StoreVersionError("It is newer."), ["It is newer.", "Start the version that made it."]],
    [new MoveRefusedError("It is not empty."), ["It is not empty."]],
    [coded("28P01"), ["The database cannot be used: user or password is wrong (28P01)."]],
    [coded("ECONNREFUSED"), ["The database cannot be used: nothing listens there (ECONNREFUSED)."]],
  ])("%s", (error, lines) => {
    expect(linesOf(databaseRefusal(error))).toEqual(lines);
  });

  it("and any other is as it was", () => {
    const others = [coded("99999"), Object.assign(new Error(), { code: 3 }), new Error("else"), undefined];
    expect(others.map(databaseRefusal)).toEqual(others);
  });
});

describe("an error of listening", () => {
  it.each([
    ["EADDRINUSE", "PORT 80 is in use on box; end what uses it or set another."],
    ["EACCES", "PORT 80 may not be used by this account; set one above 1023."],
    ["ENOTFOUND", 'HOST "box" is no address of this machine.'],
    ["EAI_AGAIN", 'HOST "box" is no address of this machine.'],
    ["EADDRNOTAVAIL", 'HOST "box" is no address of this machine.'],
  ])("%s is told with the setting to change", (code, line) => {
    expect(linesOf(listenRefusal(coded(code), 80, "box"))).toEqual([line]);
  });

  it("and any other is as it was", () => {
    const other = coded("EMFILE");
    expect(listenRefusal(other, 80, "box")).toBe(other);
  });
});

describe("a data folder that cannot be made is refused", () => {
  it("where a file is in its place, or in the place of a folder on the way", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "inner")])
      expect(linesOf(await lockData(path).catch((error: unknown) => error))).toEqual([
        `DATA_DIR "${path}" leads to a file; it must be a folder.`,
      ]);
  });

  it("with the error's code where it is another", async () => {
    const path = join(folder, "x".repeat(300));
    expect(linesOf(await lockData(path).catch((error: unknown) => error))).toEqual([
      `DATA_DIR "${path}" cannot be written (ENAMETOOLONG).`,
    ]);
  });
});

describe("a place of a business", () => {
  it("is a folder or a database, which is named without user and password", () => {
    expect(
      ["/srv/data", "postgres://me:secret@db:5433/shop", "postgresql://db/shop"].map(businessPlace),
    ).toEqual([
      { folder: "/srv/data" },
      { url: "postgres://me:secret@db:5433/shop" },
      { url: "postgresql://db/shop" },
    ]);
    expect(nameOfPlace({ folder: "/srv/data" })).toBe("the data folder /srv/data");
    expect(nameOfPlace({ url: "postgres://me:secret@db:5433/shop" })).toBe("the database db:5433/shop");
  });

  it("tells what it refuses by its own rules, and what it answers as it is", async () => {
    const tell = async (place: Parameters<typeof told>[0], error: unknown) =>
      linesOf(await told(place, () => Promise.reject(error)).catch((thrown: unknown) => thrown));
    expect(await tell({ folder: "/d" }, new MoveRefusedError("It is not empty."))).toEqual([
      "the data folder /d: It is not empty.",
    ]);
    expect(await tell({ folder: "/d" }, new StoreFileError("It is none."))).toEqual(["It is none."]);
    expect(await tell({ url: "postgres://db/shop" }, coded("3D000"))).toEqual([
      "The database cannot be used: there is no such database (3D000).",
    ]);
    expect(await told({ folder: "/d" }, async () => 3)).toBe(3);
  });
});

it("a command that ends with an error tells the lines of a refusal, an error's message, or what was thrown", () => {
  const errors = [new StartRefused(["one", "two"]), new Error("three"), "four"];
  expect(errors.map(refusalLines)).toEqual([["one", "two"], ["three"], ["four"]]);
});

describe("npm run publish-config", () => {
  const run = async (asked: readonly string[], env = {}) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const code = await publishConfig(env, asked, { log: say, error: say });
    return [code, ...said];
  };
  const USAGE = "Usage: npm run publish-config [-- --fetch]";

  it("says how it is used where it is asked wrongly", async () => {
    for (const asked of [["--push"], ["--fetch", "x"], ["x", "--fetch"]])
      expect(await run(asked)).toEqual([2, USAGE]);
  });

  it("has nothing to publish or fetch without a database, and does nothing with wrong settings", async () => {
    const nothing = "Without DATABASE_URL the folder itself is served: there is nothing to publish.";
    expect(await run([])).toEqual([1, nothing]);
    expect(await run(["--fetch"])).toEqual([1, nothing]);
    expect(await run([], { LOG: "loud" })).toEqual([1, expect.stringMatching(/^LOG is "loud"/)]);
  });
});
