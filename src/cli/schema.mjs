// @ts-check
import { loadCommands } from "./load-commands.mjs";

const { schema } = await loadCommands();
process.exitCode = await schema(process.argv.slice(2), process.env, console);
