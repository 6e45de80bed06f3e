import { smallImageUrl } from "admin";

/** The kinds of inline picture that become uploads. */
const INLINE = /^data:image\/(png|jpe?g)(?:;[a-z0-9=-]+)*;base64$/i;

/** Where a picture's address leads; `inline` is one of the kinds that the server stores. */
export type PictureKind = "web" | "own" | "inline" | "other";

/** An address of this server is recognised by having a small rendition. */
export function pictureKind(address: string): PictureKind {
  if (/^https?:\/\/[^/\\]/i.test(address)) return "web";
  if (smallImageUrl(address) !== address && !/[\\\s]|\.\./.test(address)) return "own";
  const comma = address.slice(0, 100).indexOf(",");
  return comma > 0 && INLINE.test(address.slice(0, comma)) ? "inline" : "other";
}

export interface InlinePicture {
  /** MIME type. */
  readonly type: string;
  readonly base64: string;
}

/** An inline picture of a kind that the server takes as upload; undefined for any other address. */
export function readInline(address: string): InlinePicture | undefined {
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

const IMG = /<img\b/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/gy;

/**
 * Replaces the addresses of pictures in plain HTML as our editor and cleaning write it: lower case, double quotes,
 * no `<` or `>` inside attributes. Every other character stays. The addresses are given unescaped.
 */
export function mapPictures(html: string, change: (address: string) => string): string {
  let result = "";
  let done = 0;
  for (const { start, end, address } of pictureAddresses(html)) {
    result += html.slice(done, start) + escapeAttribute(change(address));
    done = end;
  }
  return result + html.slice(done);
}

/** The addresses of the pictures in plain HTML, in order. */
export function picturesIn(html: string): readonly string[] {
  return [...pictureAddresses(html)].map(({ address }) => address);
}

function* pictureAddresses(html: string): Generator<{ start: number; end: number; address: string }> {
  IMG.lastIndex = 0;
  const tags = new RegExp(IMG);
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    // One after another, for a text may hold what looks like another attribute.
    const attributes = new RegExp(ATTRIBUTE);
    attributes.lastIndex = tags.lastIndex;
    for (let found = attributes.exec(html); found !== null; found = attributes.exec(html)) {
      tags.lastIndex = attributes.lastIndex;
      const [, name, value = ""] = found;
      if (name !== "src") continue;
      const end = attributes.lastIndex - 1;
      yield { start: end - value.length, end, address: unescapeAttribute(value) };
      break;
    }
  }
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

function unescapeAttribute(text: string): string {
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
