import { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { CLIENT_LIMITS } from "../../../src/server/http/client-limits.ts";
import { type Connections, makeConnections } from "../../../src/server/http/connections.ts";

const LIMIT = 3;

let server: Server;
let connections: Connections;
let log: string[];
let look: () => void;
/** How often it began to wait for the next look. */
let waits: number;
beforeEach(() => begin(false));

function begin(behindProxy: boolean): void {
  log = [];
  waits = 0;
  connections = makeConnections({
    effects: {
      wait: () =>
        new Promise((resolve) => {
          waits += 1;
          look = resolve;
        }),
    },
    limits: { ...CLIENT_LIMITS, connectionsPerAddress: LIMIT },
    behindProxy,
    log: (text) => log.push(text),
  });
  server = new Server();
  connections.watch(server);
}

/** So many moments at which the server looks at its connections. */
async function looks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    look();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A connection that is there at once, from wherever. */
function connect(remoteAddress = "10.0.0.1"): Socket {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  // Nothing waits to be sent on it.
  socket.destroySoon = () => void socket.destroy();
  server.emit("connection", socket);
  return socket;
}

/** A whole request on a connection; the answer is under way until `answered` is called. */
function ask(socket: Socket) {
  const request = new IncomingMessage(socket);
  request.complete = true;
  const response = new ServerResponse(request);
  server.emit("request", request, response);
  return { request, response, answered: () => void response.emit("close") };
}

const alive = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => !destroyed);
const gone = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

describe("the connections of an address", () => {
  it("may be as many as the limit, not one more", () => {
    const some = [connect(), connect(), connect()];
    expect(alive(some)).toEqual([true, true, true]);
    some.push(connect());
    expect(alive(some)).toEqual([false, true, true, true]);
  });

  it("are nothing to another address", () => {
    const some = [connect("10.0.0.1"), connect("10.0.0.2"), connect("10.0.0.1"), connect("10.0.0.2")];
    some.push(connect("10.0.0.1"), connect("10.0.0.1"));
    expect(alive(some)).toEqual([false, true, true, true, true, true]);
  });

  it("of a proxy are not counted", () => {
    begin(true);
    const many = Array.from({ length: LIMIT * 4 }, () => connect());
    expect([alive(many).every(Boolean), log]).toEqual([true, []]);
  });

  it("that come in one moment are each counted, and each closes another one", () => {
    const many = Array.from({ length: LIMIT * 4 }, () => connect());
    expect(alive(many).filter(Boolean)).toHaveLength(LIMIT);
  });

  it("are no more counted when they are closed", async () => {
    const some = [connect(), connect(), connect()];
    const all = Promise.all(some.map(gone));
    for (const socket of some) socket.destroy();
    await all;
    const others = [connect(), connect(), connect()];
    expect([alive(others), log]).toEqual([[true, true, true], []]);
  });

  it("of one network of IPv6 are of one address, however it is written", () => {
    const some = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:0db8:1:2::3", "2001:db8:1:2::4"].map(
      (address) => connect(address),
    );
    expect(alive(some)).toEqual([false, true, true, true]);
    expect(alive([connect("2001:db8:1:3::1")])).toEqual([true]);
    const mapped = ["10.0.0.9", "::ffff:10.0.0.9", "10.0.0.9", "::ffff:10.0.0.9"].map((address) =>
      connect(address),
    );
    expect(alive(mapped)).toEqual([false, true, true, true]);
  });

  it("that had an answer last are the last to be closed", () => {
    const some = [connect(), connect(), connect()];
    for (const at of [0, 1]) ask(some[at] as Socket).answered();
    some.push(connect());
    expect(alive(some)).toEqual([true, true, false, true]);
  });

  it("that are being answered are closed only where all are, and never the newcomer", () => {
    const some = [connect(), connect(), connect()];
    for (const at of [0, 2]) ask(some[at] as Socket);
    some.push(connect());
    expect(alive(some)).toEqual([true, false, true, true]);
    ask(some[3] as Socket);
    some.push(connect());
    expect(alive(some)).toEqual([false, false, true, true, true]);
  });

  it("of staff are not counted, from the moment that their session is known and after each answer", () => {
    const staff = connect();
    const { request, answered } = ask(staff);
    const strangers = [connect(), connect()];
    connections.body(request).hasSession();
    strangers.push(connect());
    answered();
    ask(staff).answered();
    expect(alive([staff, ...strangers])).toEqual([true, true, true, true]);
    strangers.push(connect());
    expect(alive([staff, ...strangers])).toEqual([true, false, true, true, true]);
    for (let n = 0; n < LIMIT * 2; n += 1) strangers.push(connect());
    expect([staff.destroyed, alive(strangers).filter(Boolean).length]).toEqual([false, LIMIT]);
  });

  it("are told of once a minute while more come", async () => {
    server.emit("listening");
    for (let n = 0; n < LIMIT * 4; n += 1) connect();
    expect(log).toHaveLength(1);
    await looks(59);
    connect();
    expect(log).toHaveLength(1);
    await looks(1);
    connect();
    connect();
    expect(log).toHaveLength(2);
    server.emit("close");
  });
});

it("a request on a connection of another server of ours is watched like any other, and once", () => {
  const others = Array.from({ length: LIMIT + 1 }, () => {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: "10.0.0.1" });
    const { request, response } = ask(socket);
    connections.began(request, response);
    expect(response.listenerCount("timeout")).toBe(1);
    return socket;
  });
  expect(alive(others)).toEqual([false, true, true, true]);
});

describe("a server that closes", () => {
  it("looks at nobody any more", async () => {
    server.emit("listening");
    await looks(2);
    const before = waits;
    server.emit("close");
    await looks(2);
    expect(waits).toBe(before);
  });

  it("waits for answers, not for its timeout, and closes who comes meanwhile", async () => {
    const [silent, busy] = [connect(), connect()];
    const requests = [ask(busy), ask(busy)];
    let isClosed = false;
    const closing = connections.close().then(() => {
      isClosed = true;
    });
    const late = connect();
    expect(alive([silent, busy, late])).toEqual([false, true, false]);
    requests[0]?.answered();
    await new Promise((resolve) => setImmediate(resolve));
    expect([busy.destroyed, isClosed]).toEqual([false, false]);
    requests[1]?.answered();
    await closing;
    expect(busy.destroyed).toBe(true);
  });

  it("cuts what is left after its timeout", async () => {
    const busy = connect();
    ask(busy);
    const closing = connections.close();
    look();
    await closing;
    expect(busy.destroyed).toBe(true);
  });
});
