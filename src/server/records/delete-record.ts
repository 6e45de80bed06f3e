import { isObject } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { refuseReferred } from "./referring/refuse-referred.ts";
import { rightsOf } from "./rights/entity-rights.ts";
import { visibleRecord } from "./rights/visible-record.ts";
import { mustHaveRight } from "./rights/write-rights.ts";
import { refuseProtected } from "./save-record.ts";
import { refuseStale, seenVersion } from "./seen-version.ts";

/** `DELETE`: 200; its images are deleted too. A body may say which version of the record was seen. */
export async function answerDeletion(target: EntityRuntime, request: ApiRequest): Promise<Answer> {
  const id = pathPart(request, "id");
  if (!isObject(request.body ?? {})) throw new ApiError("BAD_REQUEST");
  const seen = seenVersion(request);
  await request.store.write(async (transaction) => {
    const stored = await visibleRecord(request, transaction, target, id);
    refuseProtected(stored, "server.protectedDeletion");
    refuseStale(target.config, seen, stored, "server.staleDeletion");
    mustHaveRight(rightsOf(request.account, target), "delete", stored);
    await target.rules.remove?.(request, transaction, stored);
    await refuseReferred(request, transaction, target, id);
    await transaction.delete(target.entity.id, id);
  });
  return { status: 200, body: { message: request.say("server.deleted") } };
}
