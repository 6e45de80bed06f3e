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
