import { gzipSync } from "node:zlib";
import { PATHS } from "../../src/wire/paths.ts";
import type { Api } from "./api.ts";
import { untilIdle } from "./idle.ts";
import type { Product } from "./serve-product.ts";
import { expectNoComplaints, visit } from "./visit.ts";

/** A file that came, or the config that screens are made from. */
export interface Loaded {
  readonly path: string;
  readonly kind: "script" | "style" | "config";
  /** Bytes as they are, and gzipped. */
  readonly bytes: number;
  readonly size: number;
}

/** Opens an address with a browser that has nothing yet; everything of script, style and config that came, by path. */
export async function loadScreen(product: Product, path: string, session?: Api): Promise<readonly Loaded[]> {
  // Begins where no script is: what comes then is all there is to come.
  const nowhere = product.url + PATHS.publicConfig;
  const person = await visit(nowhere, session === undefined ? {} : { session });
  const { page } = person;
  const coming: Promise<Loaded>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const kind = kindOf(pathname, response.headers()["content-type"] ?? "");
    if (kind === undefined) return;
    const body = response.body();
    coming.push(
      body.then((all) => ({ path: pathname, kind, bytes: all.length, size: gzipSync(all).length })),
    );
  });
  await page.goto(product.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await untilIdle(page);
  const loaded = await Promise.all(coming);
  expectNoComplaints(person);
  await person.context.close();
  return loaded.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function kindOf(path: string, type: string): Loaded["kind"] | undefined {
  if (path === PATHS.config || path === PATHS.publicConfig) return "config";
  if (type.includes("javascript")) return "script";
  return type.includes("text/css") ? "style" : undefined;
}
