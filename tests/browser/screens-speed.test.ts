import { beforeAll, expect, it } from "vitest";
import { expectHeading, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

const { api, open } = await beginStory();

beforeAll(async () => {
  for (let row = 1; row <= 60; row++) await api.create("ingredients", { name: `Row ${row}`, price: 1 + row });
});

/** Milliseconds: three times what the quickest of comparable products need, so that a busy machine is no failure. */
const KEY = 26;
const NEXT_PAGE = 320;
/** The best of these many turns counts: others are the machine's, not ours. */
const TURNS = 5;

it("a key in the drink's form is on screen within a frame or two of work", async () => {
  const person = await open("/drinks/create");
  const { page } = person;
  await expectHeading(page, "新建飲品");
  const metrics = await person.context.newCDPSession(page);
  await metrics.send("Performance.enable");
  const worked = async () => {
    const { metrics: all } = await metrics.send("Performance.getMetrics");
    return (all.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  await page.getByLabel("飲品名稱").click();
  const perKey: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const before = await worked();
    await page.keyboard.type("milktea500");
    perKey.push(((await worked()) - before) / 10);
  }
  expect(await page.getByLabel("飲品名稱").inputValue()).toBe("milktea500".repeat(TURNS));
  expect(Math.min(...perKey)).toBeGreaterThan(0);
  expect(Math.min(...perKey)).toBeLessThan(KEY);
  expectNoComplaints(person);
});

it("the next page of a list is there at once", async () => {
  const person = await open("/ingredients/list?sort=price&order=asc");
  const { page } = person;
  await page.getByRole("table").waitFor();
  await rowOf(page, "Row 1").waitFor();
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) took.push(await page.evaluate(turnPage));
  expect(Math.min(...took)).toBeLessThan(NEXT_PAGE);
  expectNoComplaints(person);
});

/** Runs in the page: presses “next” and answers the milliseconds until other rows are painted. */
function turnPage(): Promise<number> {
  const first = () => document.querySelector("tbody td")?.textContent;
  const before = first();
  const start = performance.now();
  document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')?.click();
  return new Promise((resolve) => {
    const look = () => {
      const isThere = first() !== before && document.querySelector("table[aria-busy=true]") === null;
      if (isThere) setTimeout(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
