import { expect, it } from "vitest";
import { isObject, ownValue } from "../../../src/record/json.ts";
import type { OpenApiDocument } from "../../../src/server/openapi/document.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import { buildServer } from "../build-server.ts";

/** The description of the API for three roles of the library, in lines: what a change of it changes for its clients is seen there. */
const WRITTEN = "library-api.txt";
const ROLES = ["director", "lender", "reader"] as const;

it("the library's API is described as it is written out beside this test, to each role", async () => {
  const server = await buildServer({ imageOrigin: "https://library.example" });
  const parts: string[] = [];
  let before = new Set<string>();
  for (const role of ROLES) {
    const { body } = await server.call("GET", PATHS.openapi, { token: await server.as(role) });
    const lines = linesOf(body as OpenApiDocument);
    parts.push(`# ${role}`, ...lines.filter((line) => !before.has(line)), "");
    before = new Set(lines);
  }
  await server.close();
  await expect(parts.join("\n")).toMatchFileSnapshot(WRITTEN);
});

/** A line for the document, for each operation, and for each schema. */
function linesOf({ openapi, servers, security, tags, paths, components }: OpenApiDocument): string[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => `${method} ${path}: ${operationLine(operation)}`),
  );
  const { schemas = {}, securitySchemes } = components;
  const named = Object.entries(schemas).map(([name, schema]) => `${name} = ${written(schema)}`);
  return [
    JSON.stringify({ openapi, servers, security, tags, securitySchemes }),
    ...operations,
    ...named.sort(),
  ];
}

function operationLine(operation: object): string {
  const { parameters, requestBody, responses, ...own } = operation as Record<string, unknown>;
  const asked = (Array.isArray(parameters) ? parameters : []).map(({ name, in: place, schema, ...more }) =>
    [place, name, written(schema), ...restOf(more)].join(" "),
  );
  const { content, ...body } = isObject(requestBody) ? requestBody : {};
  const all = Object.entries(isObject(responses) ? responses : {});
  const answers = all.flatMap(([status, answer]) =>
    refusalOf(answer) === undefined
      ? [[status, ...contentOf(ownValue(answer, "content")), ...restOf(withoutContent(answer))].join(" ")]
      : [],
  );
  const refusals = all.flatMap(([status, answer]) => {
    const codes = refusalOf(answer);
    return codes === undefined ? [] : [`${status} ${codes}`];
  });
  return [
    JSON.stringify(own),
    ...asked,
    ...(requestBody === undefined ? [] : [["body", ...contentOf(content), ...restOf(body)].join(" ")]),
    ...answers,
    `refused: ${refusals.join("; ")}`,
  ].join("\n  ");
}

/** The codes of a refusal, where the answer is one that is described like all others. */
function refusalOf(answer: unknown): string | undefined {
  const codes = String(ownValue(answer, "description"));
  const refused = { properties: { errorCode: { enum: codes.split(", ") } } };
  const schema = { allOf: [{ $ref: "#/components/schemas/Error" }, refused] };
  const same = { description: codes, content: { "application/json": { schema } } };
  return JSON.stringify(answer) === JSON.stringify(same) ? codes : undefined;
}

function withoutContent(answer: unknown): object {
  const { content: _, ...rest } = isObject(answer) ? answer : {};
  return rest;
}

function contentOf(content: unknown): string[] {
  return Object.entries(isObject(content) ? content : {}).map(
    ([type, one]) => `${type} ${written(ownValue(one, "schema"))}`,
  );
}

function restOf(rest: object): string[] {
  const text = JSON.stringify(rest);
  return text === "{}" ? [] : [text];
}

/** A schema as a type, with all that no type says in brackets. */
function written(schema: unknown): string {
  if (!isObject(schema)) return String(schema);
  const { $ref, anyOf, type, items, properties, required, additionalProperties, ...rest } = schema;
  const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
  const parts = [
    ...(typeof $ref === "string" ? [$ref.replace("#/components/schemas/", "")] : []),
    ...(Array.isArray(anyOf) ? [anyOf.map(written).join(" | ")] : []),
    ...(type === undefined ? [] : [[type].flat().join("|")]),
    ...(items === undefined ? [] : [`of ${written(items)}`]),
    ...(isObject(properties)
      ? [
          `{ ${Object.entries(properties)
            .map(([name, inner]) => `${name}${isNeeded(name) ? "" : "?"}: ${written(inner)}`)
            .join("; ")} }`,
        ]
      : []),
    ...(additionalProperties === undefined ? [] : [`others: ${written(additionalProperties)}`]),
    ...restOf(rest),
  ];
  return parts.join(" ");
}
