// @ts-check
import { loadCommands } from "./load-commands.mjs";

const { newPlugin } = await loadCommands();
process.exitCode = await newPlugin(process.argv.slice(2), process.env, console);
