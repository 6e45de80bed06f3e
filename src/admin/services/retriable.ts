/**
 * A load of code that, once it has failed, fetches anew when it is called again. Browsers do so with scripts; but
 * Vite's preload takes a style sheet for loaded that it asked for once, and would go on without: those that did not
 * arrive are asked for again, and a load that failed before fails again without them.
 */
export function retriable<Args extends readonly unknown[], Loaded>(
  load: (...args: Args) => Promise<Loaded>,
): (...args: Args) => Promise<Loaded> {
  const failed = new Set<string>();
  return async (...args) => {
    const key = JSON.stringify(args);
    if (failed.size > 0 && !(await fetchMissingStyles()) && failed.has(key))
      throw new Error("Style sheets did not arrive.");
    try {
      const loaded = await load(...args);
      failed.delete(key);
      return loaded;
    } catch (error) {
      failed.add(key);
      throw error;
    }
  };
}

/** Whether all that the page has links for have arrived. One that is still on its way may come twice, which shows nowhere. */
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
