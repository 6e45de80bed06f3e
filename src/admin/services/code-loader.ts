import type { PluginLoader } from "../../plugin/registry.ts";
import type { BrowserPlugin } from "../../plugin/widget.ts";
import { asError, asText, Thrown } from "./as-error.ts";

/** The code could not be fetched. Whatever else a load rejects with was thrown by the code as it began. */
export class LoadFailure extends Thrown {
  override readonly name = "LoadFailure";
  constructor(
    /** How often in a row. */
    readonly times: number,
    cause: unknown,
  ) {
    super(asText(cause));
  }
}

/** Code that is loaded when it is needed: a screen, or the plugin of a kind and name. */
export interface CodeLoader<Name extends readonly string[], Code> {
  /** undefined until it is loaded. */
  get(...name: Name): Code | undefined;
  /** Loads it once; after a failure, again. Rejects with `LoadFailure`, or with what the code threw. */
  load(...name: Name): Promise<Code>;
  isLoading(...name: Name): boolean;
  /** How often in a row it could not be loaded. */
  failures(...name: Name): number;
  /** Forgets a load that has not ended: the next one starts again. */
  forget(...name: Name): void;
}

/** The browser modules of plugins, by kind and name. */
export type PluginCode = CodeLoader<Parameters<PluginLoader>, BrowserPlugin>;

export function makeCodeLoader<Name extends readonly string[], Code>(
  fetch: (...name: Name) => Promise<Code>,
): CodeLoader<Name, Code> {
  const loaded = new Map<string, Code>();
  const loads = new Map<string, Promise<Code>>();
  const failures = new Map<string, number>();
  const keyOf = (name: Name) => name.join(" ");

  /** Browsers fetch a script that failed again; Vite's preload asks for a style sheet only once. */
  async function fetchNow(name: Name): Promise<Code> {
    const key = keyOf(name);
    try {
      if (failures.size > 0 && !(await fetchMissingStyles()) && failures.has(key))
        throw new Error(STYLES_MISSING);
      const code = await fetch(...name);
      loaded.set(key, code);
      failures.delete(key);
      return code;
    } catch (cause) {
      const times = (failures.get(key) ?? 0) + 1;
      failures.set(key, times);
      throw NOT_FETCHED.test(asText(cause)) ? new LoadFailure(times, cause) : asError(cause);
    }
  }

  function load(...name: Name): Promise<Code> {
    const key = keyOf(name);
    const code = loaded.get(key);
    if (code !== undefined) return Promise.resolve(code);
    const before = loads.get(key);
    if (before !== undefined) return before;
    const now = fetchNow(name).finally(() => {
      if (loads.get(key) === now) loads.delete(key);
    });
    loads.set(key, now);
    return now;
  }

  return {
    get: (...name) => loaded.get(keyOf(name)),
    load,
    isLoading: (...name) => loads.has(keyOf(name)),
    failures: (...name) => failures.get(keyOf(name)) ?? 0,
    forget: (...name) => void loads.delete(keyOf(name)),
  };
}

const STYLES_MISSING = "Style sheets did not arrive.";

/** What browsers and Vite's preload say of a script or a style sheet that they did not get. */
const NOT_FETCHED = new RegExp(
  `dynamically imported module|importing a module script failed|unable to preload css|${STYLES_MISSING}`,
  "i",
);

/** Fetches linked style sheets that have not arrived; answers whether all have then. One that still loads may come twice. */
async function fetchMissingStyles(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const arrived = new Set(links.filter(hasRules).map(({ href }) => href));
  const missing = new Map(links.filter(({ href }) => !arrived.has(href)).map((link) => [link.href, link]));
  const fetched = await Promise.all([...missing.values()].map(fetchAgain));
  return fetched.every((isThere) => isThere);
}

/** In place of a sheet that failed, browsers have none, an empty one, or one that cannot be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function fetchAgain({ href, crossOrigin }: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, crossOrigin });
    link.addEventListener("load", () => resolve(true));
    link.addEventListener("error", () => {
      link.remove();
      resolve(false);
    });
    document.head.append(link);
  });
}
