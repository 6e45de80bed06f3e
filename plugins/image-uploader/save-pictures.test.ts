import { FieldFailure } from "admin";
import { describe, expect, test } from "vitest";
import { giveUp, savePictures } from "./save-pictures.ts";
import { file, image, MB, startSaving } from "./start-saving.ts";

describe("saving", () => {
  test("waits for the compression, uploads in order, then deletes what was removed", async () => {
    const { host, pending, add, uploads, removals, context, shares } = startSaving();
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
    expect([...new Set(shares.filter((share) => share > 0))]).toEqual([1 / 3, 2 / 3, 1]);
  });

  test("says which of how many is on its way, one that a failed save had uploaded included", async () => {
    const { host, pending, add, broken, context } = startSaving();
    const texts: (string | undefined)[] = [];
    const said = { ...context, progress: (_: number, text?: string) => texts.push(text) };
    add(file("a.png"), file("b.png"));
    await savePictures(host, pending, [], true, said);
    expect([...new Set(texts)]).toEqual([undefined, "uploading 1 2", "uploading 2 2"]);
    add(file("c.png"));
    broken.upload = true;
    texts.length = 0;
    await expect(savePictures(host, pending, [], true, said)).rejects.toThrow(FieldFailure);
    expect(texts).toEqual([undefined, "uploading 3 3"]);
  });

  test("a failed upload is reported, keeps everything, deletes nothing; the retry sends only what is missing", async () => {
    const { host, pending, add, uploads, removals, broken, context } = startSaving();
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

  test("a failed deletion is reported and does not stop the save; the next save tries it again", async () => {
    const { host, pending, removals, toasts, broken, context } = startSaving();
    pending.removeStored("old.png");
    broken.remove = true;
    expect(await savePictures(host, pending, [], true, context)).toEqual([]);
    expect(toasts).toEqual(["removeFailed offline"]);
    broken.remove = false;
    await savePictures(host, pending, [], true, context);
    expect(removals).toEqual(["old.png"]);
  });

  test("an image that cannot be made smaller leaves the list and stops the save that waited for it", async () => {
    const { host, pending, add, refused, uploads, context } = startSaving();
    add(file("stubborn.png", 2 * MB), file("ok.png"));
    await expect(savePictures(host, pending, [], true, context)).rejects.toThrow(
      new FieldFailure("compressFailed"),
    );
    expect(refused).toEqual([{ key: "compressFailed", name: "stubborn.png" }]);
    expect(uploads).toEqual([]);
    expect(await savePictures(host, pending, [], true, context)).toEqual([image("stored-ok.png")]);
  });

  test("an error that is no message for people is a bug", async () => {
    const { host, pending, add, context } = startSaving();
    const bug = new TypeError("x is not a function");
    add(file("a.png"));
    host.upload = () => Promise.reject(bug);
    await expect(savePictures(host, pending, [], true, context)).rejects.toBe(bug);
  });

  test("leaving the form removes what a failed save had uploaded, and nothing of the record", async () => {
    const { host, pending, add, removals, context } = startSaving();
    add(file("a.png"), file("b.png"));
    await savePictures(host, pending, [], true, context);
    const [first] = pending.snapshot().pictures;
    pending.remove(first?.key ?? "");
    pending.removeStored("of-the-record.png");
    await giveUp(host, pending);
    expect(removals.toSorted()).toEqual(["stored-a.png", "stored-b.png"]);
  });

  test("an uploaded one that is then removed is deleted with the next save", async () => {
    const { host, pending, add, removals, context } = startSaving();
    add(file("a.png"));
    await savePictures(host, pending, [], true, context);
    pending.remove(pending.snapshot().pictures[0]?.key ?? "");
    expect(await savePictures(host, pending, [], true, context)).toEqual([]);
    expect(removals).toEqual(["stored-a.png"]);
  });
});
