// @ts-check
import { loadServer } from "./build.mjs";

const { publishConfig } = await loadServer();
process.exitCode = await publishConfig(process.env, process.argv.slice(2), console);
