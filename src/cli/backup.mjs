// @ts-check
import { loadServer } from "./build.mjs";

const [copy = `backup-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}.db`] =
  process.argv.slice(2);
const { backUp } = await loadServer();
try {
  await backUp(process.env, copy);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
