// @ts-check
import { loadTools } from "./tools.mjs";

const { migrate } = await loadTools();
process.exitCode = await migrate(process.argv.slice(2), process.env, console);
