import { describe, expect, test } from "vitest";
import { standInFor } from "./save-pictures.ts";
import { file, image, MB, options, startSaving } from "./start-saving.ts";

describe("pictures that wait for the save", () => {
  test("a file that is no picture inside leaves the list", async () => {
    const { pending, add, refused } = startSaving();
    add(file("text.png"));
    await pending.ready();
    expect(pending.snapshot().pictures).toEqual([]);
    expect(refused).toEqual([{ key: "notAnImage", name: "text.png" }]);
  });

  test("validation counts pending ones", () => {
    const { pending, add } = startSaving();
    add(file("a.png"));
    expect(standInFor([image("kept")], pending, true)).toHaveLength(2);
    expect(standInFor(null, pending, false)).toMatchObject({ fileName: "a.png" });
  });

  test("a draft has the files as they are by then, and is another only where they are", async () => {
    const { pending, add } = startSaving();
    const big = file("big.png", 2 * MB);
    add(big);
    const chosen = pending.draft();
    expect(chosen.pictures).toEqual([{ file: big, isReady: false }]);
    expect(pending.draft()).toBe(chosen);
    await pending.ready();
    const ready = pending.draft();
    expect(ready.pictures).toMatchObject([{ isReady: true }]);
    expect(ready.pictures[0]?.file.size).toBeLessThan(MB);
    pending.setUploaded(pending.snapshot().pictures[0]?.key ?? "", image("stored"));
    expect(pending.draft()).toBe(ready);
    pending.removeStored("old");
    expect(pending.draft()).toEqual({ ...ready, removed: ["old"] });
  });

  test("another field goes on with a draft: what is compressed is not compressed again, the rest is", async () => {
    const { pending } = startSaving();
    const ready = file("ready.png", MB - 1);
    const raw = file("raw.png", 2 * MB);
    const pictures = [
      { file: ready, isReady: true },
      { file: raw, isReady: false },
    ];
    pending.restore({ pictures, removed: ["old"] }, options, () => {});
    await pending.ready();
    const { pictures: shown, removed } = pending.snapshot();
    expect(shown.map((picture) => picture.file?.size)).toEqual([MB - 1, 838_860]);
    expect(removed).toEqual(["old"]);
  });

  test.each([undefined, null, 1, "x", [], {}, { pictures: [null, 1, { file: "a.png" }], removed: 1 }])(
    "a draft that is none brings nothing: %s",
    (draft) => {
      const { pending } = startSaving();
      pending.restore(draft, options, () => {});
      expect(pending.snapshot()).toEqual({ pictures: [], removed: [], orphans: [] });
    },
  );

  test("object URLs are given back when an image leaves, and all at the end", async () => {
    const { pending, add } = startSaving();
    const live = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (source) => {
      const url = createObjectURL(source);
      live.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      live.delete(url);
      revokeObjectURL(url);
    };
    try {
      add(file("a.png"), file("b.png"));
      await pending.ready();
      expect(live.size).toBe(4);
      pending.remove(pending.snapshot().pictures[0]?.key ?? "");
      expect(live.size).toBe(2);
      pending.clear();
      expect(live.size).toBe(0);
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
  });
});
