import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeClient } from "../../../src/admin/api/client.ts";
import { type ConfigFollower, makeConfigFollower } from "../../../src/admin/api/config-follower.ts";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { type FakeServer, later, makeFakeServer, refusal } from "../fake-server.ts";
import { makePage, makePlace } from "../page.ts";

const VERSION = "GET /api/config/version";
const PUBLIC = "GET /api/config/public";

let server: FakeServer;
let page: ReturnType<typeof makePage>;
let follower: ConfigFollower;
const said = vi.fn();

beforeEach(async () => {
  server = await makeFakeServer();
  page = makePage();
  said.mockReset();
  const place = makePlace();
  place.stored.set("token", "kept");
  place.stored.set("user", JSON.stringify(server.user));
  const client = makeClient({
    fetch: server.fetch,
    importModule: server.importModule,
    makeUpload: () => new XMLHttpRequest(),
    session: makeSessionStore(place),
    sentence: (key) => key,
    renew: async () => false,
    onExpired: said,
  });
  follower = makeConfigFollower({ client, view: server.publicView, page });
});

const retitle = (title: string) => server.change({ "app.json": (app) => Object.assign(app, { title }) });
const versionNow = async (): Promise<string> =>
  (await (await server.fetch("/api/config/version", {})).json()).hash;
const asked = (address: string) => server.asked(address).length;
/** The look that is under way is over. */
const settled = () => vi.waitFor(() => expect(page.isWaiting()).toBe(true));
async function pass() {
  page.pass();
  await settled();
}

