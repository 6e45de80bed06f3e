// @ts-check
import { loadServer } from "./build.mjs";

const [copy, ...more] = process.argv.slice(2);
if (copy === undefined || more.length > 0) {
  console.error("Name the copy to go back to.\nUsage: npm run restore -- copy.db");
  process.exit(2);
}
const { restore } = await loadServer();
try {
  await restore(process.env, copy);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
