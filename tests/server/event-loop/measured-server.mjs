// The built product with its event loop watched: sends { address } when it listens, and when asked to "read", the
// longest that the loop was held since the last "reset", in milliseconds.
import { readFileSync } from "node:fs";

/** A ping of the loop so often. */
const PING_MS = 2;

const server = new URL("../../../dist/server/", import.meta.url);
const { run, readSettings } = await import(new URL("server.js", server).href);
const running = await run(readSettings(process.env), {
  browserFolder: new URL("../../../dist/browser", import.meta.url).pathname,
  hookThread: new URL("hook-thread.js", server),
  log: () => undefined,
});

let longest = 0;
let last = now();
let isAsked = false;
setInterval(() => {
  longest = Math.max(longest, now() - last - PING_MS);
  last = now();
  if (isAsked) process.send?.({ longest });
  isAsked = false;
}, PING_MS);

process.on("message", (message) => {
  if (message === "reset") {
    longest = 0;
    process.send?.({ reset: true });
  } else if (message === "stop") running.close().then(() => process.exit(0));
  // After the ping that is late now.
  else isAsked = true;
});
process.send?.({ address: running.address });

/** Milliseconds, without those in which another process had the processor: how long that takes says nothing of ours. */
function now() {
  return performance.now() - waitedForProcessor();
}

function waitedForProcessor() {
  try {
    const [, waited = "0"] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}
