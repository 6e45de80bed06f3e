import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourcesBelow, withoutComments } from "./sources.ts";

const FOLDERS = ["src", "plugins"];
const CODE = FOLDERS.flatMap(sourcesBelow).filter(({ path }) => !/\.(test|stories)\.tsx?$/.test(path));
const PAGE = readFileSync("index.html", "utf8");

/** What the libraries give to elements of their own. */
const OF_LIBRARIES = /^(ProseMirror|ql|u|cm|pi)-/;

/** Each class that a stylesheet names, with its file. */
const STYLED = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith(".css"))
      .flatMap(({ parentPath, name }) => {
        const path = join(parentPath, name);
        const rules = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
        return [...rules.matchAll(/([^{}]+)\{/g)].flatMap(([, selector = ""]) =>
          [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, one = ""]): [string, string] => [one, path]),
        );
      }),
  ),
);

const TEXTS = CODE.flatMap(({ text }) => withoutComments(text).match(/"[^"\n]*"|`[^`]*`/g) ?? []);
const WORDS = new Set([...TEXTS, PAGE].flatMap((text) => text.split(/[^\w${}.-]+/)));
/** Those that are put together, as `toast-${kind}`. */
const MADE =
  /^(history-(create|restore|delete)|toast-(success|news|warning|error)|record-state-(good|warning|danger)|form-field-(short|medium)|(config|form-screen|history|bin|journal|list)-head)$/;

it("every class that a stylesheet names is given to something", () => {
  const unused = [...STYLED].filter(
    ([name]) => !OF_LIBRARIES.test(name) && !MADE.test(name) && !WORDS.has(name),
  );
  expect(unused).toEqual([]);
  expect(STYLED.size).toBeGreaterThan(300);
});

it("every button says what it does, since one that does not would send the form around it; those of the admin have a look of the one stylesheet", () => {
  const buttons = CODE.filter(({ path }) => path.endsWith(".tsx")).flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/<button\b(?:=>|[^>])*>/g)].map(([tag]) => ({ path, tag })),
  );
  const says = (tag: string, name: string) => new RegExp(`\\s${name}=|\\{\\.\\.\\.\\w+\\}`).test(tag);
  expect(buttons.filter(({ tag }) => !says(tag, "type"))).toEqual([]);
  const plain = ({ path, tag }: (typeof buttons)[number]) =>
    path.startsWith("src/admin/") && !says(tag, "className");
  expect(buttons.filter(plain)).toEqual([]);
  expect(buttons.length).toBeGreaterThan(50);
});
