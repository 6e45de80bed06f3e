/** Numbers as people type them, and as a box shows them to be typed over: with the signs of a locale. */

/**
 * The value of a typed text, also in full-width digits: null for a blank one, undefined where it is no number. Thousands may be
 * grouped as the locale groups them. Where it has a comma for decimals, a point is taken too, since keyboards have one; but
 * "1.234", which is a thousand there and less than two elsewhere, is none.
 */
export function readNumber(text: string, locale: string): number | null | undefined {
  const plain = plainSigns(text).trim();
  if (plain === "") return null;
  const { decimal, group } = signsOf(locale);
  const isGrouped = (digits: string) => new RegExp(`^[+-]?\\d{1,3}(?:[${group}]\\d{3})+$`).test(digits);
  const sign = plain.includes(decimal) ? decimal : ".";
  if (group === "." && sign === "." && isGrouped(plain)) return undefined;
  const [whole = "", ...fraction] = plain.split(sign);
  const written = [isGrouped(whole) ? whole.replaceAll(group, "") : whole, ...fraction].join(".");
  if (!/^[+-]?\d*\.?\d*$/.test(written) || !/\d/.test(written)) return undefined;
  const number = Number(written);
  return Number.isFinite(number) ? number : undefined;
}

/** A number as it is typed: with the decimal sign of the locale, without groups. */
export function writeNumber(value: number, locale: string): string {
  return String(value).replace(".", signsOf(locale).decimal);
}

function signsOf(locale: string): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1234567.5);
  const sign = (wanted: "decimal" | "group") =>
    plainSigns(parts.find(({ type }) => type === wanted)?.value ?? "");
  return { decimal: sign("decimal") === "," ? "," : ".", group: sign("group") };
}

/** Spaces, apostrophes and full-width characters of all kinds are those of the keyboard. */
function plainSigns(text: string): string {
  return text.normalize("NFKC").replaceAll("’", "'");
}
