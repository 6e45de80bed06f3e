import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";

type Option = NonNullable<PluginManifest["options"]>["properties"][string];

/** Edits an option in the form that RJSF makes of them, then writes a wrong one where the form lets one. */
export async function tryOptions(page: Page, { options }: PluginManifest): Promise<void> {
  const properties = Object.entries(options?.properties ?? {});
  // What is added to a list is empty at first, and so refused.
  const first = properties.find(([, { type }]) => type !== "array") ?? properties[0];
  if (first === undefined) return;
  const written = page.locator("code[data-options]");
  const before = await written.textContent();
  await edit(page, ...first);
  await expect.poll(() => written.textContent()).not.toBe(before);
  expect(await page.locator(".option-errors").count()).toBe(0);

  const wrong = properties.flatMap(([name, schema]) => {
    const value = wrongValue(schema);
    return value === undefined ? [] : [[name, value] as const];
  })[0];
  if (wrong === undefined) return;
  const [name, value] = wrong;
  await page.locator(`#option_${name}`).fill(value);
  const said = page.locator(".option-field", { has: page.locator(`#option_${name}`) });
  await expect.poll(() => said.locator(".option-errors").textContent()).toMatch(/^[A-Z"].+\.$/s);
  await page.getByText("The boxes keep the last that hold.").waitFor();
}

async function edit(page: Page, name: string, schema: Option): Promise<void> {
  const field = page.locator(`#option_${name}`);
  if (schema.enum !== undefined) {
    const other = schema.enum.findIndex((value) => value !== schema.default);
    const selected = await field.inputValue();
    const values = await field
      .locator("option")
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLOptionElement ? one.value : "")));
    await field.selectOption(values.find((value) => value !== selected && value !== "") ?? String(other));
  } else if (schema.type === "boolean") await field.click();
  else if (schema.type === "array") {
    await page
      .locator(`#option_${name}_0__remove`)
      .or(page.locator(`#option_${name}__add`))
      .first()
      .click();
  } else {
    const now = await field.inputValue();
    const [example] = schema.examples ?? [];
    const other = String(example ?? "") === now ? "" : String(example ?? "");
    const number = schema.type === "integer" || schema.type === "number";
    await field.fill(other !== "" ? other : number ? String(Number(now) + 1) : "another");
  }
}

/** What a person can write into the field of an option that its schema refuses. */
function wrongValue({ type, minimum, maximum }: Option): string | undefined {
  if (type !== "integer" && type !== "number") return undefined;
  if (minimum !== undefined) return String(minimum - 1);
  return maximum === undefined ? undefined : String(maximum + 1);
}
