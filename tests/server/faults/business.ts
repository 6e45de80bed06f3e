import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_PASSWORD, type Product, serveProduct } from "../../browser/serve-product.ts";
import { type Cluster, startCluster } from "../../postgres/cluster.ts";

export type Engine = "a file" | "PostgreSQL";
export const ENGINES: readonly Engine[] = ["a file", "PostgreSQL"];

/** `npm run test:faults` asks for many rounds and long faults; else a few and short ones. */
export const IS_LONG = process.env.KILL_ROUNDS !== undefined;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Rejects where no whole answer comes. Paths after `/api`. */
export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** The library on one of the engines, over as many servers and as many starts of them as a test likes. */
export interface Business {
  /** Of PostgreSQL. */
  readonly cluster: Cluster | undefined;
  readonly database: string | undefined;
  /** Starts the real product. */
  serve(): Promise<Product>;
  /** Asks a product with the session of the first account, which is begun once. */
  askerOf(product: Product): Promise<Ask>;
  remove(): Promise<void>;
}

export async function makeBusiness(engine: Engine): Promise<Business> {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  const cluster = engine === "PostgreSQL" ? await startCluster() : undefined;
  const database = await cluster?.createDatabase("business");
  const products: Product[] = [];
  let token: string | undefined;

  async function logIn(product: Product): Promise<string> {
    const { body } = await send(`${product.url}/api/rest/session/login`, "POST", "", {
      username: "director",
      password: ADMIN_PASSWORD,
    });
    return String(body.token);
  }

  return {
    cluster,
    database,
    async serve() {
      const product = await serveProduct({
        DATA_DIR: join(folder, "data"),
        CONFIG_DIR: "tests/fixtures/library",
        SAMPLE_DATA: "off",
        LOG: "off",
        ...(database === undefined ? {} : { DATABASE_URL: database }),
      });
      products.push(product);
      return product;
    },
    async askerOf(product) {
      token ??= await logIn(product);
      const session = token;
      return (method, path, body) => send(`${product.url}/api${path}`, method, session, body);
    },
    async remove() {
      // One that a test has ended by its fault is none that ended by itself.
      for (const product of products) await product.stop("SIGKILL").catch(() => undefined);
      await cluster?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function send(url: string, method: string, token: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
}
