import { smallImageUrl } from "admin";

/** The kinds of inline picture that become uploads. */
const INLINE = /^data:image\/(png|jpe?g)(?:;[a-z0-9=-]+)*;base64$/i;

/** Where a picture's address leads: to another site, to this server, or to bytes of a kind that the server stores. */
type PictureKind = "web" | "own" | "inline" | "other";

export function pictureKind(address: string): PictureKind {
  if (/^https?:\/\/[^/\\]/i.test(address)) return "web";
  // Only addresses of this server have a small rendition.
  if (smallImageUrl(address) !== address && !/[\\\s]|\.\./.test(address)) return "own";
  const comma = address.slice(0, 100).indexOf(",");
  return comma > 0 && INLINE.test(address.slice(0, comma)) ? "inline" : "other";
}

/** The MIME type and bytes of an inline picture that the server takes as an upload; undefined for other addresses. */
export function readInline(address: string): { readonly type: string; readonly base64: string } | undefined {
  const comma = address.slice(0, 100).indexOf(",");
  const kind = /^data:image\/(png|jpe?g|gif|webp)(?:;[a-z0-9=-]+)*;base64$/i.exec(
    address.slice(0, comma),
  )?.[1];
  if (kind === undefined) return undefined;
  return {
    type: `image/${kind.toLowerCase().replace("jpg", "jpeg")}`,
    base64: address
      .slice(comma + 1)
      .replaceAll(/%(2b|2f|3d)/gi, decodeURIComponent)
      .replaceAll(/\s/g, ""),
  };
}

/** A picture's tag up to its address, attribute by attribute, since a text may look like one. */
const PICTURE = /(<img(?: (?!src=)[a-z-]+="[^"]*")* src=")([^"]*)(?=")/g;

/**
 * Replaces the addresses of pictures in HTML as our editor and cleaning write it: lower case, double quotes, no `<` or `>` in
 * attributes. Every other character stays. `change` gets addresses without character references.
 */
export function mapPictures(html: string, change: (address: string) => string): string {
  return html.replaceAll(
    PICTURE,
    (_, before: string, address: string) => before + escapeAttribute(change(unescapeAttribute(address))),
  );
}

/** The addresses of the pictures in such HTML, in order. */
export function picturesIn(html: string): readonly string[] {
  return [...html.matchAll(PICTURE)].map(([, , address = ""]) => unescapeAttribute(address));
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

export function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

export function unescapeAttribute(text: string): string {
  if (!text.includes("&")) return text;
  const named: Readonly<Record<string, string>> = {
    quot: '"',
    lt: "<",
    gt: ">",
    nbsp: "\u00a0",
    amp: "&",
    "#39": "'",
  };
  return text.replaceAll(/&(quot|lt|gt|nbsp|amp|#39);/g, (_, name: string) => named[name] ?? "");
}
