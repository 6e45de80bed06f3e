import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AlternatingProxy, alternatingProxy } from "../../browser/alternating-proxy.ts";
import { expectNotice, logInToLibrary } from "../../browser/library.ts";
import { rowOf } from "../../browser/screen.ts";
import { ADMIN_PASSWORD, type Product } from "../../browser/serve-product.ts";
import { endVisits, visit } from "../../browser/visit.ts";
import { type Business, makeBusiness } from "./business.ts";

// Two pages, a list and a form, at two servers behind a balancer that sends each request to the next one.
let business: Business;
let servers: readonly [Product, Product];
let proxy: AlternatingProxy;
beforeAll(async () => {
  business = await makeBusiness("PostgreSQL");
  servers = [await business.serve(), await business.serve()];
  proxy = await alternatingProxy(servers.map(({ url }) => url));
});
afterAll(async () => {
  await endVisits();
  await proxy?.stop();
  await business.remove();
});

async function atLibrary(path: string): Promise<Page> {
  const { page } = await visit(`${proxy.url}/login`);
  await logInToLibrary(page, "director", ADMIN_PASSWORD);
  await page.goto(`${proxy.url}${path}`);
  return page;
}
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const name = (page: Page) => page.getByLabel("Name", { exact: true });

/** The open list says by itself that there is something new; it is shown when the person wants it, in an empty list at once. */
async function expectHeard(list: Page, text: string): Promise<void> {
  const row = rowOf(list, text);
  const show = list.getByRole("button", { name: "Show", exact: true });
  await row.or(show).first().waitFor({ timeout: 30_000 });
  if (await show.isVisible()) await show.click();
  await row.waitFor();
  expect(await row.count()).toBe(1);
}

it("no word is lost and nobody logged out when the database is restarted, and when one server is killed", async () => {
  const list = await atLibrary("/subjects");
  const page = await atLibrary("/subjects/create");
  await name(page).fill("As ever");
  await save(page);
  await expectNotice(page, "Saved");
  await expectHeard(list, "As ever");

  await page.goto(`${proxy.url}/subjects/create`);
  await name(page).fill("While the database is away");
  await business.cluster?.stop();
  await save(page);
  await expectNotice(page, "The library's records cannot be reached at present");
  expect(await name(page).inputValue()).toBe("While the database is away");
  await business.cluster?.start();
  await save(page);
  await expectNotice(page, "Saved");
  await expectHeard(list, "While the database is away");

  await page.goto(`${proxy.url}/subjects/create`);
  await name(page).fill("While a server is killed");
  await servers[1].stop("SIGKILL");
  // Until the balancer notices, every second request fails: some of those that saving takes.
  await save(page);
  const isSaved = page
    .getByRole("region", { name: "Notices" })
    .getByText(/Saved|cannot be reached|Not saved/i);
  await isSaved.first().waitFor();
  proxy.leaveOut(servers[1].url);
  if (new URL(page.url()).pathname.endsWith("/create")) {
    expect(await name(page).inputValue()).toBe("While a server is killed");
    await save(page);
  }
  await expectHeard(list, "While a server is killed");
  await page.goto(`${proxy.url}/subjects`);
  for (const text of ["As ever", "While the database is away", "While a server is killed"])
    await rowOf(page, text).waitFor();
}, 180_000);
