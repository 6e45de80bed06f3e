import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { makeRateLimits } from "../../../src/server/http/rate-limit.ts";
import type { Peers } from "../../../src/server/store/peers.ts";

const REFUSED = { name: "ApiError", code: "TOO_MANY_TRIES" };

const failed = (result: unknown) => result === undefined;
const fail = async () => undefined;
const succeed = async () => "in";

function setUp() {
  const clock = { ms: 1_000_000 };
  const tries = makeRateLimits(() => clock.ms);
  const account = (key: string) => [{ key, limit: 10 }];
  return { clock, tries, account };
}

describe("login tries", () => {
  it("refuses the eleventh failed try of a minute, and says how long", async () => {
    const { clock, tries, account } = setUp();
    for (let n = 0; n < 10; n += 1) {
      await tries.attempt(account("a"), "login.tooMany", failed, fail);
      clock.ms += 1_000;
    }
    const refusal = await tries
      .attempt(account("a"), "login.tooMany", failed, succeed)
      .catch((error: unknown) => error);
    const detail = { key: "login.tooMany", values: { seconds: 50 }, headers: { "retry-after": "50" } };
    expect(refusal).toMatchObject({ ...REFUSED, detail });
    expect(await tries.attempt(account("b"), "login.tooMany", failed, succeed)).toBe("in");
  });

  it("names whole seconds, none too few", async () => {
    const { clock, tries } = setUp();
    const once = [{ key: "a", limit: 1 }];
    await tries.attempt(once, "login.tooMany", failed, fail);
    for (const [later, seconds] of [
      [1, 60],
      [999, 59],
      [58_999, 1],
    ] as const) {
      clock.ms += later;
      const refused = tries.attempt(once, "login.tooMany", failed, succeed);
      await expect(refused).rejects.toMatchObject({ detail: { values: { seconds } } });
    }
  });

  it("forgets a failure after a minute, one by one", async () => {
    const { clock, tries, account } = setUp();
    await tries.attempt(account("a"), "login.tooMany", failed, fail);
    clock.ms += 30_000;
    for (let n = 0; n < 9; n += 1) await tries.attempt(account("a"), "login.tooMany", failed, fail);
    clock.ms += 30_000;
    expect(await tries.attempt(account("a"), "login.tooMany", failed, succeed)).toBe("in");
    await tries.attempt(account("a"), "login.tooMany", failed, fail);
    await expect(tries.attempt(account("a"), "login.tooMany", failed, succeed)).rejects.toMatchObject(
      REFUSED,
    );
  });

  it("counts neither successes nor tries that broke", async () => {
    const { tries, account } = setUp();
    for (let n = 0; n < 50; n += 1) await tries.attempt(account("a"), "login.tooMany", failed, succeed);
    const broken = () => Promise.reject(new Error("disk"));
    for (let n = 0; n < 50; n += 1) {
      await expect(tries.attempt(account("a"), "login.tooMany", failed, broken)).rejects.toThrow("disk");
    }
    expect(await tries.attempt(account("a"), "login.tooMany", failed, succeed)).toBe("in");
  });

  it("lets no more wrong tries through when they come at once than one by one", async () => {
    const { tries, account } = setUp();
    let looked = 0;
    const slowFail = async () => {
      looked += 1;
      await new Promise((done) => setImmediate(done));
      return undefined;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => tries.attempt(account("a"), "login.tooMany", failed, slowFail)),
    );
    expect(looked).toBe(10);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(90);
  });

  it("refuses no right try because others are under way", async () => {
    const { tries, account } = setUp();
    const slow = () => new Promise<string>((done) => setImmediate(() => done("in")));
    const results = await Promise.all(
      Array.from({ length: 50 }, () => tries.attempt(account("a"), "login.tooMany", failed, slow)),
    );
    expect(results).toEqual(Array(50).fill("in"));
  });

  it("counts every try also where ten thousand others are kept", async () => {
    const tries = makeRateLimits(() => 0);
    const fail = (account: string, address: string) =>
      tries.attempt(
        [
          { key: account, limit: 2 },
          { key: address, limit: 2 },
        ],
        "login.tooMany",
        () => true,
        async () => undefined,
      );
    for (let n = 0; n < 5_000; n++) await fail(`account ${n}`, `address ${n}`);
    await fail("wanted", "one");
    await fail("wanted", "two");
    await expect(fail("wanted", "three")).rejects.toMatchObject(REFUSED);
  });

  it("forgets no try that is under way where ten thousand others are kept", async () => {
    const { tries, account } = setUp();
    const once = [{ key: "wanted", limit: 1 }];
    let end = (_result?: string) => {};
    const slowFail = () => new Promise<string | undefined>((done) => (end = done));
    const underWay = tries.attempt(once, "login.tooMany", failed, slowFail);
    await new Promise((done) => setImmediate(done));
    for (let n = 0; n <= 10_000; n += 1)
      await tries.attempt(account(`${n}`), "login.tooMany", failed, succeed);
    let looked = false;
    const look = async () => {
      looked = true;
    };
    const later = tries.attempt(once, "login.tooMany", failed, look).catch((error: unknown) => error);
    await new Promise((done) => setImmediate(done));
    end();
    await underWay;
    expect([await later, looked]).toMatchObject([REFUSED, false]);
  });

  it("nor a failure of this minute", async () => {
    const { tries, account } = setUp();
    const once = [{ key: "wanted", limit: 1 }];
    await tries.attempt(once, "login.tooMany", failed, fail);
    for (let n = 0; n <= 10_000; n += 1)
      await tries.attempt(account(`${n}`), "login.tooMany", failed, succeed);
    await expect(tries.attempt(once, "login.tooMany", failed, succeed)).rejects.toMatchObject(REFUSED);
  });

  it("keeps nobody for good: what is over takes no memory", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const { clock, tries, account } = setUp();
    const long = "x".repeat(2_000);
    const before = used();
    for (let n = 0; n < 11_000; n += 1) {
      clock.ms += 100;
      // Read from a buffer, it shares its memory with no other text: 22 MB in all.
      const key = Buffer.from(`${n} ${long}`).toString("latin1");
      await tries.attempt(account(key), "login.tooMany", failed, n % 2 === 0 ? fail : succeed);
    }
    // Kept are those since the last look at all of them.
    expect(used() - before).toBeLessThan(11_000_000);
    expect(await tries.attempt(account(`0 ${long}`), "login.tooMany", failed, succeed)).toBe("in");
  });

  it("holds the wider limit of an address over many accounts", async () => {
    const { tries } = setUp();
    const limits = (name: number) => [
      { key: `account ${name}`, limit: 10 },
      { key: "address x", limit: 100 },
    ];
    for (let n = 0; n < 100; n += 1) await tries.attempt(limits(n), "login.tooMany", failed, fail);
    await expect(tries.attempt(limits(200), "login.tooMany", failed, succeed)).rejects.toMatchObject(REFUSED);
  });
});

