import type { Asked } from "../recording/asked.ts";

/** What a widget asked for, on one line. */
export function askedLine(asked: Asked): string {
  switch (asked.what) {
    case "unknown sentence":
      return `A sentence that nobody says: "${asked.key}"`;
    case "unfilled sentence":
      return `A sentence with a gap: "${asked.text}" (${asked.key})`;
    case "toast":
      return `Toast (${asked.kind}): ${asked.text}`;
    case "confirm":
      return `Question: ${asked.title} ${asked.text}`;
    case "upload":
      return `Upload: ${asked.files.join(", ")}`;
    case "removal":
      return `Removal of ${asked.fileName}`;
    case "references": {
      const { entity, page, search, sortField, sortOrder } = asked.query;
      const by = sortField === undefined ? "" : `, by ${sortField} ${sortOrder ?? "asc"}`;
      return `Records of ${entity}: page ${page}${search ? `, with "${search}"` : ""}${by}`;
    }
    case "reference":
      return `Record ${asked.id} of ${asked.entity}`;
    case "hold":
      return "Holds work until save";
    case "let go":
      return "Holds no work any more";
  }
}
