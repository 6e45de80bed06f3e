import type { StoredRecord } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import { readPath, splitPath } from "../../../record/path.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../../http/request.ts";
import { isImageName } from "../../images/image-name.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import type { EntityRights } from "../rights/entity-rights.ts";
import { makeReader } from "./history-reader.ts";
import { convertedValues } from "./stored-values.ts";

/**
 * `GET JOURNAL_PATHS.images/{name}?entity=…&id=…`: an image that a record had until it was changed or deleted, as long as the bin keeps it,
 * `size=small` its small rendition, for who sees the record and a field that had the image. Throws NOT_FOUND.
 */
export async function answerBinnedImage(all: EntityRuntimes, request: ApiRequest): Promise<Answer> {
  const name = pathPart(request, "name");
  const [table = "", id = ""] = ["entity", "id"].map((key) => request.query.get(key) ?? "");
  const size = request.query.get("size") === "small" ? "small" : "full";
  const found = await request.store.read(async (view) => {
    const target = all.entities.get(table);
    if (target === undefined || id === "" || !isImageName(name)) return undefined;
    const rights = await makeReader(all, request, view).rightsTo(table, id);
    const binned = rights && (await view.binnedImageBytes(table, id, name, size));
    for (const position of binned?.positions ?? []) {
      const entry = await view.journalEntry(position);
      const values = await convertedValues(target, entry?.before ?? {});
      const isSeen = Object.entries(values).some(
        // Names are long and random: no other text has one in it.
        ([field, value]) => rights?.views.has(field) === true && JSON.stringify(value).includes(name),
      );
      if (isSeen) return binned;
    }
    return undefined;
  });
  if (found === undefined) throw new ApiError("NOT_FOUND");
  const headers = { "content-type": found.type, "content-security-policy": "default-src 'none'; sandbox" };
  return { status: 200, body: found.bytes, headers };
}

/** The name of the image by which a record of the bin is recognised, where the reader sees its field. */
export function binnedImageName(
  { entity }: EntityRuntime,
  { views }: EntityRights,
  record: StoredRecord,
): string | undefined {
  const { image } = entity.display;
  if (image === undefined || !views.has(splitPath(image)[0] ?? "")) return undefined;
  const value = readPath(record, image);
  const name = ownValue(Array.isArray(value) ? value[0] : value, "fileName");
  return typeof name === "string" && isImageName(name) ? name : undefined;
}
