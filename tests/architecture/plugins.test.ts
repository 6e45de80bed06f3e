import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { reach } from "./reach.ts";
import { type Import, readSource, type Source, sourcesBelow } from "./sources.ts";

const PLUGINS = sourcesBelow("plugins");
const STOCK = sourcesBelow("src/stock");

/** What is shipped of plugins, by their hooks; the rest are tests and what tests share. */
const HOOKS = [...PLUGINS, ...STOCK]
  .map(({ path }) => path)
  .filter((path) => /\/(index\.tsx|server\.ts|manifest\.ts)$/.test(path));
const SHIPPED = reach(HOOKS);
/** Modules that run beside the page, not in it. */
const WORKERS = new Set(["plugins/image-uploader/compress-worker.ts"]);

/** The plugin's folder; of stock, plain files that stand around its folder are everyone's. */
function isOwn(path: string, file: string): boolean {
  const depth = path.startsWith("plugins/") ? 2 : 4;
  const folder = path.split("/").slice(0, depth).join("/");
  const isAround = dirname(file).startsWith("src/stock") && folder.startsWith(`${dirname(file)}/`);
  return file.startsWith(`${folder}/`) || isAround;
}

/** Modules of ours that are named without a path. */
const SURFACE = new Set(["admin"]);
const SURFACE_OF_TESTS = new Set(["admin", "admin/widget-testing", "admin/testing"]);

function mayImport(path: string, { file, from }: Import): boolean {
  if (file !== undefined) return isOwn(path, file);
  const surface = SHIPPED.has(path) || WORKERS.has(path) ? SURFACE : SURFACE_OF_TESTS;
  return surface.has(from) || !/^(admin|src)(\/|$)|^\//.test(from);
}

const wrongIn = (sources: readonly Source[]) =>
  sources.flatMap(({ path, imports }) =>
    imports.filter((one) => !mayImport(path, one)).map(({ from }) => `${path} imports ${from}`),
  );

describe("a plugin", () => {
  it("of plugins/ imports admin, packages and its own files; its tests what admin has for tests, too", () => {
    expect(wrongIn(PLUGINS)).toEqual([]);
  });

  it("of stock does the same: it has no privileges", () => {
    expect(wrongIn(STOCK)).toEqual([]);
  });

  it("that imports the machine, another plugin or, in what it ships, the tools of tests is found", () => {
    const path = "plugins/rating/index.tsx";
    const one = (from: string, file?: string): Import => ({ from, file, typeOnly: false });
    const tried = [
      one("../../src/plugin/host.ts", "src/plugin/host.ts"),
      one("../rich-text/links.ts", "plugins/rich-text/links.ts"),
      one("../rating-of-old/x.ts", "plugins/rating-of-old/x.ts"),
      one("../../tests/x.ts", "tests/x.ts"),
      one("admin/widget-testing"),
      one("src/plugin/host.ts"),
      one("/src/plugin/host.ts"),
    ];
    expect(tried.filter((each) => mayImport(path, each))).toEqual([]);
    expect(mayImport("plugins/rating/rating.test.tsx", one("admin/widget-testing"))).toBe(true);
    expect(mayImport("src/stock/cells/date/index.tsx", one("../x", "src/stock/cells/text/x.ts"))).toBe(false);
  });

  it("has a server hook without React, styles or anything of its browser module", () => {
    const servers = HOOKS.filter((path) => path.endsWith("/server.ts"));
    expect(servers).not.toEqual([]);
    const wrong = servers.flatMap((server) => {
      const own = [...reach([server]).values()].filter(({ path }) => isOwn(server, path));
      return own.flatMap(({ path, imports }) =>
        imports
          .filter(({ typeOnly }) => !typeOnly)
          .filter(({ from }) => /\.(tsx|css)$|^(react|react-dom|swr|primereact|@tiptap)(\/|$)/.test(from))
          .map(({ from }) => `${path} imports ${from}`),
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe("the surface", () => {
  const { text } = readSource("src/index.ts");
  /** Each name that `admin` exports, with the file that declares it; types as `type Name`. */
  const exported = [...text.matchAll(/export (type )?\{([^}]+)\} from "([^"]+)"/g)].flatMap(
    ([, all = "", names = "", from = ""]) =>
      names
        .split(",")
        .map((name) => `${all}${name.trim()}`)
        .filter((name) => name !== all)
        .map((name) => ({ name, file: `src/${from.slice(2)}` })),
  );

  it("is this, and nothing else: widening it is a decision", () => {
    expect(exported.map(({ name }) => name).sort()).toEqual([
      "Combobox",
      "FieldFailure",
      "OptionFault",
      "ReferencePicker",
      "clockTime",
      "definePlugin",
      "defineServerPlugin",
      "formatAgo",
      "formatTime",
      "momentAt",
      "readNumber",
      "readPath",
      "smallImageUrl",
      "type CellColumn",
      "type CellProps",
      "type ComboboxOption",
      "type ComboboxProps",
      "type Host",
      "type ImageRecord",
      "type Json",
      "type MessageValues",
      "type PendingWork",
      "type PrepareContext",
      "type RecordData",
      "type ReferencePages",
      "type ReferencePagesQuery",
      "type ReferencePickerProps",
      "type ReferenceRecord",
      "type ReferenceRules",
      "type ServerContext",
      "type ServerPlugin",
      "type ServerRefusal",
      "type StoredRecord",
      "type TimeStyle",
      "type UploadOptions",
      "type WidgetProps",
      "type WidgetRules",
      "useHost",
      "usePendingWork",
      "useRecord",
      "useReferencePages",
      "useReferenceRecord",
      "useSibling",
      "writeNumber",
    ]);
  });

  it("is written as named exports alone, so that the list above is all of it", () => {
    const rest = text
      .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
      .replaceAll(/export (type )?\{[^}]+\} from "[^"]+";/g, "");
    expect(rest.trim()).toBe("");
  });

  it.each(exported)("$name says what it is where it is declared", ({ name, file }) => {
    const plain = name.replace("type ", "");
    const declaration = new RegExp(
      `\\*/\\nexport (?:async )?(?:function|const|class|interface|type) ${plain}\\b`,
    );
    expect(readFileSync(file, "utf8")).toMatch(declaration);
  });
});
