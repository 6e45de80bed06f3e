import { describe, expect, test } from "vitest";
import { completeLink, safeLink } from "./links.ts";
import { pictureKind, readInline } from "./pictures.ts";
import rules from "./server.ts";
import { takePictures } from "./take-pictures.ts";

describe("the address of a link", () => {
  test.each([
    ["https://a.tw", "https://a.tw"],
    ["HTTP://a.tw/x?y#z", "HTTP://a.tw/x?y#z"],
    [" mailto:a@b.c ", "mailto:a@b.c"],
    ["tel:1", "tel:1"],
    ["sms:+886", "sms:+886"],
    ["ht\u0000tps://a.tw\n", "https://a.tw"],
    ["https:///a.tw", undefined],
    ["https:/\\a.tw", undefined],
    ["https://\\a.tw", undefined],
    ["mailto:\\a", undefined],
    ["mailto:", undefined],
    ["javascript:x", undefined],
    ["java\u0001script:x", undefined],
    ["/a", undefined],
    ["a.tw", undefined],
    ["x https://a.tw", undefined],
    ["", undefined],
  ])("%j is kept as %s", (address, safe) => {
    expect(safeLink(address)).toBe(safe);
  });

  test.each([
    [" a.tw ", "https://a.tw"],
    ["a.tw:8080/x y", undefined],
    ["a.tw:8080/x?y", "https://a.tw:8080/x?y"],
    ["a.b.tw#c", "https://a.b.tw#c"],
    ["a@b.c", "mailto:a@b.c"],
    ["a@b", undefined],
    ["a b@c.d", undefined],
    ["a", undefined],
    ["a.", undefined],
    ["user@a.tw/x", undefined],
    [" tel:1 ", "tel:1"],
    ["javascript:a.tw", undefined],
  ])("%j as it is typed becomes %s", (typed, link) => {
    expect(completeLink(typed)).toBe(link);
  });
});

describe("the address of a picture", () => {
  test.each([
    ["https://a.tw/b.png", "web"],
    ["HTTP://a", "web"],
    ["https:///a", "other"],
    ["/api/images/a.png", "own"],
    ["/api/images/../a.png", "other"],
    ["/api/images/a b.png", "other"],
    ["/api/images/a\\b.png", "other"],
    ["/api/other/a.png", "other"],
    ["data:image/png;base64,AA==", "inline"],
    ["data:image/jpg;charset=utf-8;base64,AA==", "inline"],
    ["data:image/png,AA", "other"],
    ["data:image/gif;base64,AA==", "other"],
    [",data:image/png;base64", "other"],
    ["", "other"],
  ])("%j is %s", (address, kind) => {
    expect(pictureKind(address)).toBe(kind);
  });

  test.each([
    ["data:image/JPG;base64,AA==", { type: "image/jpeg", base64: "AA==" }],
    ["data:image/webp;base64,A%2BA%2f%3D\n A", { type: "image/webp", base64: "A+A/=A" }],
    ["data:image/gif;x=1;base64,AA,A", { type: "image/gif", base64: "AA,A" }],
    ["data:image/svg+xml;base64,AA", undefined],
    ["data:image/png;base64", undefined],
    ["https://a.tw/,b", undefined],
  ])("the bytes in %j are %j", (address, inline) => {
    expect(readInline(address)).toEqual(inline);
  });
});

describe("files that are put into a text", () => {
  const PNG = [0x89, 0x50, 0x4e, 0x47];
  const JPEG = [0xff, 0xd8, 0xff];
  const options = { imageTypes: ["image/png", "image/jpeg"], maxImageBytes: 10 } as const;
  const file = (type: string, bytes: readonly number[], name = "a") =>
    new File([new Uint8Array(bytes)], name, { type });
  const take = async (given: File, own: object = {}) => {
    const { addresses, refused } = await takePictures([given], { ...options, ...own });
    return addresses[0] ?? refused[0]?.key;
  };

  test("are what they are called, by their first bytes too", async () => {
    expect(await take(file("image/png", PNG))).toBe("data:image/png;base64,iVBORw==");
    expect(await take(file("image/jpeg", JPEG))).toBe("data:image/jpeg;base64,/9j/");
    expect(await take(file("image/png", JPEG))).toBe("notAnImage");
    expect(await take(file("image/jpeg", PNG))).toBe("notAnImage");
    expect(await take(file("image/png", PNG.slice(0, 3)))).toBe("notAnImage");
    expect(await take(file("image/jpeg", JPEG), { imageTypes: ["image/png"] })).toBe("notAnImage");
  });

  test("are as large as the limit at most, and are read whole", async () => {
    const bytes = (count: number) => [...PNG, ...Array.from({ length: count - 4 }, (_, at) => at % 256)];
    expect(await take(file("image/png", bytes(10)))).toMatch(/^data:/);
    expect(await take(file("image/png", bytes(11)))).toBe("tooLarge");
    const large = bytes(70_000);
    const address = await take(file("image/png", large), { maxImageBytes: 70_000 });
    expect(Buffer.from(address?.split(",")[1] ?? "", "base64").equals(Buffer.from(large))).toBe(true);
  });

  test("that are refused are named, and the others are taken in their order", async () => {
    const files = [file("image/png", PNG), file("text/plain", PNG, "b.txt"), file("image/jpeg", JPEG)];
    expect(await takePictures(files, options)).toEqual({
      addresses: ["data:image/png;base64,iVBORw==", "data:image/jpeg;base64,/9j/"],
      refused: [{ key: "notAnImage", name: "b.txt" }],
    });
  });
});

describe("what the server knows of a text", () => {
  const options = { headings: [], imageTypes: [], maxImageBytes: 0, undoDepth: 0, undoDelay: 0 };
  const inForm = (output: "semantic" | "quill") => ({ ...options, output });

  test("is the form in which it is stored, where that has to be said", () => {
    expect(rules.storedForm?.(inForm("semantic"))).toBeUndefined();
    expect(rules.storedForm?.(inForm("quill"))).toBe("quill");
    const quill = '<p class="ql-align-center">a</p>';
    expect(rules.convert?.(quill, inForm("semantic"))).toBe('<p style="text-align: center">a</p>');
    expect(rules.convert?.('<p style="text-align: center">a</p>', inForm("quill"))).toBe(quill);
  });

  test("are its pictures, each once, but for those that are in it", () => {
    const html =
      '<img src="/api/images/a.png"><img src="https://b.tw"><img src="/api/images/a.png"><img src="data:image/png;base64,AA==">';
    expect(rules.images?.(html)).toEqual(["/api/images/a.png", "https://b.tw"]);
  });
});
