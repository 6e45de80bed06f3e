import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/record/json.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { FakeServer } from "../fake-server.ts";
import { type AppOptions, openApp } from "../open-app.tsx";

/** What the account has chosen, on whichever device. */
let chosen: Record<string, JsonObject[string]>;
beforeEach(() => {
  chosen = {};
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
});

/** The library also speaks "de": each sentence with a sign in front. */
const twoLanguages = {
  config: {
    "messages.json": (json) => {
      const german = Object.entries(json.en as object).map(([key, text]) => [key, `§${text}`]);
      json.de = Object.fromEntries(german);
    },
  } satisfies AppOptions["config"],
  prepare(server: FakeServer) {
    server.on(`GET ${PATHS.preferences}`, () => ({ status: 200, body: { ...chosen } }));
    for (const key of ["language", "theme"])
      server.on(`PUT ${PATHS.preferences}/${key}`, ({ body }) => {
        if (body === null) delete chosen[key];
        else chosen[key] = body as string;
        return { status: 200, body: {} };
      });
  },
};

const HOME = "You can work here:";
const panel = () => screen.findByRole("dialog", { name: /Language and colours$/ });
const radios = async (group: string) => {
  const set = within(await panel()).getByRole("group", { name: group });
  const names = within(set).getAllByRole<HTMLInputElement>("radio");
  return names.map((one) => `${one.checked ? "●" : "○"} ${one.closest("label")?.textContent}`);
};

async function openMenu(options: AppOptions = twoLanguages) {
  const app = await openApp("/", options);
  await app.heading(HOME);
  await app.person.click(app.button("Hello ada"));
  await panel();
  return app;
}

describe("the person menu", () => {
  it("stands in the header beside the log-out, and offers languages and colours", async () => {
    const app = await openMenu();
    expect(app.button("Log out")).toBeDefined();
    expect(await radios("Language")).toEqual(["● As set up", "○ English", "○ Deutsch", "○ As the device"]);
    expect(await radios("Colours")).toEqual(["○ Light", "○ Dark", "● As the device"]);
    expect(screen.getByText("Deutsch").lang).toBe("de");
  });

  it("offers no language where the config has but one", async () => {
    await openMenu({ prepare: twoLanguages.prepare });
    expect(screen.queryByRole("group", { name: "Language" })).toBeNull();
    expect(await radios("Colours")).toHaveLength(3);
  });

  it("is worked by the keyboard alone", async () => {
    const app = await openApp("/", twoLanguages);
    await app.heading(HOME);
    app.button("Hello ada").focus();
    await app.person.keyboard("{Enter}");
    const colours = within(await panel()).getByRole("group", { name: "Colours" });
    within(colours).getByLabelText<HTMLInputElement>("As the device").focus();
    await app.person.keyboard("{ArrowUp}");
    await waitFor(() => expect(chosen.theme).toBe("dark"));
  });

  it("changes colours at once, on this device and with the account", async () => {
    const app = await openMenu();
    await app.person.click(screen.getByLabelText("Dark"));
    expect(document.documentElement.dataset.theme).toBe("dark");
    await waitFor(() => expect(chosen).toEqual({ theme: "dark" }));
    expect(app.stored.get("theme")).toBe("dark");
    await app.person.click(within(await panel()).getAllByLabelText("As the device")[1] ?? document.body);
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(app.stored.has("theme")).toBe(false);
  });

  it("changes the language of all that is on the screen, without leaving it, and of what is asked", async () => {
    const app = await openMenu();
    await app.follow();
    await app.person.click(screen.getByLabelText("Deutsch"));
    await waitFor(() => expect(chosen).toEqual({ language: "de" }));
    await app.follow();
    await app.heading(`§${HOME}`);
    expect(screen.getByRole("button", { name: "§Log out" })).toBeDefined();
    expect(app.server.calls.at(-1)?.language).toBe("de");
    await app.person.click(screen.getByLabelText("§As set up"));
    await app.follow();
    await app.heading(HOME);
    expect(chosen).toEqual({});
  });
});

describe("what the account chose", () => {
  it("is there on another device, from its first screen on", async () => {
    chosen = { theme: "dark", language: "de" };
    const app = await openApp("/", twoLanguages);
    await app.heading(`§${HOME}`);
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(Object.fromEntries(app.stored)).toMatchObject({ theme: "dark", language: "de" });
  });

  it("stays on the device after a log-out, for the log-in page; another account brings its own", async () => {
    chosen = { theme: "dark", language: "de" };
    const app = await openApp("/", twoLanguages);
    await app.heading(`§${HOME}`);
    await app.follow();
    await app.person.click(screen.getByRole("button", { name: "§Log out" }));
    await app.person.click(await screen.findByRole("button", { name: "§Log me out" }));
    await waitFor(() => expect(app.services.session.get()).toBeUndefined());
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(app.server.asked(`GET ${PATHS.publicConfig}`).at(-1)?.language).toBe("de");
    chosen = {};
    app.unmount();
    const other = await openApp("/", { ...twoLanguages, stored: app.stored });
    await other.heading(HOME);
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(Object.fromEntries(other.stored)).not.toHaveProperty("language");
  });
});

it("each of its questions has one answer: the radio buttons of one are apart from those of the other", async () => {
  await openMenu();
  const names = (group: string) =>
    within(screen.getByRole("group", { name: group }))
      .getAllByRole<HTMLInputElement>("radio")
      .map(({ name }) => name);
  const [language, colours] = [new Set(names("Language")), new Set(names("Colours"))];
  expect([language.size, colours.size]).toEqual([1, 1]);
  expect([...language]).not.toEqual([...colours]);
  expect(language).not.toContain("");
});
