// @ts-check
import { loadTools } from "./tools.mjs";

const { check } = await loadTools();
process.exitCode = await check(process.argv.slice(2), process.env, console);
