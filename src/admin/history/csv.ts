/** So that spreadsheets take the file as UTF-8. */
const BOM = "\uFEFF";

/**
 * Where a cell begins, to any spreadsheet: many split at semicolons, some at tabs or lines too, and then see none of the quotes around.
 * What follows is a formula there, or would be read as one of those that were made inert.
 */
const FORMULA = /^(?=['"]*[\t\r\n])|(?<=^|[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/gu;
const QUOTED = /[",\r\n]/;

/** A table as RFC 4180 has it. An apostrophe in front keeps what looks like a formula a text; whoever reads the file takes each away again. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${BOM}${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(text: string): string {
  const inert = text.replace(FORMULA, "'");
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
