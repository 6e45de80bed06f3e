import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import {
  hashPassword,
  MAX_PASSWORD_LENGTH,
  storedPassword,
  verifyPassword,
} from "../../../src/server/accounts/password.ts";
import { buildLibrary } from "../build-server.ts";

describe("passwords", () => {
  it("are argon2id of at least 19 MiB", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, "correct horse")).toBe(true);
    expect(await verifyPassword(stored, "correct hors")).toBe(false);
    expect(await hashPassword("correct horse")).not.toBe(stored);
  });

  it("S16: count whole, multi-byte and beyond 72 bytes", async () => {
    for (const start of ["p".repeat(72), "茶".repeat(24), "🍵".repeat(200)]) {
      const stored = await hashPassword(`${start}一`);
      expect(await verifyPassword(stored, `${start}一`)).toBe(true);
      expect(await verifyPassword(stored, `${start}二`)).toBe(false);
      expect(await verifyPassword(stored, start)).toBe(false);
      expect(await verifyPassword(stored, `${start}一\0`)).toBe(false);
    }
  });

  it("S16: one of a megabyte is refused without hashing it", async () => {
    const stored = await hashPassword("correct horse");
    const began = performance.now();
    for (let n = 0; n < 100; n += 1) expect(await verifyPassword(stored, "x".repeat(1_048_576))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(MAX_PASSWORD_LENGTH).toBeLessThan(10_000);
  });

  it("one of the most characters is right, of one more never", async () => {
    const longest = "x".repeat(MAX_PASSWORD_LENGTH);
    const stored = await hashPassword(longest);
    expect(await verifyPassword(stored, longest)).toBe(true);
    const longer = `${longest}x`;
    expect(await verifyPassword(await hashPassword(longer), longer)).toBe(false);
    const config = (await buildLibrary()).config;
    const say = (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" ");
    expect(await storedPassword(config.app, say, longest)).toMatch(/^\$argon2id\$/);
    const message = "rule.maxLength 1024 login.password";
    const errors = [{ path: "/password", keyword: "maxLength", message }];
    expect(() => storedPassword(config.app, say, longer)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", detail: { message, errors } }),
    );
  });

  it("nobody's password is never right, and takes its time", async () => {
    for (const guess of ["", "A", "A".repeat(22)]) expect(await verifyPassword(undefined, guess)).toBe(false);
    expect(await verifyPassword("plain", "plain")).toBe(false);
    const stored = await hashPassword("correct horse");
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // Best of several, taken in turns: what the work costs, not what else the machine did.
    for (let n = 0; n < 12; n += 1) {
      known = Math.min(known, await took(() => verifyPassword(stored, "wrong")));
      unknown = Math.min(unknown, await took(() => verifyPassword(undefined, "wrong")));
    }
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });
});

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
