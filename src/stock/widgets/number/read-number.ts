/** A number as people type it: full-width digits, thousands in groups, spaces around. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/**
 * What a typed text stands for: null when it is blank, the text itself when it is no number, so that validation can
 * say so and nothing typed is lost.
 */
export function readNumber(text: string): number | string | null {
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return text;
  const number = Number(plain.replaceAll(",", ""));
  return Number.isFinite(number) ? number : text;
}
