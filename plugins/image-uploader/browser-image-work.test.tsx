import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { browserImageWork } from "./browser-image-work.ts";
import type { CompressionAnswer } from "./compress-image.ts";

const png = (size = 10) => new File([new Uint8Array(size)], "a.png", { type: "image/png", lastModified: 7 });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a preview", () => {
  let size: { readonly width: number; readonly height: number };
  let closed: number;
  let drawn: readonly unknown[];
  let asked: readonly unknown[];
  let written: Blob | null;
  beforeEach(() => {
    closed = 0;
    drawn = [];
    asked = [];
    written = new Blob(["small"]);
    vi.stubGlobal("createImageBitmap", async () => ({ ...size, close: () => (closed += 1) }));
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(
      () => ({ drawImage: (_: unknown, ...box: unknown[]) => (drawn = box) }) as never,
    );
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, ...how) => {
      asked = how;
      done(written);
    });
  });

  test.each([
    [800, 400, [0, 0, 200, 100]],
    [400, 800, [0, 0, 100, 200]],
    [1000, 333, [0, 0, 200, 67]],
    [100, 50, [0, 0, 100, 50]],
    [2000, 1, [0, 0, 200, 1]],
  ])(
    "of %d × %d pixels has no longer side than asked, and is not made larger",
    async (width, height, box) => {
      size = { width, height };
      expect(await browserImageWork.preview(png(), 200, 0.8)).toBe(written);
      expect(drawn).toEqual(box);
      expect(asked).toEqual(["image/webp", 0.8]);
      expect(closed).toBe(1);
    },
  );

  test("that cannot be made is an error, and the picture is given back all the same", async () => {
    size = { width: 10, height: 10 };
    written = null;
    await expect(browserImageWork.preview(png(), 200, 0.8)).rejects.toThrow("no preview");
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    await expect(browserImageWork.preview(png(), 200, 0.8)).rejects.toThrow("no canvas");
    expect(closed).toBe(2);
  });
});

describe("compressing in a worker", () => {
  class FakeWorker {
    static last: FakeWorker | undefined;
    onmessage = (_: { readonly data: CompressionAnswer }) => {};
    onerror = (_: { readonly message: string }) => {};
    ordered: unknown;
    isEnded = false;
    constructor() {
      FakeWorker.last = this;
    }
    postMessage(order: unknown) {
      this.ordered = order;
    }
    terminate() {
      this.isEnded = true;
    }
  }
  beforeEach(() => {
    vi.stubGlobal("Worker", FakeWorker);
  });

  function start(signal = new AbortController().signal) {
    const shares: number[] = [];
    const file = png();
    const done = browserImageWork.compress(file, 5, 100, signal, (share) => shares.push(share));
    const worker = FakeWorker.last;
    if (worker === undefined) throw new Error("There is no worker.");
    return { done, worker, shares, file };
  }

  test("tells how far it is, and gives the file its name and time", async () => {
    const { done, worker, shares, file } = start();
    expect(worker.ordered).toEqual({ file, target: 5, maxSide: 100 });
    worker.onmessage({ data: { share: 0.4 } });
    expect(worker.isEnded).toBe(false);
    worker.onmessage({ data: { blob: new Blob(["12345"], { type: "image/jpeg" }) } });
    const made = await done;
    expect([made.name, made.size, made.type, made.lastModified]).toEqual(["a.png", 5, "image/jpeg", 7]);
    expect([shares, worker.isEnded]).toEqual([[0.4], true]);
  });

  test.each([
    ["nothing", ""],
    ["more than asked", "123456"],
  ])("that comes to %s has failed", async (_, text) => {
    const { done, worker } = start();
    worker.onmessage({ data: { blob: new Blob([text]) } });
    await expect(done).rejects.toThrow(`a.png stayed at ${text.length} bytes`);
  });

  test("ends with its signal, and is not tried in the page then", async () => {
    const abort = new AbortController();
    const { done, worker } = start(abort.signal);
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(done).rejects.toBe(reason);
    expect(worker.isEnded).toBe(true);
    FakeWorker.last = undefined;
    await expect(browserImageWork.compress(png(), 5, 100, abort.signal, () => {})).rejects.toBe(reason);
    expect(FakeWorker.last).toBeUndefined();
  });

  test.each([
    ["answers an error", (worker: FakeWorker) => worker.onmessage({ data: { error: "no canvas" } })],
    ["cannot be loaded", (worker: FakeWorker) => worker.onerror({ message: "" })],
  ])("that %s is done by the page instead", async (_, fail) => {
    vi.doMock("./compress-image.ts", () => ({
      compressImage: async (order: object, onProgress: (share: number) => void) => {
        onProgress(0.9);
        return new Blob([JSON.stringify(Object.keys(order)).slice(0, 3)]);
      },
    }));
    const { done, worker, shares } = start();
    fail(worker);
    expect((await done).size).toBe(3);
    expect([shares, worker.isEnded]).toEqual([[0.9], true]);
    vi.doUnmock("./compress-image.ts");
  });
});
