import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import {
  type NavigateFunction,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
  useNavigationType,
} from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { AppRouter, useGate } from "../../../src/admin/app/router.tsx";
import { makeHistory } from "../history.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type MayGo = Parameters<typeof useGate>[0];

/** A page that says where it is, with a gate that the test sets. */
function open(address = "/one") {
  const history = makeHistory(address);
  const gate = vi.fn<MayGo>(() => true);
  let navigate: NavigateFunction = () => undefined;
  function Page({ isGated }: { readonly isGated: boolean }) {
    const { pathname, search, hash, state } = useLocation();
    navigate = useNavigate();
    return (
      <>
        {isGated && <Gate />}
        <p>{[pathname, search, hash, JSON.stringify(state), useNavigationType()].join(" ")}</p>
      </>
    );
  }
  function Gate() {
    useGate(gate);
    return null;
  }
  const page = (isGated: boolean) => (
    <AppRouter place={history.place}>
      <Page isGated={isGated} />
    </AppRouter>
  );
  const { rerender, unmount } = render(page(true));
  return {
    history,
    gate,
    unmount,
    open: () => rerender(page(false)),
    go: (to: To, options?: NavigateOptions) => act(async () => void navigate(to, options)),
    /** By the browser's buttons. */
    step: (by: number) => act(async () => history.place.go(by)),
    at: (where: string) => waitFor(() => expect(screen.getByRole("paragraph").textContent).toBe(where)),
  };
}

it("a step changes the history and the page together, with what it brings", async () => {
  const { history, gate, go, at, step } = open("/one?a=1#x");
  await at("/one ?a=1 #x null POP");
  await go("/two?b=2#y", { state: { from: "here" } });
  await at('/two ?b=2 #y {"from":"here"} PUSH');
  expect(gate.mock.lastCall?.[0]).toMatchObject({
    pathname: "/two",
    search: "?b=2",
    hash: "#y",
    state: { from: "here" },
    key: expect.stringMatching(/^[a-z0-9]+$/),
  });
  await go({ pathname: "/three" }, { replace: true });
  await at("/three   null REPLACE");
  expect(history.entries()).toEqual(["/one?a=1#x", "[/three]"]);
  await step(-1);
  await at("/one ?a=1 #x null POP");
  await go("?c=3");
  await at("/one ?c=3  null PUSH");
  expect(history.entries()).toEqual(["/one?a=1#x", "[/one?c=3]"]);
});

it("each entry says its place, so that it is known again after the page was loaded anew", async () => {
  const { history, go, step, at } = open();
  const index = () => (history.place.state as { idx: number }).idx;
  expect(index()).toBe(0);
  await go("/two");
  expect(index()).toBe(1);
  await go("/three", { replace: true });
  expect(index()).toBe(1);
  await step(-1);
  await at("/one   null POP");
  expect(index()).toBe(0);
  // A link inside the page makes an entry without one.
  act(() => history.jump("/inside"));
  await at("/inside   null POP");
  expect(index()).toBe(1);
});

it("a step that is refused is not made; one back is taken back, and the entries stay", async () => {
  const { history, gate, go, step, at } = open();
  await go("/two");
  gate.mockReturnValue(false);
  await go("/three");
  await at("/two   null PUSH");
  expect(history.entries()).toEqual(["/one", "[/two]"]);
  await step(-1);
  await waitFor(() => expect(gate.mock.lastCall?.[0].pathname).toBe("/one"));
  await waitFor(() => expect(history.entries()).toEqual(["/one", "[/two]"]));
  await at("/two   null PUSH");
  // The way back is not asked about.
  expect(gate).toHaveBeenCalledTimes(3);
});

it("a step waits for the answer, and is made after a yes alone, from where it was asked", async () => {
  const { history, gate, go, step, at } = open();
  await go("/two");
  const answers: ((yes: boolean) => void)[] = [];
  gate.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  await go("/three");
  expect(history.entries()).toEqual(["/one", "[/two]"]);
  await act(async () => answers[0]?.(false));
  await at("/two   null PUSH");
  await go("/four");
  await step(-1);
  await waitFor(() => expect(answers).toHaveLength(3));
  // It is put back while one is asked.
  await waitFor(() => expect(history.entries()).toEqual(["/one", "[/two]"]));
  await act(async () => answers[2]?.(true));
  await at("/one   null POP");
  expect(history.entries()).toEqual(["[/one]", "/two"]);
  // One is elsewhere by then.
  await act(async () => answers[1]?.(true));
  await at("/one   null POP");
  expect(history.entries()).toEqual(["[/one]", "/two"]);
});

/** Three pages, the last one shown, in a browser that takes its time for each step of the page. */
async function openSlow() {
  const page = open();
  await page.go("/two");
  await page.go("/three");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const { place } = page.history;
  const steps: number[] = [];
  const { go } = place;
  place.go = (by) => {
    steps.push(by);
    setTimeout(() => go(by), 40);
  };
  /** By the browser's buttons. */
  const back = async () => {
    go(-1);
    await pass(1);
  };
  return { ...page, steps, back, pass };
}

it("steps that are refused one soon after the other are taken back together, once", async () => {
  const { gate, history, steps, back, pass } = await openSlow();
  gate.mockReturnValue(false);
  await back();
  await pass(20);
  await back();
  await pass(20);
  expect(steps).toEqual([]);
  await pass(100);
  expect(steps).toEqual([2]);
  expect(history.entries()).toEqual(["/one", "/two", "[/three]"]);
});

it("a step that is allowed soon after another was refused is not crossed by the way back", async () => {
  const { gate, history, steps, back, pass } = await openSlow();
  let allow = (_: boolean) => {};
  gate.mockReturnValueOnce(
    new Promise((resolve) => {
      allow = resolve;
    }),
  );
  gate.mockReturnValueOnce(false);
  await back();
  await back();
  allow(true);
  await pass(100);
  expect(steps).toEqual([1]);
  expect(history.entries()).toEqual(["/one", "[/two]", "/three"]);
});

it("a step is not taken back once the page has gone", async () => {
  const { gate, steps, back, pass, unmount } = await openSlow();
  gate.mockReturnValue(false);
  await back();
  unmount();
  await pass(100);
  expect(steps).toEqual([]);
});

it("nobody is asked once the one who asked has gone, nor is anything heard after the page has", async () => {
  const page = open();
  await page.go("/two");
  page.gate.mockReturnValue(false);
  page.open();
  await page.step(-1);
  await page.at("/one   null POP");
  expect(page.gate).toHaveBeenCalledTimes(1);
  page.unmount();
  await page.step(1);
  await waitFor(() => expect(page.history.entries()).toEqual(["/one", "[/two]"]));
});
