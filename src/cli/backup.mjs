// @ts-check
import { buildOrEnd } from "./build.mjs";

const [copy = `backup-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}.db`] =
  process.argv.slice(2);
await buildOrEnd();
const { backUp } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
try {
  backUp(process.env, copy);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
