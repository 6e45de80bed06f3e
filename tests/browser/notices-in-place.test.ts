import { expect, it } from "vitest";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

// What is told while somebody types moves no field, and hides none that has the focus.
const { api, admin, open } = await beginStory({ as: { username: "ann", role: "contentManager" } });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

declare global {
  interface Window {
    /** Where the first field stood in each frame. */
    fieldTops: Set<number>;
  }
}

async function makeDrink(name: string) {
  const [category] = await api.find("categories", "奶茶");
  return api.create("drinks", { name, price: 50, category: category?._id, hotCold: "冷", size: "大" });
}

it.each(SIZES)("another's change, at $width × $height", async (size) => {
  const made = await makeDrink(`不動茶${size.width}`);
  const person = await open(`/drinks/edit/${made._id}`, size);
  const { page } = person;
  const field = page.getByLabel("飲品名稱");
  await field.fill("還在打字");
  const top = () => field.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await admin.update("drinks", made._id, { price: 65 });
  const notice = page.getByRole("status").filter({ hasText: "價格" });
  await notice.waitFor();
  expect(await top()).toBe(before);
  const lies = await page.evaluate(() => {
    const { bottom = 0 } = document.querySelector(".form-notices")?.getBoundingClientRect() ?? {};
    return bottom <= (document.querySelector(".save-bar")?.getBoundingClientRect().top ?? 0);
  });
  expect(lies).toBe(true);
  expectNoComplaints(person);
});

it.each(SIZES)(
  "the field that would lie behind the notice comes out from there, at $width × $height",
  async (size) => {
    const made = await makeDrink(`看得見茶${size.width}`);
    const { page } = await open(`/drinks/edit/${made._id}`, { ...size, height: 520 });
    const last = page.locator(".form-field:visible").last().locator("input, textarea, button").first();
    await last.focus();
    await last.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await admin.update("drinks", made._id, { price: 65 });
    await page.getByRole("status").filter({ hasText: "價格" }).waitFor();
    await expect
      .poll(() =>
        last.evaluate((element) => {
          const foot = document.querySelector(".form-foot")?.getBoundingClientRect().top ?? 0;
          return foot - element.getBoundingClientRect().bottom;
        }),
      )
      .toBeGreaterThanOrEqual(0);
  },
);

it.each(SIZES)("a draft that is offered, at $width × $height", async (size) => {
  const made = await makeDrink(`草稿茶${size.width}`);
  const { page } = await open(`/drinks/edit/${made._id}`, size);
  await page.getByLabel("飲品名稱").fill("沒有儲存");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => /draft/i.test(key))))
    .toBe(true);
  await page.addInitScript(() => {
    window.fieldTops = new Set();
    const look = () => {
      const field = document.querySelector(".form-field input");
      if (field !== null) window.fieldTops.add(field.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await page.locator(".draft").waitFor();
  expect(await page.evaluate(() => [...window.fieldTops])).toHaveLength(1);
});

it("what stands in the way of a deletion lies under no other control, at 390 × 844", async () => {
  const category = await api.create("categories", { name: "擋路類" });
  const rest = { price: 50, hotCold: "冷", size: "大" };
  await api.create("drinks", { name: "擋路茶", category: category._id, ...rest });
  const { page } = await open("/categories/list?search=擋路類", { width: 390, height: 844 });
  await page.getByRole("button", { name: /擋路類$/ }).click();
  await page.getByRole("alertdialog").getByRole("button").last().click();
  const panel = page.locator(".refused");
  await panel.waitFor();
  const hidden = await panel.locator("button, a").evaluateAll((controls) =>
    controls
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return !one.contains(there);
      })
      .map(({ textContent }) => textContent),
  );
  expect(hidden).toEqual([]);
});
