import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { showGallery } from "../../../src/workbench/gallery.tsx";
import { pluginsOnDisk } from "../../browser/plugins-on-disk.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The gallery at an address below its own, where the dev server has this messages.json. */
async function showAt(address: string, messages: string): Promise<HTMLElement> {
  history.replaceState(null, "", `/dev/plugins${address}`);
  vi.stubGlobal("fetch", async (path: string) => new Response(path === "/dev/messages.json" ? messages : ""));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.createElement("div");
  document.body.append(place);
  await act(() => showGallery(place));
  return place;
}

test("the gallery has every plugin folder on disk, and nothing is wrong with any", async () => {
  const place = await showAt("/", "{}");
  const names = [...place.querySelectorAll(".gallery-card > a")].map(({ textContent }) => textContent);
  expect(names.toSorted()).toEqual(
    pluginsOnDisk()
      .map(({ manifest }) => manifest.name)
      .toSorted(),
  );
  expect(place.querySelector(".badge")).toBeNull();
});

test("its cells say what messages.json says, whatever else that file has", async () => {
  const messages = { en: { "cell.yes": "Oh yes", wrong: 1 }, de: "no messages", nl: {} };
  const place = await showAt("/cell/boolean", JSON.stringify(messages));
  await vi.waitFor(() => expect(place.querySelector("[data-state=filled] td")?.textContent).toBe("Oh yes"));
  const languages = place.querySelectorAll<HTMLOptionElement>("#gallery-language option");
  expect([...languages].map(({ value }) => value)).toEqual(expect.arrayContaining(["en", "nl"]));
  expect([...languages].map(({ value }) => value)).not.toContain("de");
});

test("a messages.json that cannot be read leaves the plugins' own messages", async () => {
  const place = await showAt("/widget/rating?language=zh-TW", "{");
  expect(place.querySelector("h1")?.textContent).toBe("rating");
  expect(place.querySelector<HTMLSelectElement>("#gallery-language")?.value).toBe("zh-TW");
});
