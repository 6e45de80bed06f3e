import { afterAll, afterEach } from "vitest";
import { type Api, openApi } from "./api.ts";
import { type FaultyProxy, faultyProxy } from "./faulty-proxy.ts";
import { ADMIN_PASSWORD, type Product, serveProduct } from "./serve-product.ts";
import { endVisits, type Visit, type VisitOptions, visit } from "./visit.ts";

export interface StoryOptions {
  /** Environment of the product. */
  readonly settings?: Record<string, string>;
  /** Whose story it is: an account that is made for it, with `ADMIN_PASSWORD`. The first account unless given. */
  readonly as?: { readonly username: string; readonly role: string };
}

/** What the stories of a file have in common: one product and one person. Ends with the file. */
export interface Story {
  readonly product: Product;
  /** The first account's. */
  readonly admin: Api;
  /** The person's; the session of `open`. */
  readonly api: Api;
  /** The person at a path, logged in. */
  open(path: string, options?: Omit<VisitOptions, "session">): Promise<Visit>;
}

/** A product, and the visits to it, until the file ends. Awaited at the top of a story file. */
export async function beginProduct(...settings: Parameters<typeof serveProduct>): Promise<Product> {
  const product = await serveProduct(...settings);
  afterAll(async () => {
    await endVisits();
    await product.stop();
  });
  return product;
}

/** The same with a person at it. */
export async function beginStory({ settings, as }: StoryOptions = {}): Promise<Story> {
  const product = await beginProduct(settings);
  const admin = await openApi(product.url);
  if (as !== undefined) await admin.create("users", { ...as, password: ADMIN_PASSWORD });
  const api = as === undefined ? admin : await openApi(product.url, as.username);
  return {
    product,
    admin,
    api,
    open: (path, options) => visit(product.url + path, { ...options, session: api }),
  };
}

/** The same with a proxy in between that fails as a story likes, and heals after each. */
export async function beginFaultyStory(): Promise<Story & { readonly proxy: FaultyProxy }> {
  const story = await beginStory();
  const proxy = await faultyProxy(story.product.url);
  afterEach(() => {
    proxy.heal();
    proxy.release("all");
  });
  afterAll(proxy.stop);
  return {
    ...story,
    proxy,
    open: (path, options) => visit(proxy.url + path, { ...options, session: story.api }),
  };
}
