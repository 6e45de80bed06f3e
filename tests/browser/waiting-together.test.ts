import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Route } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { PATHS } from "../../src/wire/paths.ts";
import { openApi } from "./api.ts";
import { chooseFiles, expectPictures, pasteHtml } from "./fields.ts";
import { smallPng } from "./photos.ts";
import { expectHeading, expectPath } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { writeTrials } from "./trial-config.ts";
import { expectNoComplaints, visit } from "./visit.ts";

const folder = await mkdtemp(join(tmpdir(), "together-"));
afterAll(() => rm(folder, { recursive: true }));
await writeTrials(folder, [], {
  leaflets: {
    name: { type: "string", title: "Name" },
    cover: { type: "object", title: "Cover", image: true },
    back: { type: "object", title: "Back", image: true },
    text: { type: "string", title: "Text", format: "html" },
  },
});
const product = await beginProduct({ CONFIG_DIR: folder, SAMPLE_DATA: "off" });
const api = await openApi(product.url, "director", ADMIN_PASSWORD, "/session/login");

it("three fields that wait for save are one save; given up it leaves all ready, and nothing is uploaded twice", async () => {
  const person = await visit(`${product.url}/leaflets/create`, { session: api });
  const { page } = person;
  await expectHeading(page, "New leaflets");
  await page.getByLabel("Name").fill("Spring");
  for (const label of ["Cover", "Back"]) {
    const field = page.getByRole("group", { name: label, exact: true });
    await chooseFiles(page, field.getByRole("button", { name: /Add image/ }), await smallPng(`${label}.png`));
    await expectPictures(field, 1);
  }
  const inline = (await smallPng("inline.png", "#3a6")).buffer.toString("base64");
  const text = page.getByRole("textbox", { name: "Text" });
  await pasteHtml(text, `<p>Read this</p><p><img src="data:image/png;base64,${inline}"></p>`);
  await expectPictures(text, 1);

  const uploads: Route[] = [];
  await page.route(`**${PATHS.upload}`, (route) => void uploads.push(route));
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/rest/leaflets")) saves.push(request.url());
  });
  const dialog = page.getByRole("dialog");
  const save = page.getByRole("button", { name: "Save", exact: true });

  await save.click();
  await expect.poll(() => uploads.length).toBe(3);
  await dialog.getByText(/^Preparing Cover\b.*, Back\b.*, and Text\b.* \(0 of 3 done\)$/).waitFor();
  await Promise.all(uploads.slice(0, 2).map((route) => route.continue()));
  await dialog.getByText(/^Preparing \w+ .*\(2 of 3 done\)$/).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(1);
  await dialog.getByRole("button", { name: "Give up" }).click();
  await dialog.waitFor({ state: "detached" });

  await expectPath(page, "/leaflets/create");
  expect(saves).toEqual([]);
  expect(await page.getByLabel("Name").inputValue()).toBe("Spring");
  for (const label of ["Cover", "Back"])
    await expectPictures(page.getByRole("group", { name: label, exact: true }), 1);
  await expectPictures(text, 1);

  await save.click();
  await expect.poll(() => uploads.length).toBe(4);
  await uploads[3]?.continue();
  await expectPath(page, "/leaflets/list");
  expect(saves).toHaveLength(1);
  expect(uploads).toHaveLength(4);
  const [made] = await api.find("leaflets", "Spring");
  expect(await api.read("leaflets", String(made?._id))).toMatchObject({
    name: "Spring",
    cover: { imgUrl: expect.stringMatching(/^\/api\//), expiresAt: null },
    back: { imgUrl: expect.stringMatching(/^\/api\//), expiresAt: null },
    text: expect.stringMatching(/<img[^>]* src="\/api\//),
  });
  expectNoComplaints(person);
});
