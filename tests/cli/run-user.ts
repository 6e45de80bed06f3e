import { foundPlugins, user } from "../../src/node/server.ts";

/** `npm run user` in a process of its own: its arguments, settings and streams. */
process.exitCode = await user(process.argv.slice(2), process.env, console, {
  plugins: await foundPlugins({}),
});
