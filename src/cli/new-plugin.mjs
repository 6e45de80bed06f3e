// @ts-check
import { loadTools } from "./tools.mjs";

const { newPlugin } = await loadTools();
process.exitCode = await newPlugin(process.argv.slice(2), process.env, console);
