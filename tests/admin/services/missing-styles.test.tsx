import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";

const UNREACHED = new TypeError("Failed to fetch dynamically imported module: /stars.js");

let added: HTMLLinkElement[];
beforeEach(() => {
  added = [];
  // Nothing is fetched here: the test says what has arrived.
  vi.spyOn(document.head, "append").mockImplementation((...links) => {
    for (const link of links) if (link instanceof HTMLLinkElement) added.push(link);
  });
});
afterEach(() => vi.restoreAllMocks());

type Sheet = { readonly cssRules: { readonly length: number } } | null;
const ARRIVED: Sheet = { cssRules: { length: 1 } };
const UNREADABLE: Sheet = {
  get cssRules(): { length: number } {
    throw new DOMException("x", "SecurityError");
  },
};

/** A page that links these style sheets, and code that fails for the first time. */
async function open(...sheets: readonly (readonly [href: string, sheet: Sheet])[]) {
  const links = sheets.map(([href, sheet]) => {
    const link = document.createElement("link");
    link.setAttribute("href", href);
    link.crossOrigin = "anonymous";
    Object.defineProperty(link, "sheet", { value: sheet });
    return link;
  });
  const found = vi.spyOn(document, "querySelectorAll");
  found.mockReturnValue(links as unknown as NodeListOf<Element>);
  const fetched: string[] = [];
  let fails = true;
  const loader = makeCodeLoader(async (name: string) => {
    fetched.push(name);
    if (fails) throw UNREACHED;
    return name;
  });
  await loader.load("stars").catch(() => undefined);
  expect([fetched, added, found.mock.calls]).toEqual([["stars"], [], []]);
  fails = false;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    loader,
    fetched,
    hrefs: () => added.map(({ href }) => new URL(href).pathname),
    async end(event: "load" | "error") {
      for (const link of added.splice(0)) link.dispatchEvent(new Event(event));
      await settle();
    },
    settle,
  };
}

describe("code that could not be loaded is tried again", () => {
  test("once the style sheets have come that the page lacks, each asked for once", async () => {
    const { loader, fetched, hrefs, end, settle } = await open(
      ["/missing.css", null],
      ["/missing.css", null],
      ["/empty.css", { cssRules: { length: 0 } }],
      ["/closed.css", UNREADABLE],
      ["/there.css", ARRIVED],
      ["/twice.css", null],
      ["/twice.css", ARRIVED],
    );
    const loading = loader.load("stars");
    await settle();
    expect([hrefs(), fetched]).toEqual([["/missing.css", "/empty.css", "/closed.css"], ["stars"]]);
    expect(added.map(({ rel, crossOrigin }) => [rel, crossOrigin])[0]).toEqual(["stylesheet", "anonymous"]);
    await end("load");
    expect(await loading).toBe("stars");
    expect([fetched, loader.failures("stars")]).toEqual([["stars", "stars"], 0]);
  });

  test("not without them: it has failed once more, and no link stays that brought nothing", async () => {
    const { loader, fetched, end, settle } = await open(["/missing.css", null], ["/other.css", null]);
    const failure = loader.load("stars").catch((error: unknown) => error);
    await settle();
    const removed = added.map((link) => vi.spyOn(link, "remove"));
    added.shift()?.dispatchEvent(new Event("load"));
    await end("error");
    expect(await failure).toMatchObject({
      name: "LoadFailure",
      times: 2,
      message: "Style sheets did not arrive.",
    });
    expect([fetched, removed.map(({ mock }) => mock.calls.length)]).toEqual([["stars"], [0, 1]]);
  });

  test("but other code is loaded without them too", async () => {
    const { loader, fetched, end, settle } = await open(["/missing.css", null]);
    const loading = loader.load("moon");
    await settle();
    await end("error");
    expect([await loading, fetched]).toEqual(["moon", ["stars", "moon"]]);
  });

  test("at once where none is missing", async () => {
    const { loader, hrefs } = await open(["/there.css", ARRIVED]);
    expect([await loader.load("stars"), hrefs()]).toEqual(["stars", []]);
  });
});

test.each([
  ["Failed to fetch dynamically imported module: /a.js", true],
  ["error loading dynamically imported module: /a.js", true],
  ["Importing a module script failed.", true],
  ["Unable to preload CSS for /a.css", true],
  ["a is not a function", false],
])("%j says that code was not fetched: %s", async (message, isFetchFailure) => {
  const loader = makeCodeLoader(() => Promise.reject(new TypeError(message)));
  const error = await loader.load().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: isFetchFailure ? "LoadFailure" : "Thrown", message });
});

test("what failed once is told of that code alone, and a load that was forgotten ends without a trace", async () => {
  const ends: ((code: string) => void)[] = [];
  const loader = makeCodeLoader((kind: string, _name: string) =>
    kind === "cell" ? Promise.reject(UNREACHED) : new Promise<string>((resolve) => ends.push(resolve)),
  );
  await loader.load("cell", "a").catch(() => undefined);
  expect([loader.failures("cell", "a"), loader.failures("cell", "b"), loader.isLoading("cell", "a")]).toEqual(
    [1, 0, false],
  );
  const first = loader.load("widget", "a");
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  loader.forget("widget", "a");
  expect(loader.isLoading("widget", "a")).toBe(false);
  const second = loader.load("widget", "a");
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[0]?.("first");
  expect(await first).toBe("first");
  expect(loader.isLoading("widget", "a")).toBe(true);
  ends[1]?.("second");
  expect(await second).toBe("second");
  expect([loader.isLoading("widget", "a"), loader.get("widget", "a")]).toEqual([false, "second"]);
});
