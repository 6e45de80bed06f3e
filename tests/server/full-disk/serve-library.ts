import { foundPlugins, start } from "../../../src/node/server.ts";

/** Started as `npm start` does, in a process of its own. Tells its parent where it listens. */
const { address } = await start(process.env, { plugins: await foundPlugins({}) });
// The parent's end must not be waited for.
process.channel?.unref();
process.send?.({ address });
