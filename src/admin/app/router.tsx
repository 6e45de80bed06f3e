import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  Router,
  type To,
} from "react-router-dom";
import { isObject } from "../../record/json.ts";

/** Whether a step to another address may be made. */
type MayGo = (to: Location) => boolean | Promise<boolean>;

/** Has the one who is asked before each step. */
interface Gate {
  current: MayGo | undefined;
}

const GateContext = createContext<Gate>({ current: undefined });

/** Asks `mayGo` before each step, by a link, a function or the browser's buttons, while the caller is mounted. */
export function useGate(mayGo: MayGo): void {
  const gate = useContext(GateContext);
  const latest = useRef(mayGo);
  latest.current = mayGo;
  useLayoutEffect(() => {
    const own: MayGo = (to) => latest.current(to);
    gate.current = own;
    return () => {
      if (gate.current === own) gate.current = undefined;
    };
  }, [gate]);
}

/** The history of the tab; tests have one in memory. */
export interface HistoryPlace {
  readonly state: unknown;
  readonly location: Pick<globalThis.Location, "pathname" | "search" | "hash">;
  pushState(state: unknown, unused: "", address: string): void;
  replaceState(state: unknown, unused: "", address: string): void;
  go(steps: number): void;
  /** Calls `run` after each step that `go` or the browser's buttons made. */
  onPop(run: () => void): () => void;
}

const tabHistory: HistoryPlace = {
  get state() {
    return window.history.state;
  },
  get location() {
    return window.location;
  },
  pushState: (...entry) => window.history.pushState(...entry),
  replaceState: (...entry) => window.history.replaceState(...entry),
  go: (steps) => window.history.go(steps),
  onPop(run) {
    window.addEventListener("popstate", run);
    return () => window.removeEventListener("popstate", run);
  },
};

interface AppRouterProps {
  readonly place?: HistoryPlace;
  readonly children: ReactNode;
}

/**
 * Not the library's router: that one changes the address before anybody can ask, and history cannot be put back as it was.
 * Here a step is made once the gate allows it; until then address, screen and history are those of where one is.
 */
export function AppRouter({ place = tabHistory, children }: AppRouterProps) {
  const [gate] = useState<Gate>(() => ({ current: undefined }));
  const [steps] = useState(() => makeSteps(place, gate));
  const [at, setAt] = useState(steps.now);
  const show = useCallback((next: At) => startTransition(() => setAt(next)), []);
  useLayoutEffect(() => steps.listen(show), [steps, show]);
  return (
    <GateContext value={gate}>
      <Router location={at.location} navigationType={at.type} navigator={steps.navigator}>
        {children}
      </Router>
    </GateContext>
  );
}

/** Where one is, and by what kind of step one came. */
interface At {
  readonly location: Location;
  /** Its place in the history. */
  readonly index: number;
  readonly type: NavigationType;
}

/** After the last step of the browser's buttons the refused ones are taken back together: one under way would be counted twice. */
const RETURN_AFTER_MS = 30;

function makeSteps(place: HistoryPlace, gate: Gate) {
  let show: (at: At) => void = () => undefined;
  const stamp = (index: number) => place.replaceState(entryState(place.state, index), "", addressOf(place));
  if (indexIn(place) === undefined) stamp(0);
  let at = here(NavigationType.Pop);
  /** The index of a step back or forward that was allowed after its question. */
  let allowed: number | undefined;
  let returning: ReturnType<typeof setTimeout> | undefined;
  /** Steps back to where one is are under way: a step allowed meanwhile is made after them. */
  let isReturning = false;
  let afterReturn: (() => void) | undefined;

  function here(type: At["type"]): At {
    const { pathname, search, hash } = place.location;
    const { usr = null, key = "default" } = isObject(place.state) ? place.state : {};
    const location = { pathname, search, hash, state: usr, key: String(key) };
    // An entry that is not ours was made by a link inside the page.
    return { location, index: indexIn(place) ?? at.index + 1, type };
  }

  function arrive(type: At["type"]): void {
    at = here(type);
    allowed = undefined;
    // A link inside the page made its entry without an index: another start of the page would count from 0 there.
    if (indexIn(place) === undefined) stamp(at.index);
    isReturning = false;
    afterReturn = undefined;
    show(at);
  }

  /** Calls `go` at once or after the answer, unless one is elsewhere by then. */
  function ask(to: Location, go: () => void): "gone" | "refused" | "asked" {
    const answer = gate.current?.(to) ?? true;
    if (answer === true) {
      go();
      return "gone";
    }
    if (answer === false) return "refused";
    const from = at;
    void answer.then((yes) => {
      if (yes && at === from) go();
    });
    return "asked";
  }

  function write(step: NavigationType, to: To, state: unknown): void {
    const { pathname, search = "", hash = "" } = typeof to === "string" ? parsePath(to) : to;
    const next = { pathname: pathname ?? at.location.pathname, search, hash };
    const key = Math.random().toString(36).slice(2, 10);
    ask({ ...next, state, key }, () => {
      const entry = entryState({ usr: state, key }, at.index + (step === NavigationType.Push ? 1 : 0));
      if (step === NavigationType.Push) place.pushState(entry, "", createPath(next));
      else place.replaceState(entry, "", createPath(next));
      arrive(step);
    });
  }

  function popped(): void {
    const { index, location } = here(NavigationType.Pop);
    if (index === allowed) {
      arrive(NavigationType.Pop);
      return;
    }
    if (index === at.index) {
      const leave = afterReturn;
      isReturning = false;
      afterReturn = undefined;
      leave?.();
      return;
    }
    const answer = ask(location, () => {
      clearTimeout(returning);
      if (isReturning) afterReturn = () => leaveFor(index);
      else leaveFor(index);
    });
    if (answer !== "gone") comeBack();
  }

  function leaveFor(index: number): void {
    const left = index - here(NavigationType.Pop).index;
    if (left === 0) {
      arrive(NavigationType.Pop);
      return;
    }
    allowed = index;
    place.go(left);
  }

  function comeBack(): void {
    clearTimeout(returning);
    returning = setTimeout(() => {
      const away = here(NavigationType.Pop).index - at.index;
      if (away === 0) return;
      isReturning = true;
      place.go(-away);
    }, RETURN_AFTER_MS);
  }

  const navigator: Navigator = {
    createHref: (to) => (typeof to === "string" ? to : createPath(to)),
    go: (steps) => place.go(steps),
    push: (to, state) => write(NavigationType.Push, to, state),
    replace: (to, state) => write(NavigationType.Replace, to, state),
  };
  return {
    now: () => at,
    navigator,
    listen(next: (at: At) => void): () => void {
      show = next;
      const end = place.onPop(popped);
      return () => {
        show = () => undefined;
        clearTimeout(returning);
        end();
      };
    },
  };
}

const addressOf = ({ location: { pathname, search, hash } }: HistoryPlace) => pathname + search + hash;

/** The index is in the entry, so that it is known again after the page was loaded anew. */
function entryState(state: unknown, idx: number): object {
  return { ...(isObject(state) ? state : {}), idx };
}

function indexIn({ state }: HistoryPlace): number | undefined {
  return isObject(state) && typeof state.idx === "number" ? state.idx : undefined;
}
