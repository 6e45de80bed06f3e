import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { receivedBytes } from "../../../src/server/http/received-bytes.ts";

describe("received bytes", () => {
  it("whatever the pieces, they are what was sent, in no more memory than was asked for", () => {
    const pieces = fc.array(fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 5_000 })), { maxLength: 200 });
    fc.assert(
      fc.property(pieces, (lengths) => {
        let held = 0;
        const received = receivedBytes((bytes) => {
          held += bytes;
        });
        let next = 0;
        const chunks = lengths.map((length) => Buffer.from(Array.from({ length }, () => next++ % 251)));
        for (const chunk of chunks) received.add(chunk);
        const sent = Buffer.concat(chunks);
        expect(received.length).toBe(sent.length);
        expect(held).toBeGreaterThanOrEqual(sent.length);
        expect(received.whole().equals(sent)).toBe(true);
      }),
    );
  });

  it("a body sent byte by byte takes a block, not an object for each byte", () => {
    const holds: number[] = [];
    const received = receivedBytes((bytes) => holds.push(bytes));
    for (let n = 0; n < 8 * 1024; n += 1) received.add(Buffer.from([n % 256]));
    expect(holds).toEqual([4096, 4096]);
    expect(received.whole().length).toBe(8 * 1024);
  });

  it("nothing takes no memory", () => {
    const holds: number[] = [];
    const received = receivedBytes((bytes) => holds.push(bytes));
    received.add(Buffer.alloc(0));
    expect([holds, received.length, received.whole().length]).toEqual([[], 0, 0]);
  });

  it("what may not be held is not kept", () => {
    let room = 5_000;
    const received = receivedBytes((bytes) => {
      if (bytes > room) throw new Error("full");
      room -= bytes;
    });
    received.add(Buffer.alloc(4_000));
    expect(() => received.add(Buffer.alloc(4_000))).toThrow("full");
    expect(received.length).toBe(4_000);
  });
});

it("pieces below 1 kB are gathered in blocks of 4 kB; larger ones are held as they are, and no byte beside them is given out", () => {
  const held: number[] = [];
  const small = receivedBytes((bytes) => held.push(bytes));
  for (let n = 0; n < 8; n += 1) small.add(Buffer.alloc(1_000, n));
  expect(held).toEqual([4_096, 4_096]);
  held.length = 0;
  const one = receivedBytes((bytes) => held.push(bytes));
  one.add(
    Buffer.concat([Buffer.alloc(3_000, "a"), Buffer.alloc(1_024, "b"), Buffer.alloc(9, "a")]).subarray(
      3_000,
      4_024,
    ),
  );
  expect(held).toEqual([1_024]);
  expect(one.whole().toString()).toBe("b".repeat(1_024));
});
