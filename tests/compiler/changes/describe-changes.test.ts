import { describe, expect, it } from "vitest";
import { segmentsOf } from "../../../src/record/path.ts";
import { libraryWith } from "../../model/library.ts";
import { type Changes, configOf, differences, reported, said } from "./config-differences.ts";

const BOOKS = "entities/books.json";

describe("what is not reported", () => {
  it("nothing of a config that is the same", async () => {
    expect((await differences({})).there).toEqual({ changes: [], more: 0 });
  });

  it("nothing of another layout of the text, another order of keys, a default that is written out", async () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, inner]) => [key, key === "properties" ? inner : turned(inner)] as const)
          .reverse(),
      );
    };
    const files = await libraryWith();
    const changes = Object.fromEntries(
      [...files].map(([path, text]) => {
        const json: unknown = JSON.parse(text);
        return [path, `\n${JSON.stringify(turned(json), null, 7)}\n\n`];
      }),
    );
    const books = JSON.parse(changes[BOOKS] ?? "");
    for (const column of books.list.columns) column.sortable ??= false;
    books.$schema = "../schema/entity.json";
    changes[BOOKS] = JSON.stringify(books);
    expect((await differences(changes)).there).toEqual({ changes: [], more: 0 });
  });

  it("nothing of fields in another order where the tabs say where each one stands", async () => {
    const changed = await reported({
      [BOOKS]: (json) => {
        const { title, ...others } = json.schema.properties;
        json.form.tabs[1].fields.push("note");
        json.schema.properties = { ...others, title };
      },
    });
    expect(changed).toEqual([]);
  });
});

