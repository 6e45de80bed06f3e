import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/admin/look/tokens.css", "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

/** The variables of the rule with this selector. */
function variablesOf(selector: string): ReadonlyMap<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`) + selector.length + 2);
  const written = rule.slice(0, rule.indexOf("}")).matchAll(/--([\w-]+):\s*([^;]+);/g);
  return new Map([...written].map(([, name = "", value = ""]) => [name, value]));
}

const LIGHT = variablesOf(":root");
const CHOSEN = variablesOf(':root[data-theme="dark"]');
const OF_DEVICE = variablesOf(':root:not([data-theme="light"])');
const isColour = ([, value]: readonly [string, string]) => /^#|^rgb|^0 8px/.test(value);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["surface", "surface-sunken", "surface-badge", "surface-side-hover", "surface-hover"];
/** Text → what it stands on. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: [...GROUNDS, "accent-soft", "danger-soft", "warning-soft", "success-soft"],
  "text-quiet": GROUNDS,
  accent: ["surface", "surface-sunken", "surface-hover", "accent-soft"],
  "accent-strong": ["surface", "surface-sunken", "surface-hover", "surface-side-hover", "accent-soft"],
  "on-accent": ["accent", "accent-strong", "danger", "danger-strong"],
  danger: ["surface", "surface-sunken", "surface-hover", "danger-soft"],
  "danger-strong": ["surface", "danger-soft"],
  warning: ["surface", "warning-soft"],
  success: ["surface", "success-soft"],
};
const EDGES: Readonly<Record<string, readonly string[]>> = {
  edge: ["surface", "surface-sunken", "surface-hover"],
  focus: [...GROUNDS, "accent-soft"],
  accent: ["surface", "surface-sunken", "surface-side-hover"],
  danger: ["surface", "surface-sunken"],
};

describe.each([
  ["light", LIGHT],
  ["dark", CHOSEN],
] as const)("the colours of the %s theme", (_, theme) => {
  const low = (pairs: typeof TEXTS, least: number) =>
    Object.entries(pairs).flatMap(([front, grounds]) =>
      grounds.flatMap((ground) => {
        const found = contrast(theme.get(front) ?? "", theme.get(ground) ?? "");
        return found >= least ? [] : [`${front} on ${ground}: ${found.toFixed(2)}`];
      }),
    );

  it("have a contrast of 4.5 for text", () => expect(low(TEXTS, 4.5)).toEqual([]));
  it("have a contrast of 3 for edges, focus and what is chosen", () => expect(low(EDGES, 3)).toEqual([]));
});

it("the dark theme has each colour of the light one, the same whether it is chosen or the device's", () => {
  const colours = [...LIGHT].filter(isColour).map(([name]) => name);
  expect(colours.length).toBeGreaterThan(20);
  expect([...CHOSEN.keys()]).toEqual(colours);
  expect([...OF_DEVICE]).toEqual([...CHOSEN]);
});
