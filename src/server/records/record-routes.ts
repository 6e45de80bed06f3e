import { PLAIN_JSON, RECORD_JSON, type Route, SMALL_JSON } from "../http/route.ts";
import { answerDeletion } from "./delete-record.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { answerList, answerRecord } from "./read-records.ts";
import type { WriteServices } from "./record-rules.ts";
import { answerCreate, answerUpdate } from "./save-record.ts";

/** The five calls of an entity, at the addresses that its config gives them. */
export function recordRoutes(target: EntityRuntime, services: WriteServices): Route[] {
  const { entity, placed, readers } = target;
  const { list, record } = entity.endpoints;
  const pictured = [...placed.values()].some(({ field }) => field.schema.format === "html");
  const write = { access: [entity.permission], jsonLimit: pictured ? RECORD_JSON : PLAIN_JSON };
  const read = { access: [entity.permission, ...readers.map((reader) => reader.permission)] };
  const named = (verb: string) => `${verb} ${entity.id}`;
  const routes: Omit<Route, "entity">[] = [
    {
      method: "GET",
      pattern: list,
      operation: named("list"),
      ...read,
      handle: (request) => answerList(target, request),
    },
    {
      method: "GET",
      pattern: record,
      operation: named("read"),
      ...read,
      handle: (request) => answerRecord(target, request),
    },
    {
      method: "POST",
      pattern: list,
      operation: named("create"),
      ...write,
      handle: (request) => answerCreate(target, services, request),
    },
    {
      method: "PUT",
      pattern: record,
      operation: named("update"),
      ...write,
      handle: (request) => answerUpdate(target, services, request),
    },
    {
      method: "DELETE",
      pattern: record,
      operation: named("delete"),
      access: write.access,
      jsonLimit: SMALL_JSON,
      handle: (request) => answerDeletion(target, request),
    },
  ];
  return routes.map((route) => ({ ...route, entity: entity.id }));
}
