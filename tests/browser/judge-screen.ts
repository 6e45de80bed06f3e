import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import type { Visit } from "./visit.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Of axe. */
const SEVERE = ["serious", "critical"];

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
  /** The severity of a finding is its rule's. */
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] };
}

declare global {
  interface Window {
    readonly axe: Axe;
  }
}

/** A screen: its address and its heading. */
export interface Screen {
  readonly path: string;
  readonly heading: string;
}

/** Of a desk and of a phone. */
export const WIDTHS = [1280, 390] as const;

/**
 * Opens a screen by its address and judges it: the browser tab says what it is, nothing scrolls sideways, the bar of a form
 * hides no field, axe finds nothing serious. Every finding is a line of the answer; none is what stories expect.
 * @param widths at which it is judged, after it was opened at the one that the window has; that one alone unless given. The
 * window keeps the last, so that screen after screen they take turns in being opened at
 */
export async function judgeScreen(
  { page }: Visit,
  screen: Screen,
  widths?: readonly number[],
): Promise<readonly string[]> {
  await page.goto(new URL(screen.path, page.url()).href);
  return judgeOpened(page, screen, widths);
}

/** The same of several, of which the first alone loads the program: a person goes on from screen to screen. */
export async function judgeScreens(
  person: Visit,
  screens: readonly Screen[],
  widths?: readonly number[],
): Promise<readonly string[]> {
  const { page } = person;
  const found: string[] = [];
  for (const [index, screen] of screens.entries())
    if (index === 0) found.push(...(await judgeScreen(person, screen, widths)));
    else {
      await page.evaluate(goOnTo, screen.path);
      found.push(...(await judgeOpened(page, screen, widths)));
    }
  return found;
}

/** Runs in the page: until what follows its size, as charts do, has followed. */
const twoFrames = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** Runs in the page: what the router does for a link. */
function goOnTo(path: string): void {
  const { idx = 0 } = history.state ?? {};
  history.pushState({ idx: idx + 1, key: `judged-${idx}` }, "", path);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

async function judgeOpened(
  page: Page,
  { heading }: Screen,
  widths: readonly number[] = [],
): Promise<readonly string[]> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await expect
    .poll(() => page.locator("[aria-busy=true], .overlay, .overlay-line, .form-skeleton").count(), {
      timeout: 15_000,
    })
    .toBe(0);
  const { width: first, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const found: string[] = [];
  const tabs = page.getByRole("tab");
  for (const width of new Set([first, ...widths])) {
    if (width !== first) {
      await page.setViewportSize({ width, height });
      await page.evaluate(twoFrames);
    }
    const isOpened = width === first || (await tabs.count()) === 0;
    if (isOpened) found.push(...(await judgeShown({ page }, heading)));
    for (let tab = isOpened ? 1 : 0; tab < (await tabs.count()); tab++) {
      await tabs.nth(tab).click();
      found.push(...(await judgeShown({ page }, heading)));
    }
  }
  return found;
}

/** Judges what is on screen now: a page, or one inside of it. */
export async function judgeShown(
  { page }: { readonly page: Page | Frame },
  heading: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  // A record's name comes with it, after the screen.
  await expect
    .poll(() => page.evaluate(tabAndName, heading), { timeout: 2000 })
    .toSatisfy(isNamed)
    .catch(() => undefined);
  const shown = await page.evaluate(tabAndName, heading);
  if (!isNamed(shown)) found.push(`the tab says "${shown.tab}" on "${shown.name}"`);
  await page.evaluate(standStill);
  found.push(...(await page.evaluate(measure)));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(severeViolations, SEVERE);
  for (const { id, impact, nodes } of violations)
    if (SEVERE.includes(impact ?? ""))
      found.push(...nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`));
  const width = await page.evaluate(() => innerWidth);
  return found.map((line) => `${heading} at ${width} px: ${line}`);
}

/** Runs in the page: the browser's tab, and what it should begin with. The form of a record is called by the record. */
function tabAndName(heading: string): { readonly tab: string; readonly name: string } {
  const record = document.querySelector<HTMLElement>(".form-head-name")?.innerText ?? "";
  return { tab: document.title, name: record === "" ? heading : record };
}

/** Runs in the page. The rules that find nothing severe are not asked: they would take a fourth of axe's time. */
async function severeViolations(severe: readonly string[]): Promise<AxeResults["violations"]> {
  const { axe } = window;
  const others = axe._audit.rules.filter(({ impact }) => !severe.includes(impact));
  const rules = Object.fromEntries(others.map(({ id }) => [id, { enabled: false }]));
  return (await axe.run({ resultTypes: ["violations"], rules })).violations;
}

const isNamed = ({ tab, name }: ReturnType<typeof tabAndName>) => tab.replace("● ", "").startsWith(name);

/** Runs in the page: what fades in is judged as it stays. */
async function standStill(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/** Runs in the page: what sticks out of it, and what the bar of a form lies over at the page's end. */
function measure(): string[] {
  const found: string[] = [];
  const { documentElement: root } = document;
  if (root.scrollWidth > root.clientWidth)
    found.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`);
  const sticksOut = [...document.querySelectorAll<HTMLElement>("main *, header *")].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    // What scrolls or is cut inside its own box may be wider than the page.
    const inBox = element.parentElement?.closest(".table-scroll, .list-sorts, thead, [class*=unseen]");
    return width > 0 && (right > root.clientWidth + 1 || left < -1) && !inBox && !element.closest(".unseen");
  });
  for (const element of sticksOut) found.push(`sticks out: ${element.outerHTML.slice(0, 120)}`);

  const bar = document.querySelector(".form-foot");
  if (bar === null) return found;
  scrollTo(0, document.body.scrollHeight);
  const top = bar.getBoundingClientRect().top;
  for (const field of document.querySelectorAll(".form-field-control")) {
    const { bottom, height } = field.getBoundingClientRect();
    if (height > 0 && bottom > top) found.push(`the bar lies over ${field.parentElement?.id}`);
  }
  if (bar.getBoundingClientRect().bottom > innerHeight + 1) found.push("the bar is out of sight");
  scrollTo(0, 0);
  return found;
}
