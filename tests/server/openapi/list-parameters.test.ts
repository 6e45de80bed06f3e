import { expect, it } from "vitest";
import { PATHS } from "../../../src/wire/paths.ts";
import { buildServer } from "../build-server.ts";

it("a list is described with the fields that it is sorted by; with none, where there is none", async () => {
  const server = await buildServer({
    config: {
      "entities/reading-lists.json": (json) => {
        for (const column of json.list.columns) column.sortable = false;
        delete json.list.defaultSort;
      },
    },
  });
  const { body } = await server.call("GET", PATHS.openapi, { token: await server.as("director") });
  const { paths } = body as {
    paths: Record<string, { get: { parameters: { name: string; schema: unknown }[] } }>;
  };
  const sortsOf = (path: string) =>
    paths[path]?.get.parameters.flatMap(({ name, schema }) =>
      name.startsWith("sort") ? [[name, schema]] : [],
    );
  expect(sortsOf("/rest/subjects")).toEqual([
    ["sortField", { type: "string", enum: ["", "name", "parent.name", "updatedAt"] }],
    ["sortOrder", { type: "string", enum: ["", "asc", "desc"] }],
  ]);
  expect(sortsOf("/rest/reading-lists")).toEqual([]);
  await server.close();
});

it("a filter is described with what it compares", async () => {
  const server = await buildServer();
  const { body } = await server.call("GET", PATHS.openapi, { token: await server.as("director") });
  const { paths } = body as {
    paths: Record<
      string,
      { get: { parameters: { name: string; schema: { type?: string; enum?: unknown } }[] } }
    >;
  };
  const all = paths["/rest/books"]?.get.parameters ?? [];
  const schemaOf = (name: string) => all.find((one) => one.name === `filter[${name}]`)?.schema;
  expect(schemaOf("available")).toEqual({ type: "boolean" });
  expect(schemaOf("genre")?.enum).toContain("novel");
  expect(schemaOf("subject")).toMatchObject({ type: "string" });
  expect(all.find(({ name }) => name === "filter[year][gte]")?.schema).toEqual({ type: "number" });
  expect(all.find(({ name }) => name === "filter[updatedAt][gte]")?.schema).toMatchObject({
    type: "string",
    description: expect.stringContaining("today"),
  });
  await server.close();
});
