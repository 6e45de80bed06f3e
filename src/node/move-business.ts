import { moveStore, type PartContent } from "../server/store/moving/move-store.ts";
import type { StoreReader } from "../server/store/moving/parts.ts";
import { type BusinessPlace, nameOfPlace, openSource, openTarget, told } from "./business-place.ts";

/**
 * Copies a business from one place to another, where nothing is, and compares all of it. The source stays as it was. Where it is
 * interrupted, nothing is at the target: it is repeated. Throws errors with sentences for the operator.
 */
export async function moveBusiness(
  from: BusinessPlace,
  to: BusinessPlace,
  tell?: (content: PartContent) => void,
): Promise<readonly PartContent[]> {
  const source = await openSource(from);
  try {
    return await moveFrom(source.reader, to, tell);
  } finally {
    await source.close();
  }
}

export async function moveFrom(
  reader: StoreReader,
  to: BusinessPlace,
  tell?: (content: PartContent) => void,
): Promise<readonly PartContent[]> {
  const target = await openTarget(to);
  try {
    const contents = await told(to, () => moveStore(reader, target.writer, tell));
    await target.commit().catch((error: unknown) => {
      throw new Error(
        `It is not known whether the move was completed: ${error instanceof Error ? error.message : error}. Repeat it: where it was, it says that ${nameOfPlace(to)} is not empty.`,
      );
    });
    return contents;
  } finally {
    await target.close();
  }
}
