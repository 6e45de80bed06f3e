import { describe, expect, it } from "vitest";
import type { AppView } from "../../../../src/wire/views.ts";
import { makeBook, rowsOf } from "../../records/library-records.ts";
import { BOOKS, openDrafts } from "./open-drafts.ts";
import { type EditingServer, newShelves } from "./open-editing.ts";

const hint = { description: "Under it", text: { en: "As long as it takes" } };
let editing: EditingServer;
const { preview, tokenOf, withBooks, withoutHome } = openDrafts(
  (opened) => {
    editing = opened;
  },
  { manifests: { textarea: { messages: { hint } } } },
);

it("a preview has the sentences of the plugins that the draft uses, and no others", async () => {
  const without = editing.textWith(BOOKS, (json) => {
    delete json.schema.properties.summary.widget;
  });
  const original = editing.onDisk(BOOKS) ?? "";
  const served = async () =>
    (await editing.server.call<AppView>("GET", "/api/config", { token: editing.token })).body;
  const drafted = async (text: string) =>
    (await preview<AppView>("/api/config", await tokenOf({ [BOOKS]: text }))).body;
  const sentence = ({ messages }: AppView) => messages.en?.["textarea.hint"];
  expect([sentence(await served()), sentence(await drafted(without))]).toEqual([
    "As long as it takes",
    undefined,
  ]);
  editing.library.edit(BOOKS, without);
  await editing.server.config?.follow();
  expect([sentence(await served()), sentence(await drafted(original))]).toEqual([
    undefined,
    "As long as it takes",
  ]);
});

describe("looking at a draft", () => {
  it("shows stored records as they would be, with the draft's own config and validators", async () => {
    await makeBook(editing.server, { title: "Seen", price: 7 });
    const draft = await tokenOf({
      ...withBooks((json) => {
        json.label = "volume";
        json.schema.properties.shelf = { type: "string", title: "Shelf", default: "A1" };
        json.schema.properties.price = { type: "string", title: "Price" };
        json.endpoints = { list: "/rest/volumes", record: "/rest/volumes/{id}" };
      }),
      ...withoutHome(),
    });
    const { rows } = await preview("/api/rest/volumes?limit=100", draft);
    expect(rows("books").find(({ title }) => title === "Seen")).toMatchObject({
      shelf: "A1",
      price: "7",
    });
    const { body: view } = await preview<AppView>("/api/config", draft);
    const books = view.entities.find((one) => one.access === "full" && one.entity.id === "books");
    if (books?.access !== "full") throw new Error("The books are not served.");
    expect(books.entity.label).toBe("volume");
    const module = await editing.server.call("GET", books.validator.url);
    expect([module.status, module.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect((await preview("/api/rest/books", draft)).status).toBe(404);
    expect((await editing.server.call("GET", "/api/rest/books", { token: editing.token })).status).toBe(200);
    expect((await editing.server.call("GET", "/api/rest/volumes", { token: editing.token })).status).toBe(
      404,
    );
  });

  it("a new entity is there and empty", async () => {
    const draft = await tokenOf(newShelves(editing));
    expect((await preview("/api/rest/shelves", draft)).body).toEqual({ shelves: [], total: 0 });
  });

  it("stores nothing, serves nothing, writes nothing", async () => {
    const { server, library } = editing;
    const everything = async () => [
      await Promise.all(
        ["books", "subjects", "loans", "members", "reading-lists"].map((one) => rowsOf(server, one)),
      ),
      await server.store.read((view) =>
        Promise.all(["config.served", "config.before"].map((key) => view.settings(key))),
      ),
      [...((await server.config?.read()) ?? [])],
    ];
    const before = await everything();
    const served = server.holder.current;
    const draft = await tokenOf({
      ...withBooks((json) => {
        json.schema.properties.price = { type: "string", title: "Price" };
        json.schema.properties.shelf = { type: "string", title: "Shelf", default: "A1" };
      }),
      ...withoutHome(),
      "samples/books.json": null,
    });
    const book = (await rowsOf(server, "books")).at(0) as { _id: string };
    for (const url of [
      "/api/rest/books",
      `/api/rest/books/${book._id}`,
      "/api/config",
      "/api/config/files",
      "/api/health",
    ]) {
      expect([url, (await preview(url, draft)).status]).toEqual([url, 200]);
    }
    await server.config?.follow();
    expect(await everything()).toEqual(before);
    expect(server.holder.current).toBe(served);
    expect(library.config).toBeDefined();
  });
});
