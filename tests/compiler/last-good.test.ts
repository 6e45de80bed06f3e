import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { type LastGood, makeChecks, pickLastGood } from "../../src/compiler/last-good.ts";
import { atOnce } from "../../src/compiler/steps.ts";
import type { Problem } from "../../src/model/problem.ts";
import { type JsonChange, libraryWith, PLUGINS } from "../model/library.ts";
import { runs, timeoutOf } from "../property-runs.ts";

type Files = ReadonlyMap<string, string>;

let library: Files;

beforeAll(async () => {
  library = await libraryWith();
});

function settle(files: Files, lastGood: Files | undefined = library): LastGood {
  return atOnce(pickLastGood({ files, lastGood, checks: makeChecks(PLUGINS) }));
}

const json = (change: JsonChange) => (text: string) => {
  const value = JSON.parse(text);
  change(value);
  return JSON.stringify(value, null, 2);
};
const relabel = json((file) => {
  file.menu.label = `${file.menu.label} of ours`;
});
const broken = (text: string) => text.slice(0, -3);
const unknownKey = json((file) => {
  file.labell = "x";
});

/** Edits that hold whatever becomes of the others, and edits that cannot be served, wherever their problem shows. */
const EDITS: Readonly<
  Record<
    string,
    {
      good: readonly ((text: string) => string)[];
      bad: readonly ((text: string) => string | undefined)[];
    }
  >
> = {
  "app.json": {
    good: [
      json((file) => {
        file.title = "The Other Library";
      }),
    ],
    bad: [
      broken,
      () => undefined,
      // shows in the entities that ask for it
      json((file) => {
        file.permissions = file.permissions.map((name: string) => (name === "stock" ? "shelves" : name));
        for (const role of Object.values<{ permissions: string[] }>(file.roles))
          role.permissions = role.permissions.map((name) => (name === "stock" ? "shelves" : name));
        for (const group of file.menu) if (group.permission === "stock") group.permission = "shelves";
      }),
    ],
  },
  "messages.json": {
    good: [
      json((file) => {
        file.en["list.empty"] = "Nothing here";
      }),
    ],
    bad: [
      broken,
      json((file) => {
        delete file.en["list.empty"];
      }),
    ],
  },
  "entities/books.json": {
    good: [
      relabel,
      json((file) => {
        file.schema.properties.shelf = { type: "string", title: "Shelf", default: "A" };
        file.list.columns.push({ field: "shelf" });
      }),
    ],
    bad: [
      broken,
      unknownKey,
      json((file) => {
        file.list.columns.push({ field: "shelf" });
      }),
    ],
  },
  "entities/subjects.json": {
    good: [relabel],
    bad: [
      broken,
      // shows in what refers to it
      () => undefined,
      (text) => text.replaceAll('"name"', '"heading"').replaceAll("{name}", "{heading}"),
    ],
  },
  "entities/members.json": { good: [relabel], bad: [unknownKey, () => undefined] },
  "entities/loans.json": { good: [relabel], bad: [broken, unknownKey] },
  "entities/shelves.json": { good: [], bad: [() => "{}", () => "["] },
  "samples/books.json": {
    good: [
      json((file) => {
        file[0].title = "Another";
      }),
    ],
    bad: [
      broken,
      json((file) => {
        file[0].shelff = "x";
      }),
    ],
  },
};

/** For each file: how it is edited, or not at all. */
const edits = fc.record(
  Object.fromEntries(
    Object.entries(EDITS).map(([path, { good, bad }]) => [
      path,
      fc.constantFrom(
        undefined,
        undefined,
        ...good.map((edit) => ({ edit, holds: true })),
        ...bad.map((edit) => ({ edit, holds: false })),
      ),
    ]),
  ),
);

describe("pickLastGood serves as many files as go together", () => {
  it(
    "whatever is edited: what is served has no problem, good edits are served, bad ones rejected",
    () => {
      fc.assert(
        fc.property(edits, (chosen) => {
          const files = new Map(library);
          for (const [path, choice] of Object.entries(chosen)) {
            const text = choice?.edit(library.get(path) ?? "");
            if (choice !== undefined && text === undefined) files.delete(path);
            else if (text !== undefined) files.set(path, text);
          }
          const settled = settle(files);
          expect(checkConfig(settled.files, PLUGINS).problems).toEqual([]);
          expect(settled.config?.hash).toBe(checkConfig(settled.files, PLUGINS).config?.hash);
          // Of a removed file more is known than the files on disk tell.
          const known = ({ hint: _, meant: __, ...problem }: Problem) => problem;
          expect(settled.problems.map(known)).toEqual(checkConfig(files, PLUGINS).problems.map(known));
          for (const [path, choice] of Object.entries(chosen)) {
            const served = settled.files.get(path);
            if (choice?.holds === false) expect([path, served]).toEqual([path, library.get(path)]);
            else expect([path, served]).toEqual([path, files.get(path)]);
          }
          const bad = Object.entries(chosen).flatMap(([path, choice]) =>
            choice?.holds === false ? [path] : [],
          );
          expect([...settled.rejected].sort()).toEqual(bad.sort());
        }),
        { numRuns: runs(10) },
      );
      // A hundred checks take as long as 20 seconds beside other work.
    },
    timeoutOf(60_000),
  );

  it(
    "whatever is last good and on disk, it does not throw, and serves what holds or nothing",
    () => {
      const texts = fc.oneof(
        fc.constantFrom("", "{}", "[]", "null", '{"schema":{}}', '{"__proto__":{}}', "\uFEFF{"),
        fc.string(),
      );
      const paths = fc.constantFrom(
        ...Object.keys(EDITS),
        "samples/none.json",
        "entities/__proto__.json",
        "x.json",
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(paths, texts)), fc.boolean(), (changes, isLastGood) => {
          const mixed = new Map([...library, ...changes]);
          const { config, files } = isLastGood ? settle(library, mixed) : settle(mixed, library);
          expect(checkConfig(files, PLUGINS).problems.length === 0).toBe(config !== undefined);
        }),
        { numRuns: runs(10) },
      );
    },
    timeoutOf(20_000),
  );
});

