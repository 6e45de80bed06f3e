// @ts-check
import { loadTools } from "./tools.mjs";

const { docs } = await loadTools();
process.exitCode = await docs(console);
