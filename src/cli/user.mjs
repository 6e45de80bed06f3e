// @ts-check
import { loadServer } from "./build.mjs";

const { user } = await loadServer();
process.exitCode = await user(process.argv.slice(2), process.env, console);
