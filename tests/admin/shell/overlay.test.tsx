import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isAbort } from "../../../src/admin/api/failure.ts";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { makeConfirmStore } from "../../../src/admin/services/confirm-store.ts";
import { makeOverlayStore, type WorkContext } from "../../../src/admin/services/overlay-store.ts";
import { makeRenewalStore } from "../../../src/admin/services/renewal-store.ts";
import { type Services, ServicesContext } from "../../../src/admin/services/services.ts";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";
import { ConfirmHost } from "../../../src/admin/shell/confirm.tsx";
import { OverlayHost } from "../../../src/admin/shell/overlay.tsx";
import { ToastRegion } from "../../../src/admin/shell/toast.tsx";
import { makePlace } from "../page.ts";

const TABLES = {
  language: "en",
  messages: {
    en: {
      "overlay.processing": "processing",
      "overlay.cancel": "Stop waiting",
      "toast.close": "Dismiss",
      "toast.key": "{key} leads here",
      "toast.region": "Notices",
    },
  },
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const session = makeSessionStore(makePlace());
  const services: Services = {
    client: {
      request: () => Promise.reject(new Error()),
      exchange: () => Promise.reject(new Error()),
      upload: () => Promise.reject(new Error()),
      stream: () => Promise.reject(new Error()),
      loadModule: () => Promise.reject(new Error()),
    },
    session,
    drafts: () => Promise.reject(new Error("There are no forms.")),
    storage: makePlace().storage,
    toasts: makeToastStore(),
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
    renewals: makeRenewalStore(session),
  };
  const rendered = render(
    <MessagesContext value={TABLES}>
      <ServicesContext value={services}>
        <ToastRegion />
        <ConfirmHost />
        <OverlayHost />
      </ServicesContext>
    </MessagesContext>,
  );
  return { ...services, ...rendered };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

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
    const { overlays, container } = show();
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
    const { overlays } = show();
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
    const { overlays } = show();
    overlays.run(undefined, work().run);
    await pass(1000);
    screen.getByText("processing");
  });

  it("counts where something is counted, and can change its sentence", async () => {
    const { overlays } = show();
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
    const { overlays, container } = show();
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
    const { overlays, container } = show();
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
    const { overlays } = show();
    const job = work();
    overlays.run("Saving", job.run);
    await pass(3_600_000);
    expect(job.context().signal.aborted).toBe(false);
    screen.getByText("Saving");
  });

  it("never covers the question for a password, and comes back after it", async () => {
    const { overlays, renewals } = show();
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
    const { overlays } = show();
    await expect(overlays.run("Saving", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(overlays.get()).toBeUndefined();
  });
});

