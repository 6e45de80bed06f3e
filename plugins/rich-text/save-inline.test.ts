import { FieldFailure, type Host } from "admin";
import { describe, expect, test, vi } from "vitest";
import { giveUpAll, giveUpUnused, type InlineUploads, saveInline } from "./save-inline.ts";

const ONE = "data:image/png;base64,aQ==";
const TWO = "data:image/png;base64,aR==";
const html = `<p><img src="${ONE}"><img src="${TWO}"></p>`;
const stored = '<p><img src="/api/images/1.png"><img src="/api/images/2.png"></p>';

function start() {
  const sent: string[] = [];
  const removals: string[] = [];
  const host: Pick<Host, "upload" | "removeUpload" | "message"> = {
    async upload(files, { onProgress }) {
      onProgress(1);
      return files.map(({ name }) => {
        sent.push(name);
        const fileName = `${sent.length}.png`;
        return { fileName, imgUrl: `/api/images/${fileName}`, expiresAt: null };
      });
    },
    async removeUpload(fileName) {
      removals.push(fileName);
    },
    message: (key, values = {}) => `${key} ${values.message ?? ""}`.trim(),
  };
  const uploads: InlineUploads = { kept: new Map(), isLeft: false };
  const shares: number[] = [];
  const save = (signal = new AbortController().signal) =>
    saveInline(host, html, [ONE, TWO], uploads, { signal, progress: (share) => shares.push(share) });
  return { host, sent, removals, uploads, shares, save };
}

describe("saving pictures of a text", () => {
  test("uploads each, reports progress, and puts the addresses in their places", async () => {
    const { sent, shares, save } = start();
    expect(await save()).toBe(stored);
    expect(sent).toEqual(["picture-1.png", "picture-2.png"]);
    expect(shares).toEqual([0, 0.5, 0.5, 1]);
    expect(await save()).toBe(stored);
    expect(sent).toHaveLength(2);
  });

  test.each([
    ["cancelled", new DOMException("Cancelled", "AbortError")],
    ["given up for want of progress", new DOMException("No progress", "TimeoutError")],
  ])("a save %s in mid-upload stops at once; a retry sends only what is missing", async (_, reason) => {
    const { host, sent, save } = start();
    const abort = new AbortController();
    const { upload } = host;
    host.upload = (files, options) => {
      if (files[0]?.name === "picture-1.png") return upload(files, options);
      queueMicrotask(() => abort.abort(reason));
      return new Promise((_, reject) =>
        options.signal.addEventListener("abort", () => reject(options.signal.reason)),
      );
    };
    await expect(save(abort.signal)).rejects.toBe(reason);
    host.upload = upload;
    expect(await save()).toBe(stored);
    expect(sent).toEqual(["picture-1.png", "picture-2.png"]);
  });

  test("a refused upload is a sentence; what breaks otherwise is the bug that it is", async () => {
    const { host, sent, save } = start();
    const { upload } = host;
    host.upload = () => Promise.reject(new FieldFailure("too busy"));
    await expect(save()).rejects.toEqual(new FieldFailure("uploadFailed too busy"));
    const bug = new TypeError("x is not a function");
    host.upload = () => Promise.reject(bug);
    await expect(save()).rejects.toBe(bug);
    host.upload = upload;
    expect(await save()).toBe(stored);
    expect(sent).toHaveLength(2);
  });

  test("leaving gives up what was uploaded, also what arrives later, and uploads nothing more", async () => {
    const { host, sent, removals, uploads, save } = start();
    const arrivals: (() => void)[] = [];
    const { upload } = host;
    host.upload = async (files, options) => {
      await new Promise<void>((arrive) => arrivals.push(arrive));
      return upload(files, options);
    };
    const saved = save();
    arrivals[0]?.();
    await vi.waitFor(() => expect(arrivals).toHaveLength(2));
    giveUpAll(host, uploads);
    expect(removals).toEqual(["1.png"]);
    arrivals[1]?.();
    await expect(saved).rejects.toThrow();
    expect([sent.length, removals]).toEqual([2, ["1.png", "2.png"]]);
  });

  test("once the text is stored, what it does not show is given up", async () => {
    const { host, removals, uploads, save } = start();
    await save();
    giveUpUnused(host, [TWO], uploads);
    expect(removals).toEqual(["1.png"]);
    expect(uploads.kept.size).toBe(0);
  });
});
