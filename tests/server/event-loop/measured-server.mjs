// The built product with its event loop watched: sends { address } when it listens, and when asked to "read", the
// longest that the loop was held since the last "reset", in milliseconds.
import { readFileSync } from "node:fs";

/** A ping of the loop so often. */
const PING_MS = 2;
/** Linux counts what is stolen in these. */
const TICK_MS = 10;
/** @type {{ processor: string | undefined, stolen: number, sum: number }} */
const before = { processor: undefined, stolen: 0, sum: 0 };

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

/** Milliseconds, without those in which another process, or another machine on the same processor, ran: they say nothing of ours. */
function now() {
  return performance.now() - waitedForProcessor() - stolenFromProcessor();
}

function waitedForProcessor() {
  const [, waited = "0"] = readProc(`self/task/${process.pid}/schedstat`).split(" ");
  return Number(waited) / 1e6;
}

/** Those of the processor that the loop runs on, since the beginning. */
function stolenFromProcessor() {
  // What is between brackets may have spaces.
  const processor = readProc(`self/task/${process.pid}/stat`).split(") ").at(-1)?.split(" ")[36];
  const [, , , , , , , , ticks] =
    readProc("stat")
      .split("\n")
      .find((line) => line.startsWith(`cpu${processor} `))
      ?.split(" ") ?? [];
  const stolen = Number(ticks ?? 0);
  if (processor === before.processor) before.sum += stolen - before.stolen;
  Object.assign(before, { processor, stolen });
  return before.sum * TICK_MS;
}

/** @param {string} path */
function readProc(path) {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
