import { expect, it } from "vitest";
import { isObject } from "../../../src/record/json.ts";
import type { AppView, OpenEntity } from "../../../src/wire/views.ts";
import { buildServer } from "../build-server.ts";

/** What each role is told of the library's config, in lines: what a change of the views changes for pages is seen there. */
const WRITTEN = "library-views.txt";
const ROLES = ["director", "keeper", "lender", "reader", "shelver", "stocker"] as const;

it("the library's config is cut for each role as it is written out beside this test", async () => {
  const server = await buildServer();
  const parts: string[] = [];
  const known = new Map<string, string>();
  const write = (role: string, name: string, lines: readonly string[]) => {
    const text = lines.join("\n").replaceAll(/[0-9a-f]{24}/g, "its own _id");
    const like = known.get(text);
    parts.push(like === undefined ? text : `${name}: as ${like}`);
    known.set(text, like ?? role);
  };
  for (const role of ROLES) {
    const token = await server.as(role);
    const { body } = await server.call<AppView>("GET", "/api/config", { token });
    const { entities, hash: _, messages: __, ...app } = body;
    parts.push(`# ${role}`);
    write(role, "app", linesOf("app", app));
    for (const view of entities) {
      if (view.access === "full") {
        const { validator: _, entity, ...own } = view;
        write(role, entity.id, linesOf(entity.id, { ...own, entity: brief(entity) }));
      } else write(role, view.id, linesOf(view.id, view));
    }
  }
  await server.close();
  await expect(`${parts.join("\n")}\n`).toMatchFileSnapshot(WRITTEN);
});

/** Of fields the names alone: no view changes what is in them. */
function brief({ fields, source, ...entity }: OpenEntity["entity"]) {
  const { schema, ...written } = source;
  const properties = Object.keys(schema.properties);
  return {
    ...entity,
    fields: fields.map(({ name }) => name),
    source: { ...written, schema: { ...schema, properties } },
  };
}

/** A line for each value that is no object of several. */
function linesOf(place: string, value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = `${place}.${key}`;
    const isShort = !isObject(inner) || JSON.stringify(inner).length < 80;
    return isShort ? [`${here} = ${JSON.stringify(inner)}`] : linesOf(here, inner);
  });
}

it("what names a field that the account may not see is cut out of the entity, and what else there is stays", async () => {
  const server = await buildServer({
    config: {
      "entities/books.json": ({ form, list, display, rights, schema }) => {
        const [, more] = form.tabs;
        more.fields = ["isbn", "scores", "summary"];
        form.tabs.push({ label: "Money", fields: ["note", "sold"] });
        form.rail = ["price"];
        schema.properties.price.messages.required = "It is worth something";
        schema.required.push("price");
        schema.properties.sold = { type: "boolean", title: "Sold" };
        rights.fields.sold = { view: "stock" };
        list.search = { fields: ["title", "note"], placeholder: "Search titles" };
        list.columns.push({ field: "price", sortable: true });
        list.filters.push("price");
        list.deleteConfirm = "Delete {title}, worth {price}?";
        display.badges = [
          { field: "available", is: true, tone: "good" },
          { field: "sold", is: true, tone: "warning" },
        ];
      },
    },
  });
  const booksOf = async (role: string) => {
    const token = await server.as(role);
    const { body } = await server.call<AppView>("GET", "/api/config", { token });
    const found = body.entities.find((one) => one.access === "full" && one.entity.id === "books");
    if (found?.access !== "full") throw new Error("no books");
    const { form, list, display, source } = found.entity;
    return {
      tabs: form.tabs.map(({ label }) => label),
      rail: form.rail,
      search: list.search?.fields.map(({ field }) => field),
      placeholder: list.search?.placeholder,
      columns: list.columns.map(({ field }) => field).slice(-2),
      filters: list.filters.map(({ field }) => field).slice(-2),
      question: list.deleteConfirm,
      badges: display.badges.map(({ field }) => field),
      image: display.image,
      required: source.schema.required?.slice(-2),
      written: source.list.columns.map(({ field }) => field).slice(-2),
    };
  };
  expect(await booksOf("stocker")).toEqual({
    tabs: ["Basics", "More", "Money"],
    rail: ["price"],
    search: ["title", "note"],
    placeholder: "Search titles",
    columns: ["updatedAt", "price"],
    filters: ["updatedBy", "price"],
    question: "Delete {title}, worth {price}?",
    badges: ["available", "sold"],
    image: "cover",
    required: ["available", "price"],
    written: ["updatedAt", "price"],
  });
  expect(await booksOf("shelver")).toEqual({
    tabs: ["Basics", "More"],
    rail: [],
    search: ["title"],
    placeholder: "Search titles",
    columns: ["available", "updatedAt"],
    filters: ["updatedAt", "updatedBy"],
    question: "",
    badges: ["available"],
    image: "cover",
    required: ["subject", "available"],
    written: ["available", "updatedAt"],
  });
  await server.close();
});
