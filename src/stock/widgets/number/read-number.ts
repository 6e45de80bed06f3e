/** A number as people type it, with or without groups of thousands. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/**
 * The value of a typed text, also in full-width digits: null for a blank one, the text itself where it is no number. Where the
 * locale does not group thousands by commas, "1,234" may mean less than two, and is none.
 */
export function readNumber(text: string, locale: string): number | string | null {
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return text;
  if (plain.includes(",") && !new Intl.NumberFormat(locale).format(1_000_000).includes(",")) return text;
  const number = Number(plain.replaceAll(",", ""));
  return Number.isFinite(number) ? number : text;
}
