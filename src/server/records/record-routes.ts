import type { Answer, ApiRequest } from "../runtime/request.ts";
import { PLAIN_JSON, RECORD_JSON, type Route, SMALL_JSON } from "../runtime/route.ts";
import { createRecord } from "./create-record.ts";
import { deleteRecord } from "./delete-record.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { getRecord, listRecords } from "./read-records.ts";
import { updateRecord } from "./update-record.ts";

/** The five calls of an entity, at the addresses that its config gives them. */
export function recordRoutes(runtime: EntityRuntime): Route[] {
  const { entity, placed, readers } = runtime;
  const { list, record } = entity.endpoints;
  const pictured = [...placed.values()].some(({ field }) => field.schema.format === "html");
  const write = { access: [entity.permission], jsonLimit: pictured ? RECORD_JSON : PLAIN_JSON };
  const read = { access: [entity.permission, ...readers.map((reader) => reader.permission)] };
  const of = (handle: (request: ApiRequest, runtime: EntityRuntime) => Promise<Answer>) => ({
    entity: entity.id,
    handle: (request: ApiRequest) => handle(request, runtime),
  });
  const named = (verb: string) => `${verb} ${entity.id}`;
  return [
    { method: "GET", pattern: list, operation: named("list"), ...read, ...of(listRecords) },
    { method: "GET", pattern: record, operation: named("read"), ...read, ...of(getRecord) },
    { method: "POST", pattern: list, operation: named("create"), ...write, ...of(createRecord) },
    { method: "PUT", pattern: record, operation: named("update"), ...write, ...of(updateRecord) },
    {
      method: "DELETE",
      pattern: record,
      operation: named("delete"),
      access: write.access,
      jsonLimit: SMALL_JSON,
      ...of(deleteRecord),
    },
  ];
}
