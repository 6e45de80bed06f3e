import { cleanup } from "@testing-library/react";
import type { Json } from "admin";
import { type CellGiven, renderCell } from "admin/widget-testing";
import { afterEach, describe, expect, it } from "vitest";
import { loadPlugin } from "../../src/browser/plugin-loader.ts";
import { installedPlugins } from "../../src/node/installed-plugins.ts";

/** What a cell of stock draws. */
async function draw(name: string, value: Json | undefined, given: CellGiven = {}) {
  const plugin = await loadPlugin("cell", name);
  const manifest = installedPlugins().registry.cells.get(name)?.manifest;
  if (!("cell" in plugin) || manifest === undefined) throw new Error("no cell");
  return renderCell(plugin, manifest, { value, ...given }).cell;
}
const text = async (...given: Parameters<typeof draw>) => (await draw(...given)).textContent;

describe("date", () => {
  const at = "2026-03-04T17:06:05.000Z";
  const ownZone = process.env.TZ;
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });

  it.each(["UTC", "America/New_York", "Pacific/Auckland"])(
    "a moment: year, month, day and time, as the locale writes them in the business's zone, on a computer in %s",
    async (zone) => {
      process.env.TZ = zone;
      const given = { locale: "zh-TW", timeZone: "Asia/Taipei" };
      expect(await text("date", at, given)).toMatch(/^2026\/03\/05\s上午01:06$/);
      expect(await text("date", at, { locale: "en-GB", timeZone: "America/Los_Angeles" })).toBe(
        "04/03/2026, 09:06",
      );
    },
  );

  it("24 hours, and without the time, where the options say so", async () => {
    const timeZone = "Asia/Taipei";
    expect(await text("date", at, { timeZone, options: { hour12: false } })).toBe("05/03/2026, 01:06");
    expect(await text("date", at, { timeZone, options: { time: false } })).toBe("05/03/2026");
  });

  it("how long ago, with the whole time in a tooltip and read out, where the options say so", async () => {
    const now = Date.parse(at) + 3 * 60_000;
    const given = { locale: "zh-TW", timeZone: "Asia/Taipei", options: { relative: true } };
    expect(await text("date", at, { ...given, now, language: "en" })).toMatch(/^3 minutes ago2026\/03\/05/);
    cleanup();
    const time = (await draw("date", at, { ...given, now, language: "zh-TW" })).querySelector("time");
    expect(time?.querySelector("[aria-hidden]")?.textContent).toBe("3 分鐘前");
    expect(time?.title).toMatch(/^2026\/03\/05\s上午01:06$/);
    expect(time?.querySelector(".unseen")?.textContent).toBe(time?.title);
    // After a week it is a time again.
    expect(await text("date", at, { ...given, now: now + 7 * 86_400_000 })).toMatch(
      /^2026\/03\/05\s上午01:06$/,
    );
  });

  it("a day is the same day in every zone", async () => {
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(await text("date", "2026-03-04", { locale: "zh-TW", timeZone })).toBe("2026/03/04");
  });

  it.each([null, undefined, "", "yesterday", 5])("%j is nothing", async (value) => {
    expect(await text("date", value)).toBe("");
  });
});

describe("number", () => {
  it("has the locale's separators, fixed decimals and a unit by option", async () => {
    expect(await text("number", 1234.5)).toBe("1,234.5");
    expect(await text("number", 5, { options: { decimals: 2, unit: "kg" } })).toBe("5.00 kg");
    expect(await text("number", 0)).toBe("0");
    expect(await text("number", 1977)).toBe("1,977");
    expect(await text("number", 1977, { options: { grouping: false } })).toBe("1977");
    expect(await text("number", "7")).toBe("");
  });

  it("aligns at its digits", async () => {
    expect(await loadPlugin("cell", "number")).toMatchObject({ align: "end" });
  });
});

describe("text", () => {
  it("has its whole in a tooltip", async () => {
    const cell = await draw("text", "A very long title");
    expect(cell.querySelector("span")?.title).toBe("A very long title");
  });

  it("is inert", async () => {
    expect((await draw("text", "<img src=x onerror=alert(1)>")).querySelector("img")).toBeNull();
  });

  it("nothing is said in words to screen readers", async () => {
    expect(await text("text", null)).toBe("–cell.none");
  });
});

describe("label", () => {
  const labels = { a: "Apple" };
  it("shows what people read, an unknown value as it is", async () => {
    expect(await text("label", "a", { labels })).toBe("Apple");
    expect(await text("label", "b", { labels })).toBe("b");
    expect(await text("label", "constructor", { labels })).toBe("constructor");
    expect(await text("label", null, { labels })).toBe("");
  });
});

describe("image", () => {
  const image = { fileName: "f.webp", imgUrl: "/api/images/f.webp", expiresAt: null };

  it("is the small rendition, of fixed size, named after its row", async () => {
    const img = (await draw("image", image)).querySelector("img");
    expect(img?.getAttribute("src")).toBe("/api/images/small/f.webp");
    expect([img?.getAttribute("width"), img?.getAttribute("height"), img?.alt]).toEqual(["36", "36", "Row"]);
  });

  it("of several the first; without one an empty place of the same size", async () => {
    expect(
      (await draw("image", [image, { ...image, imgUrl: "/other" }]))
        .querySelector("img")
        ?.getAttribute("src"),
    ).toBe("/api/images/small/f.webp");
    for (const none of [null, undefined, [], {}, "x"]) {
      const cell = await draw("image", none);
      expect(cell.querySelector("img")).toBeNull();
      expect(cell.querySelector(".cell-image")).not.toBeNull();
      cleanup();
    }
  });
});

describe("reference", () => {
  it("shows the name of the record referred to, by the field that the options name", async () => {
    expect(await text("reference", { _id: "s", name: "Birds" })).toBe("Birds");
    expect(await text("reference", { _id: "s", title: "Gulls" }, { options: { field: "title" } })).toBe(
      "Gulls",
    );
    expect(await text("reference", "a1")).toBe("a1");
    expect(await text("reference", null)).toBe("");
  });
});

describe("boolean", () => {
  it("is yes or no in the screen's words", async () => {
    expect(await text("boolean", true)).toBe("cell.yes");
    expect(await text("boolean", false)).toBe("cell.no");
    expect(await text("boolean", null)).toBe("");
  });
});
