import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { serveProduct } from "./serve-product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of a product that started once, with samples and the first account, and stopped. */
    readonly seededData: string | undefined;
  }
}

/** Once before all browser stories, after the build: what every product of theirs would make again at its first start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "seeded-"));
  const product = await serveProduct({ DATA_DIR: folder });
  await product.stop();
  project.provide("seededData", folder);
  return () => rm(folder, { recursive: true, force: true });
}
