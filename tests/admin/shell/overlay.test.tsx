import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isAbort } from "../../../src/admin/api/failure.ts";
import type { WorkContext } from "../../../src/admin/services/overlay-store.ts";
import { pass, showOver } from "./show-over.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Work that the test ends. */
function work() {
  let end: () => void = () => undefined;
  let context: WorkContext | undefined;
  const done = new Promise<string>((resolve) => {
    end = () => resolve("done");
  });
  return {
    run: (given: WorkContext) => {
      context = given;
      return done;
    },
    end: () => act(async () => end()),
    context: () => {
      if (context === undefined) throw new Error("The work has not begun.");
      return context;
    },
  };
}

describe("the overlay", () => {
  it("under 100 ms shows nothing, then a line, after a second its sentence, gone with the work", async () => {
    const { overlays, container } = showOver();
    const job = work();
    const result = overlays.run("Saving", job.run);
    await pass(99);
    expect(container.querySelector(".overlay-line, dialog")).toBeNull();
    await pass(1);
    expect(container.querySelector(".overlay-line")).not.toBeNull();
    expect(screen.queryByText("Saving")).toBeNull();
    await pass(900);
    screen.getByText("Saving");
    expect(container.querySelector("dialog")?.open).toBe(true);
    await job.end();
    expect(await result).toBe("done");
    expect(container.querySelector(".overlay-line, dialog")).toBeNull();
  });

  it("offers to give up after ten seconds, or at once where it is told to", async () => {
    const { overlays } = showOver();
    const first = work();
    overlays.run("Saving", first.run).catch(() => undefined);
    await pass(9999);
    expect(screen.queryByRole("button", { name: "Stop waiting" })).toBeNull();
    await pass(1);
    screen.getByRole("button", { name: "Stop waiting" });
    await first.end();
    const words = { cancel: "Give up", language: "en", offersAtOnce: true };
    const second = overlays.run("Sending", work().run, words).catch((error: unknown) => error);
    await pass(999);
    expect(screen.queryByRole("button", { name: "Give up" })).toBeNull();
    await pass(1);
    await act(async () => screen.getByRole("button", { name: "Give up" }).click());
    expect(await second).toMatchObject({ name: "AbortError" });
  });

  it("has the default text", async () => {
    const { overlays } = showOver();
    overlays.run(undefined, work().run);
    await pass(1000);
    screen.getByText("processing");
  });

  it("counts where something is counted, and can change its sentence", async () => {
    const { overlays } = showOver();
    const job = work();
    overlays.run("Saving", job.run);
    await pass(1000);
    expect(screen.queryByRole("progressbar")).toBeNull();
    await act(async () => {
      job.context().progress(0.4);
      job.context().text("Sending");
    });
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(0.4);
    screen.getByText("Sending");
  });

  it("after ten seconds, not before, offers to cancel: the signal is aborted, the wait is over at once", async () => {
    const { overlays, container } = showOver();
    const job = work();
    const result = overlays.run("Saving", job.run).catch((reason: unknown) => reason);
    await pass(9999);
    expect(screen.queryByRole("button", { name: "Stop waiting" })).toBeNull();
    expect(job.context().signal.aborted).toBe(false);
    await pass(1);
    await act(async () => screen.getByRole("button", { name: "Stop waiting" }).click());
    expect(job.context().signal.aborted).toBe(true);
    expect(isAbort(await result)).toBe(true);
    expect(container.querySelector("dialog")).toBeNull();
  });

  it("is named by what is waited for, in its language; Escape gives up once that is offered", async () => {
    const { overlays, container } = showOver();
    const job = work();
    const result = overlays.run("Bewaren", job.run, { cancel: "Stop", language: "nl" }).catch(isAbort);
    await pass(1000);
    const dialog = screen.getByRole("dialog", { name: "Bewaren" });
    expect([dialog.lang, screen.getByRole("status").textContent]).toEqual(["nl", "Bewaren"]);
    const spins = () => container.querySelector(".spinner") !== null;
    expect(spins()).toBe(true);
    await act(async () => job.context().progress(0.404));
    const bar = screen.getByRole("progressbar", { name: "Bewaren" });
    expect([bar.textContent, bar.getAttribute("max"), spins()]).toEqual(["40%", "1", false]);
    const pressEscape = () =>
      act(async () => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
    await pressEscape();
    expect(job.context().signal.aborted).toBe(false);
    await pass(9000);
    await pressEscape();
    expect(await result).toBe(true);
  });

  it("nothing is given up by itself, however long it takes", async () => {
    const { overlays } = showOver();
    const job = work();
    overlays.run("Saving", job.run);
    await pass(3_600_000);
    expect(job.context().signal.aborted).toBe(false);
    screen.getByText("Saving");
  });

  it("never covers the question for a password, and comes back after it", async () => {
    const { overlays, renewals } = showOver();
    const job = work();
    const saved = overlays.run("Saving", job.run);
    const end = renewals.protect(() => true);
    const user = { _id: "u", id: "u", username: "ada", role: "keeper", permissions: [] };
    let isRenewed: Promise<boolean> | undefined;
    await act(async () => {
      isRenewed = renewals.renew({ token: "t", user });
    });
    await pass(20_000);
    expect(screen.queryByText("Saving")).toBeNull();
    await act(async () => renewals.giveUp());
    expect(await isRenewed).toBe(false);
    await pass(1000);
    screen.getByText("Saving");
    await job.end();
    await saved;
    end();
    expect(await renewals.renew({ token: "t", user })).toBe(false);
  });

  it("a failure of the work is the caller's", async () => {
    const { overlays } = showOver();
    await expect(overlays.run("Saving", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(overlays.get()).toBeUndefined();
  });
});

describe("questions", () => {
  const question = (title: string) => ({ title, text: `${title}?`, confirm: "Yes", cancel: "No" });

  it("wait for each other, and Escape is the no", async () => {
    const { confirms } = showOver();
    const answers: Promise<boolean>[] = [];
    await act(async () => {
      answers.push(confirms.ask(question("First")), confirms.ask(question("Second")));
    });
    screen.getByText("First?");
    expect(screen.queryByText("Second?")).toBeNull();
    await act(async () => screen.getByRole("button", { name: "Yes" }).click());
    const dialog = screen.getByRole("alertdialog", { name: "Second" });
    await act(async () => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
    expect(await Promise.all(answers)).toEqual([true, false]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("name what they are about, in its language, and offer what there is beside yes and no", async () => {
    const { confirms, unmount } = showOver();
    const answers: Promise<unknown>[] = [];
    const ask = (more: object) =>
      act(async () => void answers.push(confirms.choose({ ...question("Out"), ...more } as never)));
    await ask({ items: ["one", "two"], alternative: "Keep", danger: true, language: "nl" });
    const dialog = screen.getByRole("alertdialog", { name: "Out" });
    expect(dialog.lang).toBe("nl");
    const text = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
    expect(text?.textContent).toBe("Out?onetwo");
    expect(screen.getByRole("button", { name: "Yes" }).className).toBe("button button-danger");
    await act(async () => screen.getByRole("button", { name: "Keep" }).click());
    await ask({ items: [] });
    expect([screen.queryByRole("list"), screen.queryByRole("button", { name: "Keep" })]).toEqual([
      null,
      null,
    ]);
    expect(screen.getByRole("button", { name: "Yes" }).className).toBe("button button-primary");
    await act(async () => screen.getByRole("button", { name: "No" }).click());
    await ask({ confirm: undefined });
    expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
    // What nobody has answered when the screens go is refused.
    unmount();
    expect(await Promise.all(answers)).toEqual(["alternative", false, false]);
  });
});
