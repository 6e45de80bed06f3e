import { FieldFailure, type Host } from "admin";
import { describe, expect, test, vi } from "vitest";
import type { Refusal } from "./choose-files.ts";
import type { ImageWork } from "./image-work.ts";
import type { Options } from "./manifest.ts";
import { PendingPictures } from "./pending-pictures.ts";
import { giveUp, savePictures, standInFor } from "./save-pictures.ts";

const MB = 1024 * 1024;

const options: Options = {
  types: ["image/png"],
  maxBytes: 5 * MB,
  maxSide: 960,
  compression: [
    { above: MB, share: 0.9, most: 838_860 },
    { above: 419_430, share: 0.9 },
  ],
  previewSide: 400,
  previewQuality: 0.8,
};

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "image/png" });
const image = (fileName: string) => ({
  fileName,
  imgUrl: `/api/images/${fileName}`,
  expiresAt: null,
});

describe("saving", () => {
  const work: ImageWork = {
    compress: async (source, target) => {
      if (source.name.startsWith("stubborn")) throw new Error("no");
      return new File([new Uint8Array(target)], source.name, { type: source.type });
    },
    preview: async (source) => {
      if (source.name.startsWith("text")) throw new Error("no picture");
      return new Blob(["small"]);
    },
  };

  function start() {
    const uploads: { name: string; size: number }[] = [];
    const removals: string[] = [];
    const toasts: string[] = [];
    const broken = { upload: false, remove: false };
    const host: Pick<Host, "upload" | "removeUpload" | "message" | "toast"> = {
      async upload(files, { onProgress }) {
        if (broken.upload) throw new FieldFailure("offline");
        onProgress(1);
        for (const { name, size } of files) uploads.push({ name, size });
        return files.map(({ name }) => image(`stored-${name}`));
      },
      async removeUpload(fileName) {
        if (broken.remove) throw new FieldFailure("offline");
        removals.push(fileName);
      },
      message: (key, values = {}) => `${key} ${values.message ?? ""}`.trim(),
      toast: (_, text) => void toasts.push(text),
    };
    const pending = new PendingPictures(work);
    const refused: Refusal[] = [];
    const add = (...files: File[]) => pending.add(files, options, (refusal) => refused.push(refusal));
    const shares: number[] = [];
    const context = { signal: new AbortController().signal, progress: (share: number) => shares.push(share) };
    return { host, pending, add, refused, uploads, removals, toasts, broken, context, shares };
  }

  test("waits for the compression, uploads in order, then deletes what was removed", async () => {
    const { host, pending, add, uploads, removals, context, shares } = start();
    add(file("a.png", 2 * MB), file("b.png", 500_000));
    add(file("c.png", 10));
    pending.removeStored("old.png");
    const value = await savePictures(host, pending, [image("kept")], true, context);
    expect(uploads).toEqual([
      { name: "a.png", size: 838_860 },
      { name: "b.png", size: 450_000 },
      { name: "c.png", size: 10 },
    ]);
    expect(removals).toEqual(["old.png"]);
    expect(value).toEqual(
      ["kept", "stored-a.png", "stored-b.png", "stored-c.png"].map((name) => image(name)),
    );
    expect(shares.filter((share) => share > 0)).toEqual([1 / 3, 2 / 3, 1]);
  });

  test("a failed upload says so, keeps everything, deletes nothing; the retry sends only what is missing", async () => {
    const { host, pending, add, uploads, removals, broken, context } = start();
    pending.removeStored("old.png");
    add(file("a.png"));
    await savePictures(host, pending, [], true, context);
    broken.upload = true;
    add(file("b.png"));
    pending.removeStored("older.png");
    await expect(savePictures(host, pending, [], true, context)).rejects.toThrow(
      new FieldFailure("uploadFailed offline"),
    );
    expect(pending.snapshot().pictures).toHaveLength(2);
    expect(removals).toEqual(["old.png"]);
    broken.upload = false;
    const value = await savePictures(host, pending, [], true, context);
    expect(uploads.map(({ name }) => name)).toEqual(["a.png", "b.png"]);
    expect(value).toEqual([image("stored-a.png"), image("stored-b.png")]);
  });

  test("a failed deletion is said and does not stop the save; the next save tries it again", async () => {
    const { host, pending, removals, toasts, broken, context } = start();
    pending.removeStored("old.png");
    broken.remove = true;
    expect(await savePictures(host, pending, [], true, context)).toEqual([]);
    expect(toasts).toEqual(["removeFailed offline"]);
    broken.remove = false;
    await savePictures(host, pending, [], true, context);
    expect(removals).toEqual(["old.png"]);
  });

  test("an image that cannot be made smaller leaves the list and stops the save that waited for it", async () => {
    const { host, pending, add, refused, uploads, context } = start();
    add(file("stubborn.png", 2 * MB), file("ok.png"));
    await expect(savePictures(host, pending, [], true, context)).rejects.toThrow(
      new FieldFailure("compressFailed"),
    );
    expect(refused).toEqual([{ key: "compressFailed", name: "stubborn.png" }]);
    expect(uploads).toEqual([]);
    expect(await savePictures(host, pending, [], true, context)).toEqual([image("stored-ok.png")]);
  });

  test("a file that is no picture inside leaves the list", async () => {
    const { pending, add, refused } = start();
    add(file("text.png"));
    await pending.settled();
    expect(pending.snapshot().pictures).toEqual([]);
    expect(refused).toEqual([{ key: "notAnImage", name: "text.png" }]);
  });

  test("an aborted save rejects and uploads nothing more", async () => {
    const { host, pending, add, uploads } = start();
    add(file("a.png"));
    const abort = new AbortController();
    abort.abort();
    await expect(
      savePictures(host, pending, [], true, { signal: abort.signal, progress() {} }),
    ).rejects.toThrow();
    expect(uploads).toEqual([]);
  });

  test.each([
    ["cancelled", new DOMException("Cancelled", "AbortError")],
    ["given up for want of progress", new DOMException("No progress", "TimeoutError")],
  ])("a save %s in mid-upload stops at once, and a retry sends only what is missing", async (_, reason) => {
    const { host, pending, add, uploads, context } = start();
    add(file("a.png"), file("b.png"), file("c.png"));
    const abort = new AbortController();
    const { upload } = host;
    host.upload = (files, options) => {
      if (files[0]?.name === "a.png") return upload(files, options);
      queueMicrotask(() => abort.abort(reason));
      return new Promise((_, reject) =>
        options.signal.addEventListener("abort", () => reject(options.signal.reason)),
      );
    };
    const half = savePictures(host, pending, [], true, { ...context, signal: abort.signal });
    await expect(half).rejects.toBe(reason);
    host.upload = upload;
    const value = await savePictures(host, pending, [], true, context);
    expect(uploads.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png"]);
    expect(value).toEqual(["a.png", "b.png", "c.png"].map((name) => image(`stored-${name}`)));
  });

  test("an image that arrives in spite of the abort is kept for the retry; after the form was left, it is given up", async () => {
    const { host, pending, add, uploads, removals, context } = start();
    const arrivals: (() => void)[] = [];
    const { upload } = host;
    host.upload = async (files, options) => {
      await new Promise<void>((arrive) => arrivals.push(arrive));
      return upload(files, options);
    };
    add(file("a.png"), file("b.png"));
    const abort = new AbortController();
    const cancelled = savePictures(host, pending, [], true, { ...context, signal: abort.signal });
    await vi.waitFor(() => expect(arrivals).toHaveLength(1));
    abort.abort();
    arrivals[0]?.();
    await expect(cancelled).rejects.toThrow();
    expect(uploads.map(({ name }) => name)).toEqual(["a.png"]);

    const retried = savePictures(host, pending, [], true, context);
    await vi.waitFor(() => expect(arrivals).toHaveLength(2));
    await giveUp(host, pending);
    expect(removals).toEqual(["stored-a.png"]);
    arrivals[1]?.();
    await expect(retried).rejects.toThrow();
    expect(uploads.map(({ name }) => name)).toEqual(["a.png", "b.png"]);
    expect(removals).toEqual(["stored-a.png", "stored-b.png"]);
  });

  test("a save that is cancelled waits no longer for an image that is being made smaller; the retry has it", async () => {
    let finish = () => {};
    const slow: ImageWork = {
      compress: (source) =>
        new Promise((resolve) => {
          finish = () => resolve(source);
        }),
      preview: work.preview,
    };
    const { host, uploads, context } = start();
    const pending = new PendingPictures(slow);
    pending.add([file("a.png", 2 * MB)], options, () => {});
    const abort = new AbortController();
    const cancelled = savePictures(host, pending, [], true, { ...context, signal: abort.signal });
    abort.abort();
    await expect(cancelled).rejects.toThrow();
    finish();
    expect(await savePictures(host, pending, [], true, context)).toEqual([image("stored-a.png")]);
    expect(uploads).toHaveLength(1);
  });

  test("making an image smaller is progress, so that the form stays patient", async () => {
    let tell = (_share: number) => {};
    let finish = () => {};
    const slow: ImageWork = {
      compress: (source, _target, _side, _signal, onProgress) =>
        new Promise((resolve) => {
          tell = onProgress;
          finish = () => resolve(source);
        }),
      preview: work.preview,
    };
    const { host, context, shares } = start();
    const pending = new PendingPictures(slow);
    pending.add([file("a.png", 2 * MB)], options, () => {});
    const saved = savePictures(host, pending, [], true, context);
    tell(0.3);
    tell(0.6);
    expect(shares).toEqual([0, 0]);
    finish();
    await saved;
    expect(shares.at(-1)).toBe(1);
  });

  test("what breaks in another way than told to people is the bug that it is", async () => {
    const { host, pending, add, context } = start();
    const bug = new TypeError("x is not a function");
    add(file("a.png"));
    host.upload = () => Promise.reject(bug);
    await expect(savePictures(host, pending, [], true, context)).rejects.toBe(bug);
  });

  test("leaving the form removes what a failed save had uploaded, and nothing of the record", async () => {
    const { host, pending, add, removals, context } = start();
    add(file("a.png"), file("b.png"));
    await savePictures(host, pending, [], true, context);
    const [first] = pending.snapshot().pictures;
    pending.remove(first?.key ?? "");
    pending.removeStored("of-the-record.png");
    await giveUp(host, pending);
    expect(removals.toSorted()).toEqual(["stored-a.png", "stored-b.png"]);
  });

  test("an uploaded one that is then removed is deleted with the next save", async () => {
    const { host, pending, add, removals, context } = start();
    add(file("a.png"));
    await savePictures(host, pending, [], true, context);
    pending.remove(pending.snapshot().pictures[0]?.key ?? "");
    expect(await savePictures(host, pending, [], true, context)).toEqual([]);
    expect(removals).toEqual(["stored-a.png"]);
  });

  test("validation counts pending ones", () => {
    const { pending, add } = start();
    add(file("a.png"));
    expect(standInFor([image("kept")], pending, true)).toHaveLength(2);
    expect(standInFor(null, pending, false)).toMatchObject({ fileName: "a.png" });
  });

  test("object URLs are given back when an image leaves, and all at the end", async () => {
    const { pending, add } = start();
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
      await pending.settled();
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