describe("toasts", () => {
  it("a success goes by itself, an error and a warning stay until they are dismissed", async () => {
    const { toasts } = show();
    act(() => {
      toasts.show("success", "Saved");
      toasts.show("warning", "Careful");
      toasts.show("error", "Broken");
    });
    expect(screen.getByText("Saved").closest("[role]")?.getAttribute("role")).toBe("status");
    expect(screen.getByText("Broken").closest("[role]")?.getAttribute("role")).toBe("alert");
    await pass(60_000);
    expect(toasts.get().map(({ text }) => text)).toEqual(["Careful", "Broken"]);
    for (const text of ["Careful", "Broken"]) {
      const [dismiss] = screen.getAllByRole("button", { name: "Dismiss" });
      await act(async () => dismiss?.click());
      expect(screen.queryByText(text)).toBeNull();
    }
  });

  it("what can be done about one is offered for longer, and while the pointer or the focus is on it", async () => {
    const { toasts } = show();
    const there = () => toasts.get().map(({ text }) => text);
    const offer = () => <button type="button">Undo</button>;
    act(() => {
      toasts.show("success", "Saved");
      toasts.show("success", "Deleted", undefined, offer);
    });
    await pass(4999);
    expect(there()).toEqual(["Saved", "Deleted"]);
    await pass(1);
    expect(there()).toEqual(["Deleted"]);
    const toast = screen.getByText("Deleted").closest<HTMLElement>(".toast") ?? document.body;
    fireEvent.pointerEnter(toast);
    await pass(60_000);
    fireEvent.pointerLeave(toast);
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    await pass(60_000);
    act(() => screen.getByRole("button", { name: "Undo" }).blur());
    await pass(9_999);
    expect(there()).toEqual(["Deleted"]);
    await pass(1);
    expect(there()).toEqual([]);
  });

  it("a key leads to the last one, but for a question, and is named where there is something to be done", () => {
    const { toasts } = show();
    const press = (key: string) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      act(() => void document.body.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(press("F8")).toBe(false);
    const key = (text: string) => screen.getByText(text).closest(".toast")?.querySelector("kbd")?.textContent;
    act(() => toasts.show("error", "Broken", undefined, () => <button type="button">Repair</button>));
    expect(key("Broken")).toBe("F8 leads here");
    // It leads to the last one alone.
    act(() => toasts.show("news", "Changed"));
    expect([key("Broken"), key("Changed")]).toEqual([undefined, undefined]);
    expect(screen.getByText("Changed").closest("[role]")?.getAttribute("role")).toBe("status");
    const region = screen.getByRole("region", { name: "Notices" });
    expect([region.getAttribute("aria-live"), region.getAttribute("aria-keyshortcuts")]).toEqual([
      "polite",
      "F8",
    ]);
    const last = screen.getByText("Changed").closest(".toast")?.querySelector("button");
    expect([press("F7"), document.activeElement]).toEqual([false, document.body]);
    const question = document.body.appendChild(document.createElement("dialog"));
    question.show();
    expect([press("F8"), document.activeElement === last]).toEqual([false, false]);
    question.remove();
    expect([press("F8"), document.activeElement]).toEqual([true, last]);
  });

  it("one that is closed gives the focus back to where it came from, and takes none from where one types", () => {
    const { toasts, container } = show();
    const box = container.appendChild(document.createElement("input"));
    act(() => toasts.show("error", "Broken", undefined, () => <button type="button">Repair</button>));
    const dismiss = screen.getByRole("button", { name: "Dismiss" });
    const pressed = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    dismiss.dispatchEvent(pressed);
    expect(pressed.defaultPrevented).toBe(true);
    act(() => box.focus());
    act(() => screen.getByRole("button", { name: "Repair" }).focus());
    act(() => dismiss.focus());
    act(() => dismiss.click());
    expect([toasts.get(), document.activeElement]).toEqual([[], box]);
  });

  it("each speaks the language of the screen that it was shown over, to its last word", () => {
    const { toasts } = show();
    const shown = (text: string) => {
      act(() => toasts.show("error", text, undefined, () => <span />));
      const toast = screen.getByText(text).closest<HTMLElement>(".toast");
      return [toast?.lang, toast?.querySelector("button")?.title, toast?.querySelector("kbd")?.textContent];
    };
    expect(shown("of the app")).toEqual(["", "Dismiss", "F8 leads here"]);
    const end = toasts.speak({ language: "nl", close: "Sluiten", key: "F8: hierheen" });
    const endNext = toasts.speak({ language: "de", close: "Schließen", key: "F8: hierher" });
    // The screen before ends after the next one has begun.
    end();
    expect(shown("of a screen")).toEqual(["de", "Schließen", "F8: hierher"]);
    endNext();
    expect(shown("of the app again")).toEqual(["", "Dismiss", "F8 leads here"]);
    expect(screen.getAllByRole("button", { name: "Schließen" })).toHaveLength(1);
  });

  it("rise above the bar that a form is saved with where they would cover it, as often as it has moved", () => {
    vi.stubGlobal("innerHeight", 800);
    const { toasts, container } = show();
    const region = screen.getByRole("region", { name: "Notices" });
    const bar = container.appendChild(document.createElement("div"));
    bar.className = "form-foot";
    const placed = (element: Element, top: number, bottom: number) =>
      vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, bottom - top));
    const lift = () => region.style.getPropertyValue("--lift");
    placed(region, 680, 722);
    placed(bar, 700, 762);
    expect(lift()).toBe("");
    act(() => toasts.show("error", "Broken"));
    expect(lift()).toBe("100px");
    // Each only touches the other.
    for (const [kind, top] of [
      ["scroll", 722],
      ["resize", 618],
    ] as const) {
      placed(bar, top, top + 62);
      fireEvent(window, new Event(kind));
      expect(lift()).toBe("");
      placed(bar, top === 722 ? 721 : 619, top === 722 ? 783 : 681);
      fireEvent(window, new Event(kind));
      expect(lift()).toBe(top === 722 ? "79px" : "181px");
    }
    bar.remove();
    fireEvent(window, new Event("scroll"));
    expect(lift()).toBe("");
    vi.unstubAllGlobals();
  });

  it("the same text twice stands there once; of too many the oldest goes", () => {
    const { toasts } = show();
    act(() => {
      for (const text of ["a", "b", "a", "c", "d", "e"]) toasts.show("error", text);
    });
    expect(toasts.get().map(({ text }) => text)).toEqual(["a", "c", "d", "e"]);
  });
});

describe("questions", () => {
  const question = (title: string) => ({ title, text: `${title}?`, confirm: "Yes", cancel: "No" });

  it("wait for each other, and Escape is the no", async () => {
    const { confirms } = show();
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
    const { confirms, unmount } = show();
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