describe("asking", () => {
  it("happens at once, then again after each pause, without the session", async () => {
    follower.start();
    await settled();
    await pass();
    await pass();
    expect(asked(VERSION)).toBe(3);
    expect(server.asked(VERSION).map(({ token }) => token)).toEqual([undefined, undefined, undefined]);
  });

  it("stops while nobody sees the page, and is taken up as soon as somebody does", async () => {
    page.show(false);
    follower.start();
    expect(asked(VERSION)).toBe(0);
    page.show(true);
    expect(asked(VERSION)).toBe(1);
    await settled();
    page.show(false);
    page.pass();
    expect(asked(VERSION)).toBe(1);
    page.show(true);
    expect(asked(VERSION)).toBe(2);
  });

  it("never happens twice at a time", async () => {
    const slow = later();
    server.on(VERSION, slow.serve);
    follower.start();
    page.show(false);
    page.show(true);
    expect(asked(VERSION)).toBe(1);
    slow.answer({ status: 200, body: { hash: server.publicView.hash } });
    await settled();
    expect(asked(VERSION)).toBe(1);
  });

  it("happens only when another version is told, while something else tells of them", async () => {
    const unlean = follower.lean();
    follower.start();
    await vi.waitFor(() => expect(asked(VERSION)).toBe(1));
    await vi.waitFor(() => expect(follower.connected.get()).toBe(true));
    expect(page.waitsFor()).toEqual([]);
    follower.tell(server.publicView.hash);
    expect(asked(VERSION)).toBe(1);
    await retitle("Reading Room");
    follower.tell(await versionNow());
    await vi.waitFor(() => expect(follower.publicView.get().title).toBe("Reading Room"));
    expect(page.waitsFor()).toEqual([]);
    server.on(VERSION, () => {
      throw new TypeError("Failed to fetch");
    });
    unlean();
    await vi.waitFor(() => expect(page.waitsFor()).toEqual([1000]));
    expect(follower.connected.get()).toBe(false);
    server.on(VERSION, undefined);
    page.pass();
    await vi.waitFor(() => expect(page.waitsFor()).toEqual([5000]));
  });

  it("goes on for a while where what was told is not there yet, as at the other one of two servers", async () => {
    const before = server.publicView;
    follower.lean();
    follower.start();
    await vi.waitFor(() => expect(asked(VERSION)).toBe(1));
    await retitle("Reading Room");
    const version = await versionNow();
    server.on(VERSION, () => ({ status: 200, body: { hash: before.hash } }));
    follower.tell(version);
    await vi.waitFor(() => expect(page.waitsFor()).toEqual([1000]));
    // The new version, but still the view before it.
    server.on(VERSION, undefined);
    server.on(PUBLIC, () => ({ status: 200, body: before }));
    await pass();
    expect(page.waitsFor()).toEqual([1000]);
    expect(follower.publicView.get().title).toBe(before.title);
    server.on(PUBLIC, undefined);
    page.pass();
    await vi.waitFor(() => expect(follower.publicView.get().title).toBe("Reading Room"));
    expect(page.waitsFor()).toEqual([]);

    // Servers that differ for good are not asked for ever.
    follower.tell("never");
    await vi.waitFor(() => expect(page.waitsFor()).toEqual([1000]));
    const looks = asked(VERSION);
    for (let passed = 0; passed < 30; passed += 1) {
      page.pass();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(asked(VERSION) - looks).toBeLessThanOrEqual(20);
    expect(page.waitsFor()).toEqual([]);
  });

  it("ends when it is told to", async () => {
    const end = follower.start();
    await settled();
    end();
    page.pass();
    page.show(true);
    expect(asked(VERSION)).toBe(1);
  });
});

describe("a config that changed", () => {
  it("is fetched once, and shown", async () => {
    const heard = vi.fn();
    follower.publicView.subscribe(heard);
    follower.start();
    await settled();
    const before = asked(PUBLIC);
    await pass();
    expect(asked(PUBLIC)).toBe(before);
    await retitle("Reading Room");
    await pass();
    await pass();
    expect(follower.publicView.get().title).toBe("Reading Room");
    expect(asked(PUBLIC)).toBe(before + 1);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("is shown in one step with all that goes with it, by the addresses that hold then", async () => {
    const order: string[] = [];
    follower.publicView.subscribe(() => order.push(`public ${follower.publicView.get().title}`));
    follower.join(async ({ endpoints, title }) => {
      order.push(`fetch ${endpoints.login}, still ${follower.publicView.get().title}`);
      return () => order.push(`put ${title}`);
    });
    await server.change({
      "app.json": (app) => {
        app.title = "Reading Room";
        app.accounts.endpoints.login = "/rest/session/enter";
      },
    });
    follower.start();
    await settled();
    expect(order).toEqual([
      "fetch /rest/session/enter, still Lending Library",
      "put Reading Room",
      "public Reading Room",
    ]);
  });

  it("is tried again, silently, as long as a part of it cannot be had; until then nothing of it is shown", async () => {
    let broken = true;
    const put = vi.fn();
    const leave = follower.join(async () => {
      if (broken) throw new Error("not now");
      return put;
    });
    await retitle("Reading Room");
    follower.start();
    await settled();
    expect(follower.publicView.get().title).toBe("Lending Library");
    broken = false;
    await pass();
    expect(follower.publicView.get().title).toBe("Reading Room");
    expect(put).toHaveBeenCalledTimes(1);
    leave();
    await retitle("Lending Library");
    await pass();
    expect(follower.publicView.get().title).toBe("Lending Library");
    expect(put).toHaveBeenCalledTimes(1);
  });

  it("is not missed when the server was away, whatever it said then", async () => {
    server.on(VERSION, () => refusal(401, "Log in first"));
    follower.start();
    await settled();
    server.on(VERSION, () => Promise.reject(new TypeError("Failed to fetch")));
    await pass();
    server.on(VERSION, () => ({ status: 200, body: { hash: 7 } }));
    await pass();
    expect(said).not.toHaveBeenCalled();
    server.on(VERSION, undefined);
    await retitle("Reading Room");
    await pass();
    expect(follower.publicView.get().title).toBe("Reading Room");
  });
});

describe("the connection", () => {
  const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

  it("is lost while the server does not answer, and back with its next answer", async () => {
    follower.start();
    await settled();
    expect(follower.connected.get()).toBe(true);
    server.on(VERSION, unreachable);
    await pass();
    expect(follower.connected.get()).toBe(false);
    server.on(VERSION, undefined);
    await pass();
    expect(follower.connected.get()).toBe(true);
  });

  it.each([502, 504])("is lost where a proxy answers %i for the server", async (status) => {
    server.on(VERSION, () => refusal(status, "Bad gateway"));
    follower.start();
    await settled();
    expect(follower.connected.get()).toBe(false);
  });

  it.each([401, 500, 503])("is there where the server itself answers %i", async (status) => {
    server.on(VERSION, () => refusal(status, "Not now"));
    follower.start();
    await settled();
    expect(follower.connected.get()).toBe(true);
  });

  it("is looked at once the browser notices a change, without waiting for the next look", async () => {
    const end = follower.start();
    await settled();
    server.on(VERSION, unreachable);
    page.connection();
    await settled();
    expect(follower.connected.get()).toBe(false);
    end();
    page.connection();
    expect(asked(VERSION)).toBe(2);
  });
});
