import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openApp } from "../open-app.tsx";

// A form that is being filled in when its kind of record, or the permission for it, is taken out.

const GONE = /^This kind of record has been taken out/;
const WITHOUT = {
  "entities/reading-lists.json": undefined,
  "samples/reading-lists.json": undefined,
  "app.json": (config: { menu: { entities: string[] }[] }) => void config.menu[0]?.entities.pop(),
};
const NO_STOCK = {
  "app.json": ({ roles }: { roles: Record<string, { permissions: string[] }> }) => {
    if (roles.keeper !== undefined) roles.keeper.permissions = ["lending"];
  },
};

async function openTyped(role: string) {
  const app = await openApp("/reading-lists/create", { role });
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  await app.person.type(name, "By the sea");
  return { ...app, name };
}

it("keeps what is typed as it is, says why it cannot be saved, and follows again when the entity is back", async () => {
  const app = await openTyped("director");
  await app.server.change(WITHOUT);
  await app.follow();
  const notice = (await screen.findByText(GONE)).closest(".form-notice");
  expect(app.name.isConnected && app.name.value).toBe("By the sea");
  expect(app.address()).toBe("/reading-lists/create");
  await app.heading("New reading list");
  const save = app.button("Save");
  expect(save.getAttribute("aria-disabled")).toBe("true");
  expect(save.getAttribute("aria-describedby")).toBe(notice?.id);
  // Other changes meanwhile, also of the words of the app, leave it alone.
  await app.server.change({
    ...WITHOUT,
    "messages.json": ({ en }) => Object.assign(en, { "shell.home": "Begin:" }),
  });
  await app.follow();
  await app.person.type(app.name, "side");
  await app.person.click(save);
  expect(document.activeElement).toBe(notice);
  expect(app.toasts()).toEqual([]);
  expect(app.server.calls.filter(({ method }) => method === "POST" || method === "PUT")).toEqual([]);
  await app.server.change({
    "entities/reading-lists.json": (json) =>
      Object.assign(json.schema.properties.name, { title: "Name of the list" }),
  });
  await app.follow();
  const back = await screen.findByLabelText<HTMLInputElement>(/^Name of the list/);
  expect(back).toBe(app.name);
  expect(back.value).toBe("By the seaside");
  expect(screen.queryByText(GONE)).toBeNull();
  expect(app.button("Save").getAttribute("aria-disabled")).toBeNull();
  expect(app.toasts()).toEqual([]);
});

it("asks before it is left; then there is nothing of it any more", async () => {
  const app = await openTyped("director");
  await app.server.change(WITHOUT);
  await app.follow();
  await screen.findByText(GONE);
  await app.person.click(app.button("Cancel"));
  await app.person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(app.name.isConnected && app.name.value).toBe("By the sea");
  await app.person.click(app.button("Cancel"));
  await app.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await app.at("/");
  await app.heading("You can work here:");
  app.go("/reading-lists/create");
  await app.heading("This page has been taken out of the configuration");
});

it("stays so when the account loses the permission, and goes on when it has it again", async () => {
  const app = await openTyped("keeper");
  await app.server.change(NO_STOCK);
  await app.follow();
  await screen.findByText(GONE);
  expect(app.address()).toBe("/reading-lists/create");
  expect(app.toasts()).toEqual([]);
  // Other addresses that it has lost are refused as ever; the form stands.
  app.go("/books/list");
  await waitFor(() => expect(app.toasts()).toEqual(["error: You have no permission for this page"]));
  await app.at("/reading-lists/create");
  expect(app.name.isConnected && app.name.value).toBe("By the sea");
  await app.server.change({});
  await app.follow();
  await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
  expect(app.name.isConnected && app.name.value).toBe("By the sea");
});

it("is left for home once its permission is lost", async () => {
  const app = await openTyped("keeper");
  await app.server.change(NO_STOCK);
  await app.follow();
  await screen.findByText(GONE);
  await app.person.click(app.button("Cancel"));
  await app.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await app.at("/");
  await app.heading("You can work here:");
});

it("a form that nothing was typed into goes as every screen does", async () => {
  const app = await openApp("/reading-lists/create");
  await screen.findByLabelText(/^Name/);
  await app.server.change(WITHOUT);
  await app.follow();
  await app.heading("This page has been taken out of the configuration");
});
