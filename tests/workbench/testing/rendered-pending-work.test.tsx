import { cleanup } from "@testing-library/react";
import { FieldFailure, type Json, useHost, usePendingWork, type WidgetProps } from "admin";
import { renderWidget, type WidgetGiven } from "admin/widget-testing";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { manifest } from "./note-widget.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("pending work", () => {
  const said: string[] = [];
  let works: (signal: AbortSignal, progress: (share: number) => void) => Promise<string> = async () => "done";
  let deaf: Error | undefined;
  /** Work that ends when it is told to, whatever its signal says. */
  function stuckWork() {
    let runs = 0;
    let finish = (_: string) => {};
    works = () => {
      runs += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    return { begun: () => runs, finish: (value: string) => finish(value) };
  }
  const holding = {
    widget: function Holding() {
      const host = useHost();
      const [held, setHeld] = useState(true);
      usePendingWork<Json>(
        held
          ? {
              standIn: "soon",
              patience: 1000,
              async prepare({ signal, progress }) {
                progress(0.5);
                await host.upload([new File(["x"], "x.png", { type: "image/png" })], {
                  signal,
                  onProgress: progress,
                });
                return works(signal, progress);
              },
              saved: () => {
                said.push("saved");
                if (deaf !== undefined) throw deaf;
                setHeld(false);
              },
              failed: () => said.push("failed"),
              left: () => said.push("left"),
            }
          : undefined,
      );
      return null;
    },
  };
  const start = (given: WidgetGiven<unknown, unknown> = {}) => {
    said.length = 0;
    works = async () => "done";
    return renderWidget(holding, manifest, given as object);
  };

  test("is prepared by a save, hears how it ended, and is held no more", async () => {
    const { host, save } = start();
    expect([host.isHolding(), host.standIn()]).toEqual([true, "soon"]);
    const refused = await save({ refusal: "Someone was faster" });
    expect(refused).toMatchObject({
      saved: false,
      error: { message: "Someone was faster" },
      progress: [0.5, 1],
    });
    expect(await save()).toEqual({ saved: true, value: "done", progress: [0.5, 1] });
    expect(said).toEqual(["failed", "saved"]);
    await vi.waitFor(() => expect(host.isHolding()).toBe(false));
    expect(host.all("upload")).toMatchObject([{ files: ["x.png"] }, { files: ["x.png"] }]);
  });

  test("fails with the sentence of an upload, and is not run twice at a time", async () => {
    const { save, host } = start({ behaves: { upload: { fails: "No room" } } });
    const [one, other] = await Promise.all([save(), save()]);
    expect(one).toBe(other);
    expect(one).toMatchObject({ saved: false, error: expect.any(FieldFailure) });
    expect([said, host.all("upload").length]).toEqual([["failed"], 1]);
  });

  test("is cancelled; what goes on all the same is waited for by the next save, and hears of its end after it", async () => {
    const { save, cancelSave } = start();
    const { begun, finish } = stuckWork();
    const first = save();
    await vi.waitFor(() => expect(begun()).toBe(1));
    cancelSave();
    expect(await first).toMatchObject({ saved: false, error: { name: "AbortError" } });
    const second = save();
    await new Promise((done) => setTimeout(done));
    expect([begun(), said]).toEqual([1, []]);
    finish("late");
    await vi.waitFor(() => expect(begun()).toBe(2));
    expect(said).toEqual(["failed"]);
    finish("second");
    expect(await second).toMatchObject({ saved: true, value: "second" });
    expect(said).toEqual(["failed", "saved"]);
  });

  test("that was cancelled and rejects later is not why the next save failed", async () => {
    const { save, cancelSave } = start();
    let runs = 0;
    let rejectFirst = (_: Error) => {};
    works = () => {
      runs += 1;
      if (runs > 1) return Promise.resolve("done");
      return new Promise((_, reject) => {
        rejectFirst = reject;
      });
    };
    const first = save();
    await vi.waitFor(() => expect(runs).toBe(1));
    cancelSave();
    await first;
    const second = save({ refusal: "Someone was faster" });
    rejectFirst(new Error("late"));
    expect(await second).toMatchObject({ saved: false, error: { message: "Someone was faster" } });
  });

  test("that is left during a save hears that it failed, then that it was left, and both when it is over", async () => {
    const { save, leave } = start();
    const { begun, finish } = stuckWork();
    const saving = save();
    await vi.waitFor(() => expect(begun()).toBe(1));
    leave();
    expect(await saving).toMatchObject({ saved: false, error: { name: "AbortError" } });
    expect(said).toEqual([]);
    finish("late");
    await vi.waitFor(() => expect(said).toEqual(["failed", "left"]));
  });

  test("fails with what is no JSON, and is saved though it cannot hear it", async () => {
    const { save } = start();
    works = async () => new Date(0) as never;
    expect(await save()).toMatchObject({ saved: false, error: { message: "a Date is no JSON" } });
    works = async () => "done";
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    deaf = new Error("deaf");
    expect(await save()).toMatchObject({ saved: true, value: "done" });
    expect(reported).toHaveBeenCalledWith(deaf);
    deaf = undefined;
    vi.unstubAllGlobals();
  });

  test("that broke is tried again by the next save, in the widget that stayed", async () => {
    const { save, container } = start();
    works = () => Promise.reject(new Error("a bug"));
    expect(await save()).toMatchObject({ saved: false, error: { message: "a bug" } });
    expect(container.querySelector("[data-reason=prepare]")).not.toBeNull();
    works = async () => "done";
    expect(await save()).toMatchObject({ saved: true, value: "done" });
    expect(said).toEqual(["failed", "saved"]);
  });

  test("that makes its widget throw as it hears of its save makes the test fail", async () => {
    const fragile = {
      widget: function Fragile() {
        const [isSaved, setSaved] = useState(false);
        usePendingWork<Json>({ standIn: null, prepare: async () => "done", saved: () => setSaved(true) });
        if (isSaved) throw new Error("not that");
        return null;
      },
    };
    const { save } = renderWidget(fragile, manifest);
    await expect(save()).rejects.toThrow("not that");
  });

  test("that is held after a save hears that the form is left", async () => {
    const heard: string[] = [];
    const again = {
      widget: function Again({ id }: WidgetProps) {
        const [round, setRound] = useState(1);
        usePendingWork<Json>({
          standIn: `soon ${round}`,
          prepare: async () => "done",
          saved: () => setRound(2),
          left: () => heard.push(`left ${round}`),
        });
        return <input id={id} />;
      },
    };
    const { save, leave, host } = renderWidget(again, manifest);
    expect(await save()).toMatchObject({ saved: true });
    await vi.waitFor(() => expect(host.standIn()).toBe("soon 2"));
    leave();
    expect(heard).toEqual(["left 2"]);
  });

  test("that says that it goes on is waited for longer than its patience", async () => {
    const { host } = start();
    let goOn = (_: number) => {};
    works = (_, progress) => {
      goOn = progress;
      return new Promise(() => {});
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const saving = host.save();
    await vi.advanceTimersByTimeAsync(900);
    goOn(0.7);
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([saving, "waits"])).toBe("waits");
    await vi.advanceTimersByTimeAsync(2);
    expect(await saving).toMatchObject({
      saved: false,
      error: { message: expect.stringContaining("patience") },
    });
  });

  test("that says nothing for longer than its patience is given up", async () => {
    const { host } = start();
    works = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const saving = host.save();
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([saving, "waits"])).toBe("waits");
    await vi.advanceTimersByTimeAsync(2);
    expect(await saving).toMatchObject({ saved: false });
    expect(said).toEqual(["failed"]);
  });

  test("is given up when the form is left, but not after it was saved", async () => {
    start().leave();
    expect(said).toEqual(["left"]);
    const { save, leave } = start();
    await save();
    leave();
    expect(said).toEqual(["saved"]);
  });
});
