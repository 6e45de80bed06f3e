import { describe, expect, it } from "vitest";
import { drawPicture } from "./draw-picture.ts";

const texts = { alt: () => "Picture", elsewhere: (address: string) => `elsewhere: ${address}` };
const draw = (src: string) => drawPicture({ src, width: null, height: null }, texts);
const NAME = `${"n".repeat(43)}.png`;

describe("a picture in the editor", () => {
  it.each([
    `/api/images/${NAME}`,
    `https://cms.example/api/images/${NAME}`,
    `${window.location.origin}/api/images/${NAME}`,
    "data:image/png;base64,AAAA",
  ])("is drawn where this server has it, also under another of its hosts: %s", (src) => {
    const element = draw(src);
    expect([element.tagName, element.getAttribute("src")]).toEqual(["IMG", src]);
  });

  it.each(["https://elsewhere.example/a.png", `https://elsewhere.example/x/api/images/${NAME}`])(
    "is named, and not loaded, where another site has it: %s",
    (src) => {
      const element = draw(src);
      expect([element.tagName, element.textContent]).toEqual(["SPAN", `elsewhere: ${src}`]);
    },
  );
});
