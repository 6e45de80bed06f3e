// @ts-check
// Many connections that want to cost much, in a process of their own: node hostile-clients.mjs, then {port, count, kind}.
import { connect } from "node:net";

const MEGABYTE = 1024 * 1024;
const head = (/** @type {string} */ path, /** @type {number} */ length) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** What each kind sends, and what it goes on to send again and again. @type {Record<string, { first: string, again?: string }>} */
const KINDS = {
  silent: { first: "" },
  // Registration: the open route of which the permitted may send the most.
  announced: { first: head("/api/rest/members", MEGABYTE) },
  almostAll: { first: `${head("/api/rest/members", MEGABYTE)}${"x".repeat(MEGABYTE - 1)}` },
  halfBody: { first: `${head("/api/rest/members", 8_000)}${"x".repeat(7_999)}` },
  halfHead: {
    first: `GET /api/health HTTP/1.1\r\nhost: x\r\n${`x-filler: ${"y".repeat(1_000)}\r\n`.repeat(14)}`,
  },
  dripBody: { first: head("/api/rest/session/login", 8_000), again: "x" },
  dripHead: { first: "GET /api/health HTTP/1.1\r\nhost: x\r\n", again: "x-a: y\r\n" },
};

/** Below what one address may have, so that all of them stay. */
const PER_ADDRESS = 100;

/** @type {Set<import("node:net").Socket>} */
const sockets = new Set();
process.on("message", (/** @type {{ port: number, count: number } | "count"} */ order) => {
  if (order === "count") process.send?.({ open: sockets.size });
  else openAll(order);
});
process.on("disconnect", () => process.exit());

/** Tells when all of them are open and have sent what they begin with. @param {{ port: number, count: number }} order */
function openAll({ port, count }) {
  const kinds = Object.values(KINDS);
  let opened = 0;
  for (let n = 0; n < count; n += 1) {
    const { first, again } = kinds[n % kinds.length] ?? { first: "" };
    const localAddress = `127.0.1.${1 + Math.floor(n / PER_ADDRESS)}`;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let drip;
    const socket = connect({ port, host: "127.0.0.1", localAddress }, () => {
      sockets.add(socket);
      socket.write(first, () => {
        opened += 1;
        if (opened === count) process.send?.({ opened });
      });
      if (again !== undefined) drip = setInterval(() => socket.write(again), 500);
    });
    socket.resume().on("error", () => undefined);
    socket.once("close", () => {
      clearInterval(drip);
      sockets.delete(socket);
    });
  }
}
