/** How the config writes times: `config.app`, and the view of it in browsers. */
interface TimeStyle {
  readonly dateLocale: string;
  readonly timeZone: string;
}

/** A stored moment as people read it: in the business's time zone, never that of a server or a browser. */
export function formatMoment(moment: string, { dateLocale, timeZone }: TimeStyle): string {
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short", timeZone });
  return format.format(new Date(moment));
}
