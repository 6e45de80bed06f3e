import { describe, expect, test } from "vitest";
import { standInFor } from "./save-pictures.ts";
import { file, image, startSaving } from "./start-saving.ts";

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
