/** Control characters: browsers drop some of them anywhere in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * An address that a link may have, without control characters and surrounding blanks. undefined for other protocols and for
 * relative addresses.
 */
export function safeLink(address: string): string | undefined {
  const plain = address.replace(CONTROLS, "").trim();
  return /^(https?:\/\/[^/\\]|(mailto|tel|sms):[^\\])/i.test(plain) ? plain : undefined;
}

/** The address that a person typed, completed: `example.com` is a site, `a@b.c` a mail address. */
export function completeLink(typed: string): string | undefined {
  const plain = typed.trim();
  const given = safeLink(plain);
  if (given !== undefined) return given;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(plain)) return safeLink(`mailto:${plain}`);
  if (/^[^\s:/@]+\.[^\s:/@]+(:\d+)?([/?#]\S*)?$/.test(plain)) return safeLink(`https://${plain}`);
  return undefined;
}
