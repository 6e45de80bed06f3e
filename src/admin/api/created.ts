import type { StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { JOURNAL_PATHS } from "../../wire/journal.ts";
import type { Client } from "./client.ts";
import { isRecord } from "./read-answer.ts";

/** What this account has created with a key; undefined where there is nothing. */
export async function getCreated(
  client: Client,
  entityId: string,
  key: string,
): Promise<StoredRecord | undefined> {
  const query = new URLSearchParams({ entity: entityId, key });
  const answer = await client.request("GET", `${JOURNAL_PATHS.created}?${query}`);
  const record = ownValue(answer, "record");
  return isRecord(record) ? record : undefined;
}
