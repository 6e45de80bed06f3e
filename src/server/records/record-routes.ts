import { permissionsTo, type RecordRight } from "../../model/rights.ts";
import { PLAIN_JSON, RECORD_JSON, type Route, SMALL_JSON } from "../http/route.ts";
import { answerDeletion } from "./delete-record.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { answerList, answerRecord } from "./read-records.ts";
import type { WriteServices } from "./record-rules.ts";
import { answerCreate, answerUpdate } from "./save-record.ts";

/** The five calls of an entity, at the addresses that its config gives them. */
export function recordRoutes(target: EntityRuntime, services: WriteServices): Route[] {
  const { entity, placed, entities, referrers, guarded } = target;
  const { list, record } = entity.endpoints;
  const mayHavePictures = [...placed.values()].some(({ field }) => field.schema.format === "html");
  const jsonLimit = mayHavePictures ? RECORD_JSON : PLAIN_JSON;
  // Who certainly may not is refused before the body is read; the handlers ask the rights.
  const write = (right: RecordRight) => ({ access: permissionsTo(guarded.rights, right), jsonLimit });
  const create = { ...write("create"), isKeyed: true } as const;
  const remove = { ...write("delete"), jsonLimit: SMALL_JSON };
  const throughReferences = referrers.flatMap(({ from }) => entities.get(from)?.guarded.rights.view ?? []);
  const read = { access: [...new Set([...guarded.rights.view, ...throughReferences])] };
  const route = (
    method: Route["method"],
    pattern: string,
    verb: string,
    limits: Pick<Route, "access" | "jsonLimit" | "isKeyed">,
    handle: Route["handle"],
  ): Route => ({ method, pattern, operation: `${verb} ${entity.id}`, entity: entity.id, ...limits, handle });
  return [
    route("GET", list, "list", read, (request) => answerList(target, request)),
    route("GET", record, "read", read, (request) => answerRecord(target, request)),
    route("POST", list, "create", create, (request) => answerCreate(target, services, request)),
    route("PUT", record, "update", write("edit"), (request) => answerUpdate(target, services, request)),
    route("DELETE", record, "delete", remove, (request) => answerDeletion(target, services, request)),
  ];
}
