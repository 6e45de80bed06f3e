// @ts-check
import { loadCommands } from "./load-commands.mjs";

const { migrate } = await loadCommands();
process.exitCode = await migrate(process.argv.slice(2), process.env, console);
