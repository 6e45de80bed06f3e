/** So that spreadsheets take the file as UTF-8. */
const BOM = "\uFEFF";

/** A cell that begins so is a formula to a spreadsheet, or would be read as one of those that were made inert. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const QUOTED = /[",\r\n]/;

/** A table as RFC 4180 has it. An apostrophe in front keeps what looks like a formula a text; whoever reads the file takes it away again. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${BOM}${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
