import { describe, expect, test } from "vitest";
import { chooseFiles, inMegabytes } from "./choose-files.ts";
import { compressionTarget } from "./image-work.ts";
import type { Options } from "./manifest.ts";
import { isLinkable, readPictures, withoutPicture, withPictures } from "./picture-value.ts";
import { file, image, MB, options as saving } from "./start-saving.ts";

const options: Options = { ...saving, types: ["image/png", "image/jpeg"] };

describe("choosing", () => {
  test("takes what fits, refuses the rest with its reason, and what is refused takes no place", () => {
    const choice = chooseFiles(
      [
        file("a.txt", 1, "text/plain"),
        file("big.png", 5 * MB + 1),
        file("1.png"),
        file("2.png"),
        file("3.png"),
      ],
      1,
      options,
    );
    expect(choice.taken.map(({ name }) => name)).toEqual(["1.png"]);
    expect(choice.refused).toEqual([
      { key: "notAnImage", name: "a.txt" },
      { key: "tooLarge", name: "big.png" },
      { key: "tooMany", name: "2.png" },
    ]);
  });

  test("a file of exactly the limit is taken, an svg is not an image here", () => {
    expect(chooseFiles([file("a.png", 5 * MB)], 1, options).taken).toHaveLength(1);
    expect(chooseFiles([file("a.svg", 9, "image/svg+xml")], 1, options).refused[0]?.key).toBe("notAnImage");
  });

  test("sizes are written in MB", () => {
    expect([inMegabytes(5 * MB), inMegabytes(0.5 * MB)]).toEqual([5, 0.5]);
  });
});

describe("how small an image becomes", () => {
  test.each([
    [4 * MB, 838_860],
    [MB + 1, 838_860],
    [MB, Math.floor(0.9 * MB)],
    [419_431, 377_487],
    [419_430, undefined],
    [1000, undefined],
  ])("%d bytes → %s", (size, target) => {
    expect(compressionTarget(size, options.compression)).toBe(target);
  });

  test("over 1 MB the share counts where it is the smaller", () => {
    expect(compressionTarget(1000, [{ above: 1, share: 0.5, most: 800 }])).toBe(500);
  });
});

describe("values", () => {
  const odd = [
    null,
    undefined,
    "",
    "x",
    7,
    true,
    [],
    {},
    [null, 3, "y", { imgUrl: 5 }, [[]]],
    { imgUrl: null, fileName: {} },
  ];
  test.each(odd)("%j holds no image and breaks nothing", (value) => {
    expect(readPictures(value as never)).toEqual([]);
    expect(() => withPictures(value as never, [image("a")], true)).not.toThrow();
    expect(() => withoutPicture(value as never, 0, true)).not.toThrow();
  });

  test("an image with an address alone is shown", () => {
    expect(readPictures({ imgUrl: "/x.png" } as never)).toEqual([
      { index: 0, url: "/x.png", fileName: undefined },
    ]);
  });

  test("taking one out leaves what else stands in the list", () => {
    expect(withoutPicture([image("a"), 5, image("b")] as never, 2, true)).toEqual([image("a"), 5]);
    expect(withoutPicture(image("a"), 0, false)).toBeNull();
  });

  test("adding keeps the order, adds none twice, replaces a single one", () => {
    expect(withPictures([image("a")], [image("a"), image("b")], true)).toEqual([image("a"), image("b")]);
    expect(withPictures(image("a"), [image("b")], false)).toEqual(image("b"));
    expect(withPictures(undefined, [], false)).toBeNull();
  });

  test("links lead to pictures only", () => {
    for (const url of ["/api/images/a.png", "https://a/b.png", "blob:x"]) expect(isLinkable(url)).toBe(true);
    for (const url of ["javascript:alert(1)", " javascript:x", "data:text/html,x", "//a", "/\\a", "a"])
      expect(isLinkable(url)).toBe(false);
  });
});
