import { describe, expect, it } from "vitest";
import { FORMAT_CHECKS } from "../../src/model/formats.ts";

const CASES: Record<keyof typeof FORMAT_CHECKS, { good: string[]; bad: string[] }> = {
  date: {
    good: ["2024-02-29", "1999-12-31"],
    bad: ["2023-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "24-01-01", "2024-01-01T00:00:00Z", ""],
  },
  "date-time": {
    good: ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59.123+08:00", "2024-02-29t00:00:00z"],
    bad: [
      "2024-02-30T00:00:00Z",
      "2024-02-29T24:00:00Z",
      "2024-02-29T10:00:00",
      "2024-02-29 10:00:00Z",
      "2024-02-29",
    ],
  },
  email: {
    good: ["a@b.tw", "first.last+tag@mail.example.com"],
    bad: ["a", "a@b", "@b.tw", "a@b..tw", "a b@c.tw", ".a@b.tw", `${"a".repeat(250)}@b.tw`],
  },
  uri: {
    good: ["https://a.tw/path?q=1#x", "mailto:a@b.tw", "tel:+886912345678"],
    bad: ["a.tw", "//a.tw", "https://a b", "", "1:a", "https://<x>"],
  },
};

describe.each(Object.entries(CASES))("%s", (name, { good, bad }) => {
  const check = FORMAT_CHECKS[name as keyof typeof FORMAT_CHECKS];
  it.each(good)("takes %s", (text) => expect(check(text)).toBe(true));
  it.each(bad)("refuses %j", (text) => expect(check(text)).toBe(false));
});

it("answers quickly for long and hostile texts", () => {
  const start = performance.now();
  for (const check of Object.values(FORMAT_CHECKS)) {
    for (const text of ["a.".repeat(50_000), `a@${"a-".repeat(50_000)}`, `a:${"a".repeat(100_000)} `])
      check(text);
  }
  expect(performance.now() - start).toBeLessThan(1000);
});
