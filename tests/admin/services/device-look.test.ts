import { expect, test } from "vitest";
import { makeDeviceLook } from "../../../src/admin/services/device-look.ts";
import { makePlace } from "../page.ts";

const languages = ["de-AT", "en"];

function makeLook(stored: Readonly<Record<string, string>> = {}) {
  const place = makePlace();
  for (const [key, value] of Object.entries(stored)) place.stored.set(key, value);
  const root = { dataset: {} as DOMStringMap };
  return { ...place, root, look: makeDeviceLook({ storage: place.storage, root, languages }) };
}

test("what is chosen is shown and kept on the device, until something else is", () => {
  const { look, root, stored } = makeLook();
  expect(look.adopt({ theme: "dark", language: "de" })).toBe(true);
  expect([root.dataset.theme, Object.fromEntries(stored)]).toEqual([
    "dark",
    { theme: "dark", language: "de" },
  ]);
  expect(look.language()).toBe("de");
  expect(look.adopt({ theme: "light", language: "de", sidebar: "collapsed" })).toBe(false);
  expect(root.dataset.theme).toBe("light");
  expect(look.adopt({})).toBe(true);
  expect([root.dataset, Object.fromEntries(stored)]).toEqual([{}, {}]);
  expect(look.language()).toBeUndefined();
});

test("as the device: its colours, and the languages that it is set to", () => {
  const { look, root, stored } = makeLook({ theme: "dark", language: "en" });
  expect(look.adopt({ theme: "system", language: "system" })).toBe(true);
  expect([root.dataset, stored.get("theme")]).toEqual([{}, undefined]);
  expect([look.language(), stored.get("language")]).toEqual(["de-AT,en", "de-AT,en"]);
});

test("what the last start fetched is not fetched again; what makes no sense is not taken over", () => {
  expect(makeLook({ language: "en" }).look.adopt({ language: "en" })).toBe(false);
  const { look, root } = makeLook();
  expect(look.adopt({ theme: "pink", language: ["en"] })).toBe(false);
  expect(root.dataset).toEqual({});
});

test("where nothing can be stored, colours hold for the page", () => {
  const root = { dataset: {} as DOMStringMap };
  const full = () => {
    throw new DOMException("Full", "QuotaExceededError");
  };
  const look = makeDeviceLook({
    storage: { getItem: () => null, setItem: full, removeItem: full },
    root,
    languages,
  });
  look.adopt({ theme: "dark", language: "de" });
  expect(root.dataset.theme).toBe("dark");
});
