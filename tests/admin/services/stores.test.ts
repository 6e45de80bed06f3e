import { describe, expect, test } from "vitest";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { makeObservable } from "../../../src/admin/api/observable.ts";
import type { Session } from "../../../src/admin/api/session-store.ts";
import { asError, asText, Thrown } from "../../../src/admin/services/as-error.ts";
import { makeChanges } from "../../../src/admin/services/changes.ts";
import { makeConfirmStore } from "../../../src/admin/services/confirm-store.ts";
import { makeOverlayStore } from "../../../src/admin/services/overlay-store.ts";
import { makeRenewalStore } from "../../../src/admin/services/renewal-store.ts";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";
import { FieldFailure, OptionFault } from "../../../src/plugin/host.ts";
import type { ChangesMessage } from "../../../src/wire/changes.ts";

const question = (title: string) => ({ title, text: "?", confirm: "Yes", cancel: "No" });

describe("questions", () => {
  test("are asked one after the other, each answered by its own answer", async () => {
    const confirms = makeConfirmStore();
    const answers = [confirms.ask(question("a")), confirms.ask(question("b")), confirms.ask(question("c"))];
    expect(confirms.get()?.title).toBe("a");
    confirms.answer(true);
    expect(confirms.get()?.title).toBe("b");
    confirms.answer(false);
    confirms.answer("alternative");
    expect(confirms.get()).toBeUndefined();
    expect(await Promise.all(answers)).toEqual([true, false, false]);
    confirms.answer(true);
    const chosen = confirms.choose({ ...question("d"), alternative: "Other" });
    confirms.answer("alternative");
    expect(await chosen).toBe("alternative");
  });
});

