import { type Answer, type ApiRequest, pathPart } from "../request.ts";
import { requireReadAccess } from "./access.ts";
import { cutRecord } from "./complete-record.ts";
import { answerOf, type EntityRuntime, listedAnswerOf, seenRecord } from "./entity-runtime.ts";
import { expandReferences } from "./expand-references.ts";
import { listRequest } from "./list-request.ts";

/** `GET` of a list: a page of records and how many there are. */
export async function listRecords(request: ApiRequest, runtime: EntityRuntime): Promise<Answer> {
  const { entity, expansions, rules } = runtime;
  const access = requireReadAccess(request, entity.id);
  const { pageSize } = request.runtime.config.app.limits;
  const query = listRequest(request.query, entity, access, pageSize);
  const without = rules.hidden?.(request);
  const body = await request.store.read(async (view) => {
    const page = await view.list(entity.id, { ...query, ...(without === undefined ? {} : { without }) });
    const records = page.records.map((record) => listedAnswerOf(runtime, record));
    const shown =
      access === "full"
        ? await expandReferences(request, view, expansions, records)
        : records.map((record) => cutRecord(record, access));
    return { [entity.listKey]: shown, total: page.total };
  });
  return { status: 200, body };
}

/** `GET` of one record: every reference is the plain id. */
export async function getRecord(request: ApiRequest, runtime: EntityRuntime): Promise<Answer> {
  const access = requireReadAccess(request, runtime.entity.id);
  const id = pathPart(request, "id");
  const stored = await request.store.read((view) => seenRecord(request, view, runtime, id));
  const record = answerOf(runtime, stored);
  return { status: 200, body: access === "full" ? record : cutRecord(record, access) };
}