describe("pickLastGood by example", () => {
  it("a clean config is served as it is", () => {
    const settled = settle(library, undefined);
    expect([settled.files, settled.problems, settled.rejected]).toEqual([library, [], []]);
    expect(settled.config?.entities.size).toBe(5);
  });

  it("without a last good version, one problem and nothing is served", async () => {
    const files = await libraryWith({ "entities/loans.json": "{" });
    const { config, problems } = atOnce(
      pickLastGood({ files, lastGood: undefined, checks: makeChecks(PLUGINS) }),
    );
    expect([config, problems.map(({ file }) => file)]).toEqual([undefined, ["entities/loans.json"]]);
  });

  it("edits that need each other are served together though a third is the cause of a problem elsewhere", async () => {
    const shelves = relabel(library.get("entities/subjects.json") ?? "")
      .replaceAll("subjects", "shelves")
      .replace('"permission": "stock"', '"permission": "shelving"');
    const files = await libraryWith({
      "entities/shelves.json": shelves,
      "entities/members.json": undefined,
      "app.json": (file) => {
        file.permissions.push("shelving");
        file.roles.director.permissions.push("shelving");
        file.menu[0].entities.push("shelves");
      },
    });
    const { config, rejected } = settle(files);
    expect(rejected).toEqual(["entities/members.json"]);
    expect(config?.entities.get("shelves")?.permission).toBe("shelving");
  });

  it("samples that an entity refuses from now on are left out; the entity follows", async () => {
    const files = await libraryWith({
      "entities/subjects.json": undefined,
      "entities/books.json": (file) => {
        delete file.schema.properties.subject;
        file.schema.required = file.schema.required.filter((name: string) => name !== "subject");
        file.form.tabs[0].fields = ["title"];
        file.list.columns = [{ field: "title" }];
        delete file.list.filters;
      },
      "app.json": (file) => {
        file.menu[0].entities = ["books", "reading-lists"];
        delete file.home;
      },
    });
    const { config, rejected, problems } = settle(files);
    expect([...(config?.entities.keys() ?? [])]).not.toContain("subjects");
    // and with the books those that refer to them
    expect([...rejected].sort()).toEqual([
      "samples/books.json",
      "samples/loans.json",
      "samples/reading-lists.json",
      "samples/subjects.json",
    ]);
    expect(new Set(problems.map(({ file }) => file))).toEqual(
      new Set(["samples/books.json", "samples/subjects.json"]),
    );
  });

  it("nothing is served where the last good version has problems too, and those on disk are told", async () => {
    const bad = await libraryWith({
      "entities/books.json": unknownKey(library.get("entities/books.json") ?? ""),
    });
    const files = await libraryWith({
      "entities/books.json": "{",
      "entities/loans.json": relabel(library.get("entities/loans.json") ?? ""),
    });
    const settled = settle(files, bad);
    expect(settled.config).toBeUndefined();
    expect(settled.files).toBe(files);
    expect(settled.rejected).toEqual([]);
    expect(settled.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      "JSON_SYNTAX entities/books.json",
    ]);
  });

  it("what the store refuses stays back with the problem, and nothing is served where that was served before", async () => {
    const files = await libraryWith({
      "entities/books.json": relabel(library.get("entities/books.json") ?? ""),
      "entities/loans.json": relabel(library.get("entities/loans.json") ?? ""),
    });
    const refused = checkConfig(await libraryWith({ "entities/books.json": "{" }), PLUGINS).problems;
    const { config, rejected, problems } = atOnce(
      pickLastGood({
        files,
        lastGood: library,
        checks: makeChecks(PLUGINS),
        refused,
      }),
    );
    expect([rejected, problems]).toEqual([["entities/books.json"], refused]);
    expect(config?.entities.get("loans")?.menu.label).toBe("Loans of ours");
    const same = atOnce(
      pickLastGood({ files: library, lastGood: library, checks: makeChecks(PLUGINS), refused }),
    );
    expect(same.config).toBe(undefined);
  });
});

describe("checks of similar configs", () => {
  it("check the same files once, and others anew: in another order, one more or one less", () => {
    const { check } = makeChecks(PLUGINS);
    const first = atOnce(check(library));
    expect(atOnce(check(new Map(library)))).toBe(first);
    const entries = [...library];
    const turned = atOnce(check(new Map(entries.toReversed())));
    expect([...(turned.answer.config?.entities.keys() ?? [])]).toEqual(
      [...(first.answer.config?.entities.keys() ?? [])].reverse(),
    );
    const { check: checkMore } = makeChecks(PLUGINS);
    for (const some of [entries.slice(0, -1), entries, entries.slice(0, -2)])
      expect(atOnce(checkMore(new Map(some))).answer).toEqual(checkedAlone(some));
    expect(atOnce(check(library))).toBe(first);
  });

  it("know files of one text apart", () => {
    const same = new Map(
      [...library].map(([path, text]) => [path, path.startsWith("entities/") ? "{}" : text]),
    );
    const { answer } = atOnce(makeChecks(PLUGINS).check(same));
    expect(answer).toEqual(checkedAlone(same));
    expect(answer.problems.map(({ file }) => file)).toContain("entities/subjects.json");
  });

  const checkedAlone = (files: Iterable<readonly [string, string]>) => checkConfig(new Map(files), PLUGINS);
});
