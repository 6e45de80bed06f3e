import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject } from "../../../src/record/json.ts";
import type { OpenApiDocument } from "../../../src/server/openapi/document.ts";
import type { CallAnswer } from "../call-answer.ts";

/** Says what an account's description of the API does not say of an answer. */
export function makeAnswerCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv, ["date-time", "date", "email", "uri"]);
  ajv.addFormat("binary", true);
  ajv.addSchema(document, "document");
  const escaped = (text: string) => encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));

  return {
    document,
    /** Whether the account has the operation. */
    has: (method: string, pattern: string) => document.paths[pattern]?.[method.toLowerCase()] !== undefined,
    /** undefined: the answer is as it is described. */
    misfit(method: string, pattern: string, { status, body, headers }: CallAnswer): string | undefined {
      const operation = document.paths[pattern]?.[method.toLowerCase()];
      const responses = isObject(operation?.responses) ? operation.responses : {};
      const response = responses[String(status)];
      if (!isObject(response)) return `${status} is not described: ${JSON.stringify(body)}`;
      const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
      const content = isObject(response.content) ? response.content : {};
      const [described = ""] = Object.keys(content);
      if (described === "") return type === "" || body === undefined ? undefined : `${status} has no body`;
      if (described !== type && described !== type.replace(/\/.*/, "/*")) return `${status} is ${type}`;
      if (body === undefined) return undefined;
      const place = [
        "paths",
        pattern,
        method.toLowerCase(),
        "responses",
        String(status),
        "content",
        described,
      ];
      const check = ajv.compile({ $ref: `document#/${[...place, "schema"].map(escaped).join("/")}` });
      return check(body)
        ? undefined
        : `${status}: ${ajv.errorsText(check.errors)} ${JSON.stringify(body).slice(0, 300)}`;
    },
  };
}

/** What is wrong with a document by the official schema of OpenAPI 3.1, and by the rules that no schema can say. */
export async function brokenRules(document: OpenApiDocument): Promise<string[]> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  const wrong = valid ? [] : [JSON.stringify(errors)];
  const ids = new Set<string>();
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const place = `${method} ${path}`;
      const { operationId, parameters, responses, tags: own } = operation;
      if (typeof operationId !== "string" || ids.has(operationId)) wrong.push(`${place}: ${operationId}`);
      ids.add(String(operationId));
      if (!Array.isArray(own) || !own.every((tag) => tags.has(tag))) wrong.push(`${place}: tags`);
      const keys = (Array.isArray(parameters) ? parameters : []).map((one) => `${one.in} ${one.name}`);
      if (new Set(keys).size < keys.length) wrong.push(`${place}: a parameter twice`);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      if (inPath.join() !== keys.filter((key) => key.startsWith("path ")).join())
        wrong.push(`${place}: path`);
      const statuses = Object.keys(isObject(responses) ? responses : {});
      if (!statuses.some((status) => status.startsWith("2"))) wrong.push(`${place}: no success`);
    }
  const text = JSON.stringify(document);
  for (const [, name = ""] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    if (document.components.schemas?.[name] === undefined) wrong.push(`$ref ${name}`);
  if (/"\$ref":"(?!#\/components\/schemas\/)/.test(text)) wrong.push("$ref to elsewhere");
  // All schemas are JSON Schemas of 2020-12.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const schema of schemasIn(document))
    if (ajv.validateSchema(schema) !== true)
      wrong.push(`${ajv.errorsText()}: ${JSON.stringify(schema).slice(0, 200)}`);
  return wrong;
}

function schemasIn({ paths, components }: OpenApiDocument): object[] {
  const found: object[] = Object.values(components.schemas ?? {});
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) {
        if (key === "schema" && isObject(inner)) found.push(inner);
        else look(inner);
      }
  };
  look(paths);
  return found;
}
