// @ts-check
import { loadCommands } from "./load-commands.mjs";

const { check } = await loadCommands();
process.exitCode = await check(process.argv.slice(2), process.env, console);
