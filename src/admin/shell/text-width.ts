const measuring = () => document.createElement("canvas").getContext("2d");

/** How wide a text is in a font, as CSS writes one, in px. */
export function textWidth(text: string, font: string): number {
  const context = measuring();
  // A browser without canvas: letters are half as wide as high, at most.
  if (context === null)
    return Math.ceil((text.length * Number.parseFloat(/[\d.]+(?=px)/.exec(font)?.[0] ?? "16")) / 2);
  context.font = font;
  return Math.ceil(context.measureText(text).width);
}
