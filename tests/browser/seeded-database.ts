import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startCluster } from "../postgres/cluster.ts";
import { serveProduct } from "./serve-product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database with samples and the first account, which a product began and left. */
    readonly seededDatabase: string | undefined;
  }
}

/** Once before the browser stories on PostgreSQL, after the build: their server, and the database that most of them begin with. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const url = await cluster.createDatabase("seeded");
  const folder = await mkdtemp(join(tmpdir(), "seeded-"));
  const product = await serveProduct({ DATABASE_URL: url, DATA_DIR: folder });
  await product.stop();
  await rm(folder, { recursive: true, force: true });
  project.provide("seededDatabase", url);
  return () => cluster.remove();
}
