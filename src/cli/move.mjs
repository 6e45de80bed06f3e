// @ts-check
import { loadServer } from "./build.mjs";

const { move } = await loadServer();
process.exitCode = await move(process.argv.slice(2), process.env, console);
