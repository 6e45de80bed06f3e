/** The checks of `format`, small because browsers load them. */
export const FORMAT_CHECKS = {
  /** A day that exists: 2024-02-29. */
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  /** RFC 3339: a day and a time with its zone. A leap second is refused: JavaScript's dates have none. */
  "date-time": (text: string) =>
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(text) &&
    isDay(text.slice(0, 10)),
  email: (text: string) =>
    text.length <= 254 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(
      text,
    ),
  /** An address with its scheme. */
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text),
};

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
