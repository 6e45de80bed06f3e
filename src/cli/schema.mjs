// @ts-check
import { loadTools } from "./tools.mjs";

const { schema } = await loadTools();
process.exitCode = await schema(process.argv.slice(2), process.env, console);