describe("several servers", () => {
  /** Two servers on one store, of which each hears what the other tells. */
  function peersOf(): readonly [Peers, Peers] {
    const listeners: [topic: string, server: number, hear: (message: Json) => void][] = [];
    const peer = (server: number): Peers => ({
      tell(topic, message) {
        for (const [about, of, hear] of listeners) if (about === topic && of !== server) hear(message);
      },
      hear(topic, listener) {
        listeners.push([topic, server, listener]);
        return () => undefined;
      },
    });
    return [peer(0), peer(1)];
  }

  it("count the failures of all, and of each once", async () => {
    const clock = { ms: 1_000_000 };
    const [one, other] = peersOf().map((peers) => {
      const tries = makeRateLimits(() => clock.ms);
      tries.share(peers);
      return (work: () => Promise<unknown>) =>
        tries.attempt([{ key: "a", limit: 2 }], "login.tooMany", failed, work);
    });
    await one?.(succeed);
    await one?.(fail);
    await other?.(fail);
    for (const attempt of [one, other]) await expect(attempt?.(succeed)).rejects.toMatchObject(REFUSED);
    clock.ms += 60_000;
    for (const attempt of [one, other]) expect(await attempt?.(succeed)).toBe("in");
  });

  it("take no harm from what is no list of keys", async () => {
    const [peers, others] = peersOf();
    const tries = makeRateLimits(() => 0);
    tries.share(peers);
    for (const message of [null, "a", { key: "a" }]) others.tell("failed attempt", message);
    const limits = [{ key: "a", limit: 1 }];
    expect(await tries.attempt(limits, "login.tooMany", failed, succeed)).toBe("in");
    others.tell("failed attempt", ["a"]);
    await expect(tries.attempt(limits, "login.tooMany", failed, succeed)).rejects.toMatchObject(REFUSED);
  });
});
