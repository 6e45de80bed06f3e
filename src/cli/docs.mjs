// @ts-check
import { loadCommands } from "./load-commands.mjs";

const { docs } = await loadCommands();
process.exitCode = await docs(console);
