import type { Options } from "./manifest.ts";

/** Why a file was not taken: keys of the manifest's messages. */
export type RefusalKey = "tooMany" | "notAnImage" | "tooLarge" | "compressFailed";

export interface Refusal {
  readonly key: RefusalKey;
  /** The file's name; of the first one where the limit refused several. */
  readonly name: string;
}

export interface Choice {
  readonly taken: readonly File[];
  readonly refused: readonly Refusal[];
}

/**
 * Sorts chosen files into those that fit and those that do not. What is no image or too large takes no place;
 * of the rest the first ones fill the room there is.
 */
export function chooseFiles(
  files: readonly File[],
  room: number,
  options: Pick<Options, "types" | "maxBytes">,
): Choice {
  const taken: File[] = [];
  const refused: Refusal[] = [];
  for (const file of files) {
    if (!options.types.includes(file.type)) refused.push({ key: "notAnImage", name: file.name });
    else if (file.size > options.maxBytes) refused.push({ key: "tooLarge", name: file.name });
    else if (taken.length < room) taken.push(file);
    else if (!refused.some(({ key }) => key === "tooMany")) refused.push({ key: "tooMany", name: file.name });
  }
  return { taken, refused };
}

/** A number of bytes as people write it in MB: 5, 0.5. */
export function inMegabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}
