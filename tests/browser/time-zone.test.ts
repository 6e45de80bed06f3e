import { expect, it } from "vitest";
import { expectHeading } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

/** The server stands in one zone, the person in another; the shop is in Taipei. */
const { api, open } = await beginStory({ settings: { TZ: "America/New_York" } });
const AT_HOME = { timeZone: "Pacific/Auckland" };

const inTaipei = (moment: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("zh-TW", { ...style, timeZone: "Asia/Taipei" }).format(new Date(moment));

it("a list shows when a record changed by the clocks of the shop", async () => {
  const made = await api.create("categories", { name: "時區", parent: null });
  const person = await open("/categories/list?search=時區", AT_HOME);
  const { page } = person;
  await expectHeading(page, "Category list");
  const style = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const shown = page.locator(`time[datetime="${made.updatedAt}"]`);
  // Node and the browser write other blanks.
  const words = (text: string) => text.split(/\s+/);
  expect(words(await shown.innerText())).toEqual(words(inTaipei(made.updatedAt, { ...style, hour12: true })));
  const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(own).toBe(AT_HOME.timeZone);
  expectNoComplaints(person);
});

it("who changed it, and when, is said by the same clocks: by the server and by the form", async () => {
  const made = await api.create("ingredients", { name: "時區", price: 5 });
  const person = await open(`/ingredients/edit/${made._id}`, AT_HOME);
  const { page } = person;
  await page.getByLabel("Price").fill("6");
  const { updatedAt } = await api.update("ingredients", made._id, { price: 7 });
  const refused = page.waitForResponse((response) => response.status() === 409);
  await page.getByRole("button", { name: "Save" }).click();
  const at = inTaipei(updatedAt, { dateStyle: "medium", timeStyle: "short" });
  expect((await (await refused).json()).message).toContain(at);
  await page.getByText(at).waitFor();
  expectNoComplaints(person, /status of 409/);
});
