/** What an editor's links may lead to. */
export const LINK_PROTOCOLS = ["http", "https", "mailto", "tel", "sms"] as const;

/** Control characters, of which browsers drop some wherever they stand in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * The address as a link may carry it: with one of the protocols, free of control characters and blanks around it.
 * undefined for any other, relative ones included.
 */
export function safeLink(address: string): string | undefined {
  const plain = address.replace(CONTROLS, "").trim();
  return /^(https?:\/\/[^/\\]|(mailto|tel|sms):[^\\])/i.test(plain) ? plain : undefined;
}

/** What a person typed as a link, completed: `example.com` is a site, `a@b.c` a mail address. */
export function completeLink(typed: string): string | undefined {
  const plain = typed.trim();
  const given = safeLink(plain);
  if (given !== undefined) return given;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(plain)) return safeLink(`mailto:${plain}`);
  if (/^[^\s:/@]+\.[^\s:/@]+(:\d+)?([/?#]\S*)?$/.test(plain)) return safeLink(`https://${plain}`);
  return undefined;
}
