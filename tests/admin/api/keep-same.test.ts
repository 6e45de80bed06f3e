import { beforeAll, describe, expect, it } from "vitest";
import { keepSame } from "../../../src/admin/api/keep-same.ts";
import type { AppView, OpenEntity, PublicView } from "../../../src/wire/views.ts";
import { makeFakeServer } from "../fake-server.ts";

type Change = Parameters<Awaited<ReturnType<typeof makeFakeServer>>["change"]>[0];
let server: Awaited<ReturnType<typeof makeFakeServer>>;
beforeAll(async () => {
  server = await makeFakeServer();
});

async function views(change: Change) {
  await server.change(change);
  const get = async (path: string) => (await server.fetch(path, {})).json();
  return {
    app: (await get("/api/config")) as AppView,
    open: (await get("/api/config/public")) as PublicView,
  };
}
const openOf = (view: AppView, id: string): OpenEntity => {
  const found = view.entities.find((one) => one.access === "full" && one.entity.id === id);
  if (found?.access !== "full") throw new Error(`no ${id}`);
  return found;
};

describe("the view of the account", () => {
  it("is the same object when nothing changed", async () => {
    const before = await views({});
    const next = await views({});
    expect(next.app).not.toBe(before.app);
    expect(keepSame(before.app, next.app)).toBe(before.app);
  });

  it("keeps every entity that did not change, wherever it stands now", async () => {
    const before = (await views({})).app;
    const next = (
      await views({
        "entities/a-first.json": JSON.stringify({
          ...openOf(before, "subjects").entity.source,
          schema: { type: "object", properties: { name: { type: "string" } } },
          list: { title: "Firsts", columns: [{ field: "name" }], deleteConfirm: "Delete?" },
          endpoints: { list: "/rest/firsts", record: "/rest/firsts/{id}" },
          listKey: "firsts",
          menu: { label: "Firsts", create: "Add a first", list: "All firsts" },
        }),
        "app.json": (app) => app.menu[0].entities.push("a-first"),
        "entities/loans.json": (loans) => {
          loans.list.title = "Out";
        },
      })
    ).app;
    const kept = keepSame(before, next);
    expect(kept).toEqual(next);
    expect(openOf(kept, "books")).toBe(openOf(before, "books"));
    expect(openOf(kept, "members")).toBe(openOf(before, "members"));
    expect(kept.messages).toBe(before.messages);
    expect(kept.limits).toBe(before.limits);
    expect(openOf(kept, "loans")).not.toBe(openOf(before, "loans"));
    // A title of the list is nothing to the form.
    expect(openOf(kept, "loans").entity.fields).toBe(openOf(before, "loans").entity.fields);
    expect(openOf(kept, "loans").entity.form).toBe(openOf(before, "loans").entity.form);
    expect(openOf(kept, "loans").entity.list.title).toBe("Out");
  });

  it("keeps every field that did not change", async () => {
    const before = (await views({})).app;
    const next = (
      await views({
        "entities/books.json": ({ schema }) => {
          schema.properties.price.maximum = 900;
        },
      })
    ).app;
    const kept = keepSame(before, next);
    expect(kept).toEqual(next);
    const was = openOf(before, "books").entity.fields;
    const changed = openOf(kept, "books").entity.fields.filter((field, index) => field !== was[index]);
    expect(changed.map(({ name }) => name)).toEqual(["price"]);
  });

  it("takes a change of order for a change", async () => {
    const before = (await views({})).app;
    const next = (
      await views({
        "entities/books.json": ({ schema }) => {
          const { title, ...rest } = schema.properties;
          schema.properties = { ...rest, title };
        },
      })
    ).app;
    const kept = keepSame(before, next);
    expect(openOf(kept, "books").entity.fields.at(-1)?.name).toBe("title");
    expect(openOf(kept, "books").entity.fields.at(-1)).toBe(openOf(before, "books").entity.fields[0]);
  });
});

describe("the public view", () => {
  it("keeps sentences, addresses and the registration's parts", async () => {
    const before = (await views({})).open;
    const next = (
      await views({
        "app.json": (app) => {
          app.title = "Reading Room";
          app.registration.roles = ["lender"];
          app.registration.schema.properties.role = {
            type: "string",
            enum: ["lender"],
            messages: { required: "Choose" },
          };
        },
      })
    ).open;
    const kept = keepSame(before, next);
    expect(kept).toEqual(next);
    expect(kept.messages).toBe(before.messages);
    expect(kept.endpoints).toBe(before.endpoints);
    expect(kept.registration?.required).toBe(before.registration?.required);
    expect(kept.registration?.roles).toHaveLength(1);
    expect(keepSame(before, (await views({})).open)).toBe(before);
  });

  it("follows a registration that closes and opens", async () => {
    const open = (await views({})).open;
    const closed = (
      await views({
        "app.json": (app) => {
          app.registration.open = false;
        },
      })
    ).open;
    expect(keepSame(open, closed).registration).toBeNull();
    expect(keepSame(closed, open).registration).toEqual(open.registration);
  });
});
