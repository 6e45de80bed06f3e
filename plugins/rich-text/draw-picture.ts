import { smallImageUrl } from "admin";

export interface PictureTexts {
  /** Alternative text of a picture that has none. */
  alt(): string;
  /** Shown in place of a picture of another site. */
  elsewhere(address: string): string;
}

/**
 * The element of a picture in the editor. A picture of another site is named and not loaded: the page's policy forbids that,
 * and the site would learn who edits what. It stays in the document.
 */
export function drawPicture(attrs: Readonly<Record<string, unknown>>, texts: PictureTexts): HTMLElement {
  const address = String(attrs.src ?? "");
  if (isElsewhere(address)) {
    const box = document.createElement("span");
    box.className = "rich-text-elsewhere";
    box.textContent = texts.elsewhere(address);
    return box;
  }
  const image = document.createElement("img");
  image.alt = typeof attrs.alt === "string" && attrs.alt !== "" ? attrs.alt : texts.alt();
  if (typeof attrs.title === "string") image.title = attrs.title;
  if (attrs.width !== null) image.setAttribute("width", String(attrs.width));
  if (attrs.height !== null) image.setAttribute("height", String(attrs.height));
  image.src = address;
  return image;
}

/** An upload is ours under another host of this server too: only uploads have a small rendition. */
function isElsewhere(address: string): boolean {
  const isOurs = address.startsWith(`${window.location.origin}/`) || smallImageUrl(address) !== address;
  return /^https?:/i.test(address) && !isOurs;
}
