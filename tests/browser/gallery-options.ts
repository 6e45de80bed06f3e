import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";

type Option = NonNullable<PluginManifest["options"]>["properties"][string];

/** Where an author edits the options of the example shown. */
export const optionsEditor = (page: Page) => page.getByLabel("Options, as a config has them");

/** Tries another value of an option, which the address keeps; then a wrong one, which is refused and changes nothing. */
export async function tryOptions(page: Page, { options }: PluginManifest): Promise<void> {
  const [first] = Object.entries(options?.properties ?? {});
  if (first === undefined) return;
  const [name, schema] = first;
  const editor = optionsEditor(page);
  const refusal = page.locator(".gallery-panel", { has: editor }).getByRole("alert");
  const written: object = JSON.parse(await editor.inputValue());
  const tried = () => new URL(page.url()).searchParams.get("options");
  const before = tried();

  await editor.fill(JSON.stringify({ ...written, [name]: otherValue(schema, Reflect.get(written, name)) }));
  await expect.poll(tried).not.toBe(before);
  expect(await refusal.count()).toBe(0);

  const kept = tried();
  await editor.fill(JSON.stringify({ ...written, [name]: { no: "such value" } }));
  await expect.poll(() => refusal.textContent()).toMatch(/^\/.+ The boxes keep the last valid options\.$/s);
  expect(tried()).toBe(kept);
}

/** A value that the schema takes and that is not the one there is. */
function otherValue(
  { type, enum: choices, examples = [], default: own, minimum }: Option,
  now: unknown,
): unknown {
  const isOther = (value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(now ?? own) && JSON.stringify(value) !== JSON.stringify(own);
  const listed = [...(choices ?? []), ...examples].find(isOther);
  if (listed !== undefined) return listed;
  if (type === "boolean") return own !== true;
  if (type === "integer" || type === "number") return Number(now ?? own ?? minimum ?? 0) + 1;
  if (type === "array" && Array.isArray(own)) return own.slice(1);
  return "another";
}
