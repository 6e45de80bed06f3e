import { describe, expect, test, vi } from "vitest";
import type { ImageWork } from "./image-work.ts";
import { PendingPictures } from "./pending-pictures.ts";
import { giveUp, savePictures } from "./save-pictures.ts";
import { file, image, MB, options, startSaving, work } from "./start-saving.ts";

describe("a save that is cancelled", () => {
  test("an aborted save rejects and uploads nothing more", async () => {
    const { host, pending, add, uploads } = startSaving();
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
    const { host, pending, add, uploads, context } = startSaving();
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
    const hook = savePictures(host, pending, [], true, { ...context, signal: abort.signal });
    await expect(hook).rejects.toBe(reason);
    host.upload = upload;
    const value = await savePictures(host, pending, [], true, context);
    expect(uploads.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png"]);
    expect(value).toEqual(["a.png", "b.png", "c.png"].map((name) => image(`stored-${name}`)));
  });

  test("an image that arrives in spite of the abort is kept for the retry; after the form was left, it is given up", async () => {
    const { host, pending, add, uploads, removals, context } = startSaving();
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
    const { host, uploads, context } = startSaving();
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
    let report = (_share: number) => {};
    let finish = () => {};
    const slow: ImageWork = {
      compress: (source, _target, _side, _signal, onProgress) =>
        new Promise((resolve) => {
          report = onProgress;
          finish = () => resolve(source);
        }),
      preview: work.preview,
    };
    const { host, context, shares } = startSaving();
    const pending = new PendingPictures(slow);
    pending.add([file("a.png", 2 * MB)], options, () => {});
    const saved = savePictures(host, pending, [], true, context);
    report(0.3);
    report(0.6);
    expect(shares).toEqual([0, 0]);
    finish();
    await saved;
    expect(shares.at(-1)).toBe(1);
  });
});