describe("entities, app, sentences, samples", () => {
  it("an entity comes and goes as a whole", async () => {
    const shelves = JSON.parse((await libraryWith()).get("entities/subjects.json") ?? "");
    Object.assign(shelves, {
      label: "shelf",
      endpoints: { list: "/rest/shelves", record: "/rest/shelves/{id}" },
      listKey: "shelves",
    });
    delete shelves.schema.properties.parent;
    shelves.list.columns = [{ field: "name" }];
    delete shelves.list.filters;
    shelves.menu = { label: "Shelves", create: "Add a shelf", list: "All shelves" };
    const { there, back } = await differences({
      "entities/shelves.json": JSON.stringify(shelves),
      "app.json": (json) => {
        json.menu[0].entities.push("shelves");
      },
    });
    expect(there.changes.map(said)).toEqual([
      "Stock | entities added:  → Shelves",
      "shelf | entity added:  → ",
    ]);
    expect(back.changes.map(said)).toEqual([
      "Stock | entities removed: Shelves → ",
      "shelf | entity removed:  → ",
    ]);
  });

  it("an entity's own texts, permission, addresses", async () => {
    const changed = await reported({
      "entities/subjects.json": (json) => {
        json.label = "topic";
        json.permission = "shelving";
        json.endpoints.list = "/rest/topics";
        json.menu.create = "Add a topic";
        json.messages = { ...json.messages, "list.empty": "No topics" };
      },
    });
    expect(changed).toEqual([
      "subject | label changed: subject → topic",
      "subject | permission changed: stock → shelving",
      "subject | endpoints.list changed: /rest/subjects → /rest/topics",
      expect.stringMatching(/^subject \| menu.create changed: .* → Add a topic$/),
      expect.stringMatching(/^subject \| messages.*(added|changed).*No topics$/),
    ]);
  });

  it("roles, menu, registration, limits", async () => {
    const changed = await reported({
      "app.json": (json) => {
        json.title = "Town Library";
        json.roles.lender.permissions.push("stock");
        json.roles.stocker.label.en = "Keeper of the stock";
        json.roles.guest = { label: { en: "Guest" }, permissions: [] };
        json.menu = [json.menu[1], json.menu[0], ...json.menu.slice(2)];
        json.menu[1].label = "Shelves";
        json.limits.pageSize = 20;
        json.registration.approval = false;
        json.registration.schema.properties.password.minLength = 8;
        json.config.editors.push("keeper");
      },
    });
    expect(changed).toEqual([
      " | title changed: Lending Library → Town Library",
      "Stock keeper | label.en changed: Stock keeper → Keeper of the stock",
      "Lending desk | permissions added:  → stock",
      "Guest | role added:  → []",
      " | registration.approval changed: true → false",
      "Password | minLength changed: 6 → 8",
      "Lending | menu moved: 2 → 1",
      "Stock | label changed: en: Stock, de: Bestand → Shelves",
      " | limits.pageSize changed: 10 → 20",
      " | config.editors added:  → keeper",
    ]);
  });

  it("a text in the one language that was changed", async () => {
    const changed = await reported({
      "app.json": (json) => {
        json.menu[0].label.de = "Regale";
      },
      "entities/reading-lists.json": (json) => {
        json.menu.create.de = "Liste anlegen";
        json.display.title = { en: "name", de: "{name}" };
      },
    });
    expect(changed).toEqual([
      "Stock | label.de changed: Bestand → Regale",
      "reading list | display.title changed: name → en: name, de: {name}",
      "reading list | menu.create.de changed: Neue Leseliste → Liste anlegen",
    ]);
  });

  it("tiles of the start page come, go, move and change, each by its label; so does the whole page", async () => {
    const { there } = await differences({
      "app.json": (json) => {
        const [all, cover, _loved, ...others] = json.home.tiles;
        json.home.tiles = [
          { ...cover, kind: "list" },
          all,
          ...others,
          { kind: "count", label: "Loans in all", entity: "loans" },
        ];
      },
    });
    expect(there.changes.map(said)).toEqual([
      "Books without a cover | tile moved: 2 → 1",
      "Books without a cover | kind changed: count → list",
      "Loved and lent out | tile removed:  → ",
      "Loans in all | tile added:  → ",
    ]);
    const gone = await reported({ "app.json": (json) => void delete json.home });
    expect(gone.slice(0, 2)).toEqual([
      "Books in all | tile removed:  → ",
      "Books without a cover | tile removed:  → ",
    ]);
  });

  it("sentences by language and key", async () => {
    const changed = await reported({
      "messages.json": (json) => {
        json.en["list.empty"] = "Nothing here";
      },
    });
    expect(changed).toEqual(["en | list.empty changed: There is no {label} yet → Nothing here"]);
  });

  it("samples as how many, known by their _id", async () => {
    const { there } = await differences({
      "samples/subjects.json": (json) => {
        json[0].name = "Outdoors";
        json.splice(2, 1);
        json.push({ name: "Cooking" }, { name: "Music" });
      },
      "samples/books.json": (json) => {
        json[1].subject = json[0].subject;
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book | records changed:  → 1",
      "subject | records added:  → 2",
      "subject | records removed: 1 → ",
      "subject | records changed:  → 1",
    ]);
  });
});

it("samples without an _id are known by all that they hold, and counted though they are the same", async () => {
  const change = (...more: readonly object[]): Changes => ({
    "entities/subjects.json": (json) => {
      json.schema.properties.name.unique = false;
      delete json.schema.properties.name.messages.unique;
    },
    "samples/subjects.json": (json) => {
      json.push(...more);
    },
  });
  const cooking = { name: "Cooking" };
  const { there, back } = await differences(change(cooking, cooking, cooking), change(cooking));
  expect(there.changes.map(said)).toEqual(["subject | records added:  → 2"]);
  expect(back.changes.map(said)).toEqual(["subject | records removed: 2 → "]);
});

describe("the whole", () => {
  it("never lists more than a hundred, says how many there are beyond, and cuts long texts", async () => {
    const { there } = await differences({
      "messages.json": (json) => {
        for (const key of Object.keys(json.en)) json.en[key] = `${json.en[key]} ${"!".repeat(500)}`;
      },
    });
    expect(there.changes).toHaveLength(100);
    const sentences = Object.keys((await configOf()).messages.en ?? {}).filter(
      (key) => !key.startsWith("images."),
    );
    expect(there.more).toBe(sentences.length - 100);
    expect(Math.max(...there.changes.map(({ to = "" }) => to.length))).toBe(200);
  });

  it("every change says a place that is in its file", async () => {
    const changes: Changes = {
      [BOOKS]: (json) => {
        json.schema.properties.price.maximum = 30;
        json.schema.properties.genre.enum.reverse();
        json.schema.required.push("price");
        json.schema.properties.price.messages.required = "A price, please";
        json.list.columns.reverse();
        json.form.tabs.reverse();
      },
      "app.json": (json) => {
        json.menu.reverse();
        json.roles.lender.hidden = true;
        json.home.tiles.reverse();
      },
    };
    const files = await libraryWith(changes);
    const { there } = await differences(changes);
    expect(there.changes.length).toBeGreaterThan(10);
    for (const { file, path } of there.changes) {
      const value = segmentsOf(path).reduce(
        (here, key) => here?.[key],
        JSON.parse(files.get(file) ?? "null"),
      );
      expect(value, `${file} ${path}`).not.toBe(undefined);
    }
  });
});
