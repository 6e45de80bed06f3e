import type { Options } from "./manifest.ts";

/** A file that was not taken. */
export interface Refusal {
  /** The message that says why. */
  readonly key: "tooMany" | "notAnImage" | "tooLarge" | "compressFailed";
  /** The file's name; where there were too many files, that of the first one left out. */
  readonly name: string;
}

/** Takes the first `room` files that are images and not too large. */
export function chooseFiles(
  files: readonly File[],
  room: number,
  options: Pick<Options, "types" | "maxBytes">,
): { readonly taken: readonly File[]; readonly refused: readonly Refusal[] } {
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

/** MIME types of images as people call them: PNG, JPEG, and SVG. */
export function kindsInWords(types: readonly string[], language: string): string {
  return new Intl.ListFormat(language).format(
    types.map((type) => type.replace(/^image\/|\+.*$/g, "").toUpperCase()),
  );
}
