import type { StoredRecord } from "../../model/record.ts";
import type { Answer, ApiRequest } from "../runtime/request.ts";
import { answerOf, type EntityRuntime } from "./entity-runtime.ts";
import { refuseDuplicates } from "./field-refusal.ts";
import { type PreparedWrite, prepareWrite } from "./prepare-write.ts";
import { settleWrite } from "./settle-write.ts";

/** `POST`: 201 with the stored record. */
export async function createRecord(request: ApiRequest, runtime: EntityRuntime): Promise<Answer> {
  const prepared = await prepareWrite(request, runtime, undefined);
  const stored = await insertRecord(request, runtime, prepared);
  return { status: 201, body: answerOf(runtime, stored) };
}

/** Stores a prepared new record. Throws VALIDATION_ERROR, DUPLICATE and what the entity's rules throw. */
export async function insertRecord(
  request: ApiRequest,
  runtime: EntityRuntime,
  prepared: PreparedWrite,
): Promise<StoredRecord> {
  const { effects, store, account } = request;
  const _id = effects.newId();
  return refuseDuplicates(request, runtime, () =>
    store.write(async (transaction) => {
      const { columns, images } = await settleWrite(request, transaction, runtime, prepared, undefined);
      const now = effects.now().toISOString();
      const record: StoredRecord = {
        ...columns,
        _id,
        createdAt: now,
        updatedAt: now,
        updatedBy: account?.username ?? null,
        isProtected: false,
      };
      await transaction.insert(runtime.entity.id, record, images);
      return record;
    }),
  );
}
