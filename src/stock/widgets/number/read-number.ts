/** A number as people type it, with or without groups of thousands. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/** The value of a typed text, also in full-width digits: null for a blank one, the text itself where it is no number. */
export function readNumber(text: string): number | string | null {
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return text;
  const number = Number(plain.replaceAll(",", ""));
  return Number.isFinite(number) ? number : text;
}
