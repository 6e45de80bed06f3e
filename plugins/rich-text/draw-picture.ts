/** Messages about pictures. */
export interface PictureTexts {
  /** Alternative text of one that has none. */
  alt(): string;
  /** In place of one on another site. */
  elsewhere(address: string): string;
}

/**
 * A picture in the editor. One of another site is named and not loaded: the page's policy forbids it, and it would
 * show that site who edits what. It stays in the document as it is.
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

function isElsewhere(address: string): boolean {
  return /^https?:/i.test(address) && !address.startsWith(`${window.location.origin}/`);
}
