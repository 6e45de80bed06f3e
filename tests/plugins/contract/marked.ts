import { MESSAGE_KEYS } from "../../../src/model/message-keys.ts";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import { pluginMessages } from "../../../src/model/plugin-messages.ts";

/** Every sentence of the manifest and of the product with its own words marked, what is filled in left bare: `⟦Clear ⟧{label}`. */
export function markedMessages(manifest: PluginManifest | undefined): Readonly<Record<string, string>> {
  const own = manifest === undefined ? {} : pluginMessages(manifest, "en");
  return {
    ...Object.fromEntries(Object.keys(MESSAGE_KEYS).map((key) => [key, `⟦${key}⟧`])),
    ...Object.fromEntries(Object.entries(own).map(([key, text]) => [key, marked(text)])),
  };
}

function marked(template: string): string {
  const parts = template.split(/(\{[\w.]+\})/);
  return parts.map((part, index) => (index % 2 === 1 || part === "" ? part : `⟦${part}⟧`)).join("");
}

/** Texts that may be shown as they are. */
export class Known {
  readonly #phrases = new Set<string>();
  #pattern: RegExp | undefined;

  /** Every text in it, names of properties included; of HTML what stands between its tags. */
  add(data: unknown): void {
    if (typeof data === "object" && data !== null) {
      for (const [name, one] of Object.entries(data)) {
        if (!Array.isArray(data)) this.add(name);
        this.add(one);
      }
      return;
    }
    for (const part of [String(data), ...String(data).split(/<[^>]*>/)]) {
      const phrase = part.trim();
      if (LETTER.test(phrase)) this.#phrases.add(phrase);
    }
    this.#pattern = undefined;
  }

  /** What of a text is neither marked nor known, nor without letters; undefined where nothing is. */
  unsaid(text: string): string | undefined {
    this.#pattern ??= anyOf([...this.#phrases]);
    for (const run of text.split(/⟦[^⟧]*(?:⟧|$)/)) {
      const rest = run.replace(this.#pattern, " ").trim();
      if (LETTER.test(rest) && !this.#has(run.trim())) return rest;
    }
    return undefined;
  }

  /** A part of something known: it was cut, or stands in several elements. */
  #has(run: string): boolean {
    const whole = anyOf([run]);
    return [...this.#phrases].some((phrase) => phrase.search(whole) !== -1);
  }
}

const LETTER = /\p{L}/u;

/** Any of the phrases, as whole words, the longest first. */
function anyOf(phrases: readonly string[]): RegExp {
  const literal = phrases
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  // Without phrases it matches nothing.
  return new RegExp(literal.length === 0 ? "(?!)" : `(?<!\\p{L})(?:${literal.join("|")})(?!\\p{L})`, "gu");
}

/** What `Intl` writes of days and moments in a language. */
export function wordsOfDates(locale: string): readonly string[] {
  const dates = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1 + month, 2 * month + 1));
  const styles: readonly Intl.DateTimeFormatOptions[] = [
    { month: "long", weekday: "long", hour: "numeric", hour12: true },
    { month: "short", weekday: "short", hour: "2-digit", hour12: true },
  ];
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const units = ["minute", "hour", "day"] as const;
  return [
    ...styles.flatMap((style) => {
      const format = new Intl.DateTimeFormat(locale, style);
      return dates.flatMap((date) => format.formatToParts(date).map(({ value }) => value));
    }),
    ...units.flatMap((unit) => [1, 2].flatMap((n) => ago.formatToParts(-n, unit).map(({ value }) => value))),
  ];
}
