import { foundPlugins, start } from "../../../src/node/server.ts";

/** The server of a process of its own, started as `npm start` does. Tells its parent where it listens, and its memory when asked. */
const { address } = await start(process.env, { plugins: await foundPlugins({}) });
process.on("message", () => process.send?.({ rss: process.memoryUsage().rss }));
// Asking must not keep the process.
process.channel?.unref();
process.send?.({ address });