describe("work that is waited for", () => {
  test("is shown with its text and share, the last that began first, until it ends", async () => {
    const overlays = makeOverlayStore();
    const words = { cancel: "Cancel", language: "en" };
    let end: (value: string) => void = () => {};
    const first = overlays.run(
      "Saving",
      ({ progress, text }) => {
        progress(0.5);
        text("Uploading");
        return new Promise<string>((resolve) => {
          end = resolve;
        });
      },
      words,
    );
    expect(overlays.get()).toEqual({ id: 1, text: "Uploading", share: 0.5, words });
    const failing = overlays.run(undefined, ({ progress }) => {
      progress(1);
      return Promise.reject(new Error("no"));
    });
    expect(overlays.get()).toEqual({ id: 2, text: undefined, share: 1, words: undefined });
    await expect(failing).rejects.toThrow("no");
    expect(overlays.get()).toEqual({ id: 1, text: "Uploading", share: 0.5, words });
    end("saved");
    expect(await first).toBe("saved");
    expect(overlays.get()).toBeUndefined();
  });

  test("that throws at once is over", async () => {
    const overlays = makeOverlayStore();
    const thrown = overlays.run(undefined, () => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(overlays.get()).toBeUndefined();
  });

  test("is given up at once, also where it does not listen; the work before it goes on", async () => {
    const overlays = makeOverlayStore();
    const signals: AbortSignal[] = [];
    const never = ({ signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<void>(() => {});
    };
    void overlays.run("first", never);
    const second = overlays.run("second", never);
    overlays.cancel();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    expect([overlays.get()?.text, signals.map(({ aborted }) => aborted)]).toEqual(["first", [false, true]]);
  });
});

describe("the password", () => {
  const session = (token: string, id = "ann"): Session => ({
    token,
    user: { _id: id, id, username: id, role: "keeper", permissions: [] },
  });
  function open() {
    const now = makeObservable<Session | undefined>(session("old"));
    const store = makeRenewalStore(now);
    return { now, store, ended: session("old") };
  }

  test("is not asked for where nothing is unsaved", async () => {
    const { store, ended } = open();
    expect(await store.renew(ended)).toBe(false);
    const stop = store.protect(() => false);
    expect(await store.renew(ended)).toBe(false);
    stop();
    const other = store.protect(() => true);
    // Of a screen that is left: another one protects by now.
    stop();
    void store.renew(ended);
    expect(store.get()).toBe(ended);
    store.giveUp();
    other();
    expect(await store.renew(ended)).toBe(false);
  });

  test("is asked for once for all who wait, until the account has another session", async () => {
    const { store, now, ended } = open();
    store.protect(() => true);
    const waiting = [store.renew(ended), store.renew(ended)];
    expect(store.get()).toBe(ended);
    // Another tab notes the same session.
    now.set(session("old"));
    expect(store.get()).toBe(ended);
    now.set(session("new"));
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(store.get()).toBeUndefined();
  });

  test.each([
    ["another account logs in", (now: ReturnType<typeof open>["now"]) => now.set(session("new", "ben"))],
    ["the session is gone", (now: ReturnType<typeof open>["now"]) => now.set(undefined)],
    ["the person gives up", (_: unknown, store: ReturnType<typeof open>["store"]) => store.giveUp()],
  ])("is not given where %s", async (_, end) => {
    const { store, now, ended } = open();
    store.protect(() => true);
    const waiting = store.renew(ended);
    end(now, store);
    expect([await waiting, store.get()]).toEqual([false, undefined]);
  });
});

describe("toasts", () => {
  test("are dismissed one by one or all, and speak the language of the screen that was last", () => {
    const toasts = makeToastStore();
    const [german, french] = [
      { language: "de", close: "Zu", key: "F8: hierher" },
      { language: "fr", close: "Fermer", key: "F8 : ici" },
    ];
    const stop = toasts.speak(german);
    toasts.show("error", "a");
    const stopFrench = toasts.speak(french);
    stop();
    toasts.show("error", "b");
    stopFrench();
    toasts.show("error", "c");
    expect(toasts.get().map(({ words }) => words)).toEqual([german, french, undefined]);
    const [, second] = toasts.get();
    toasts.dismiss(second?.id ?? 0);
    expect(toasts.get().map(({ text }) => text)).toEqual(["a", "c"]);
    toasts.clear();
    expect(toasts.get()).toEqual([]);
  });

  test("of no such cause stay the same list", () => {
    const toasts = makeToastStore();
    toasts.show("error", "a", "save");
    const before = toasts.get();
    toasts.clearCause("list");
    expect(toasts.get()).toBe(before);
    toasts.show("error", "b", "list");
    toasts.clearCause();
    expect(toasts.get()).toEqual([]);
  });
});

describe("what others change", () => {
  const place = (id: string, entity = "books") => ({ entity, _id: id });
  const people = { people: [{ _id: "b", name: "Bea" }], unnamed: 0 };
  function open() {
    const told: string[] = [];
    const changes = makeChanges(async (stream, record) => {
      told.push(`${stream} ${record === null ? "none" : record._id}`);
      throw new Error("not reached");
    });
    const tell = (message: Partial<ChangesMessage>) => changes.tell({ position: 1, ...message });
    return { changes, told, tell };
  }

  test("the server is told which record is open, once there is a stream, and on each further one", () => {
    const { changes, told, tell } = open();
    const close = changes.open(place("1"));
    expect(told).toEqual([]);
    tell({ stream: "s1" });
    tell({ stream: "s2" });
    close();
    expect(told).toEqual(["s1 1", "s2 1", "s2 none"]);
    tell({ stream: "s3" });
    expect(told).toHaveLength(3);
  });

  test("a record that another one took the place of does not close that", () => {
    const { changes, told, tell } = open();
    tell({ stream: "s" });
    const close = changes.open(place("1"));
    changes.open(place("2"));
    tell({ viewers: { ...place("2"), ...people } });
    close();
    expect([told, changes.viewers.get()]).toEqual([["s 1", "s 2"], expect.objectContaining(people)]);
  });

  test("who has the open record open is known as long as it is open and the line is there", () => {
    const { changes, tell } = open();
    const nobody = { people: [], unnamed: 0 };
    tell({ viewers: { ...place("1"), ...people } });
    expect(changes.viewers.get()).toEqual(nobody);
    const close = changes.open(place("1"));
    for (const other of [place("2"), place("1", "loans")]) tell({ viewers: { ...other, ...people } });
    expect(changes.viewers.get()).toEqual(nobody);
    tell({ viewers: { ...place("1"), ...people } });
    expect(changes.viewers.get()).toMatchObject(people);
    close();
    expect(changes.viewers.get()).toEqual(nobody);
    changes.open(place("1"));
    tell({ viewers: { ...place("1"), ...people } });
    changes.cut();
    expect(changes.viewers.get()).toEqual(nobody);
  });

  test("the version that was told last is known, of the last thousand records", () => {
    const { changes, tell } = open();
    const heard: unknown[] = [];
    const stop = changes.subscribe((message) => heard.push(message));
    const message = (id: string, version: number) => ({ records: [{ ...place(id), version }] });
    for (let id = 0; id < 1000; id++) tell(message(String(id), 1));
    tell(message("0", 2));
    expect(changes.versionOf(place("0"))).toBe(2);
    tell(message("1000", 1));
    expect(["0", "1", "2", "1000"].map((id) => changes.versionOf(place(id)))).toEqual([2, undefined, 1, 1]);
    expect(changes.versionOf(place("2", "loans"))).toBeUndefined();
    expect(heard).toHaveLength(1002);
    stop();
    tell(message("1", 1));
    expect(heard).toHaveLength(1002);
  });
});

describe("what a plugin threw", () => {
  test("is a failure with its request, a fault of an option, or a bug", () => {
    const request = new ApiFailure("answer", "refused", { status: 401 });
    const failure = asError(new FieldFailure("Too heavy", { cause: request }));
    expect(failure).toMatchObject({ message: "Too heavy", kind: "failure", option: "", cause: request });
    expect(asError(new FieldFailure("x", { cause: new Error("other") })).cause).toBeUndefined();
    expect(asError(new FieldFailure("")).message).toBe("");
    expect(asError(new OptionFault("/steps/0", "too low"))).toMatchObject({
      message: "too low",
      kind: "option",
      option: "/steps/0",
    });
    expect(asError(new TypeError("x"))).toMatchObject({
      name: "Thrown",
      message: "x",
      kind: "bug",
      option: "",
    });
    expect(asError(failure)).toBe(failure);
  });

  test("is read without harm, up to three hundred characters", () => {
    expect([new Thrown("x".repeat(300)).message, new Thrown("x".repeat(301)).message]).toEqual([
      "x".repeat(300),
      `${"x".repeat(300)}…`,
    ]);
    const broken = new Proxy(
      {},
      {
        get() {
          throw new Error("read");
        },
        getPrototypeOf() {
          throw new Error("read");
        },
      },
    );
    expect(asError(broken).message).toBe("Something was thrown that cannot be read.");
    expect([asText("text"), asText(5), asText(new TypeError("")), asText(broken)]).toEqual([
      "text",
      "5",
      "TypeError",
      "?",
    ]);
    const odd = Object.assign(new Error(""), { name: "" });
    expect([asText(odd), asText(Object.assign(new Error("x"), { message: 5 }))]).toEqual(["Error", "Error"]);
  });
});
