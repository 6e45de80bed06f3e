import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Api, Made } from "./api.ts";
import type { ChosenFile } from "./photos.ts";

/** Opens a picker, searches it and takes the option of that name. */
export async function pick(page: Page, picker: Locator, name: string): Promise<void> {
  await picker.fill(name);
  // Not one of the choices from before the search: they are replaced, perhaps under the pointer.
  await page.getByRole("listbox").and(page.locator("[aria-busy=false]")).waitFor();
  await page.getByRole("listbox").getByRole("option", { name, exact: true }).click();
  await expect.poll(() => picker.inputValue()).toBe(name);
}

/** The options of the picker that is open. */
export const optionsOf = (page: Page): Locator => page.getByRole("listbox").getByRole("option");

/** The names that an open picker offers, once it has asked. */
export async function offered(page: Page): Promise<readonly string[]> {
  await page.getByRole("listbox").and(page.locator("[aria-busy=false]")).waitFor();
  return optionsOf(page).allInnerTexts();
}

/** Chooses files through the browser's own dialog, opened by the button. */
export async function chooseFiles(page: Page, button: Locator, ...files: ChosenFile[]): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await button.click();
  await (await dialog).setFiles(files);
}

/** Pastes HTML as another program leaves it on the clipboard. */
export async function pasteHtml(into: Locator, html: string): Promise<void> {
  await into.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Every image shown in it has arrived and is no broken one. */
export async function expectPictures(within: Locator, count: number): Promise<void> {
  await expect
    .poll(() =>
      within
        .locator("img")
        .evaluateAll(
          (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
        ),
    )
    .toBe(count);
}

/** Uploads as the browser does; the image record can go into a record. */
export async function upload(url: string, { token }: Api, file: ChosenFile): Promise<Made> {
  const body = new FormData();
  body.append("files", new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name);
  const answer = await fetch(`${url}/api/upload/images`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  const [image] = (await answer.json()) as readonly Made[];
  if (image === undefined) throw new Error(`The server answered ${answer.status} with no image`);
  return image;
}
