import { flushSync } from "react-dom";
import { isObject } from "../../record/json.ts";
import { PATHS } from "../../wire/paths.ts";
import type { PublicView } from "../../wire/views.ts";
import type { Client } from "./client.ts";
import { isCutOff } from "./failure.ts";
import { keepSame } from "./keep-same.ts";
import { makeObservable, type Observable } from "./observable.ts";

/** From an answer until the server is asked again. */
const POLL_INTERVAL_MS = 5000;
/** The same while it cannot be reached. */
const RETRY_INTERVAL_MS = 1000;

/** Of several servers, some may have a new version a moment later. So often it is asked for again, and no more: they may differ for good. */
const MAX_LOOKS_BEHIND = 20;

/** The page's clock, whether anybody sees the page, and when its connection changes. */
export interface PageEffects {
  /** Calls once, later; the answer cancels that. */
  after(milliseconds: number, run: () => void): () => void;
  isVisible(): boolean;
  /** Calls whenever that changes; the answer ends it. */
  onVisibility(run: () => void): () => void;
  /** Calls when the browser says that its connection came or went; the answer ends it. */
  onConnection(run: () => void): () => void;
}

/** Fetches what belongs to the next public view; the answer is to show it. Rejects where that fails. */
type Follow = (coming: PublicView) => Promise<() => void>;

/** Keeps the browser at the config that the server serves. */
export interface ConfigFollower {
  readonly publicView: Observable<PublicView>;
  /** Whether the server answered when it was asked last. */
  readonly connected: Observable<boolean>;
  /** From now on calls `follow` for each new config, and shows all answers in one step; the answer ends that. */
  join(follow: Follow): () => void;
  /** The page that it is on. */
  readonly page: PageEffects;
  /** Something else tells of each new version from now on: it asks only what it is told to. The answer ends that. */
  lean(): () => void;
  /** The server has this version. */
  tell(hash: string): void;
  /** Fetches all anew, as after a change of the config: the person wants it in another language. */
  renew(): void;
  /** Begins to ask; the answer ends that. */
  start(): () => void;
}

interface FollowerParts {
  readonly client: Client;
  readonly view: PublicView;
  readonly page: PageEffects;
}

/**
 * Asks for the version now and then while the page is visible, and at once when it becomes visible or its connection
 * changes. Where something else tells of new versions, it asks only then. A new config is fetched whole before any of it is shown; what cannot be fetched is tried again with the next look.
 */
export function makeConfigFollower({ client, view, page }: FollowerParts): ConfigFollower {
  const publicView = makeObservable(view);
  const connected = makeObservable(true);
  const joined = new Set<Follow>();
  let followed: string | undefined = view.hash;
  let renewals = 0;
  let lookNow = () => {};
  let tellers = 0;
  let told: string | undefined;
  let looksBehind = 0;

  /** Whether what was told is still to come. */
  const isBehind = () => told !== undefined && told !== followed && ++looksBehind <= MAX_LOOKS_BEHIND;

  /** The version that is shown then. */
  async function swap(): Promise<string> {
    const coming = keepSame(publicView.get(), await fetchPublicView(client));
    const puts = await Promise.all([...joined].map((follow) => follow(coming)));
    flushSync(() => {
      for (const put of puts) put();
      publicView.set(coming);
    });
    return coming.hash;
  }

  async function look(): Promise<void> {
    const answer = await client.request("GET", PATHS.configVersion, { anonymous: true });
    if (!isObject(answer) || typeof answer.hash !== "string" || answer.hash === followed) return;
    const before = renewals;
    const shown = await swap();
    // What is wanted anew meanwhile is fetched again.
    if (renewals === before) followed = shown;
  }

  return {
    publicView,
    connected,
    page,
    lean() {
      tellers += 1;
      return () => {
        tellers -= 1;
        // The line may be gone.
        lookNow();
      };
    },
    tell(hash) {
      told = hash;
      looksBehind = 0;
      if (hash !== followed) lookNow();
    },
    join(follow) {
      joined.add(follow);
      return () => joined.delete(follow);
    },
    renew() {
      renewals += 1;
      followed = undefined;
      lookNow();
    },
    start() {
      let isLooking = false;
      let isWanted = false;
      let isOver = false;
      let callOff = () => {};
      const next = () => {
        callOff();
        if (isOver || isLooking || !page.isVisible()) return;
        isLooking = true;
        isWanted = false;
        void look()
          .then(
            () => {
              connected.set(true);
              return true;
            },
            (error: unknown) => {
              connected.set(!isCutOff(error));
              return false;
            },
          )
          .then((isDone) => {
            isLooking = false;
            if (isOver) return;
            if (isWanted && isDone) next();
            else if (!isDone || (tellers > 0 && isBehind())) callOff = page.after(RETRY_INTERVAL_MS, next);
            else if (tellers === 0) callOff = page.after(POLL_INTERVAL_MS, next);
          });
      };
      lookNow = () => {
        isWanted = true;
        next();
      };
      const ends = [page.onVisibility(next), page.onConnection(next)];
      next();
      return () => {
        isOver = true;
        callOff();
        for (const end of ends) end();
      };
    },
  };
}

/** What a browser without a session may know. */
export async function fetchPublicView(client: Client): Promise<PublicView> {
  const answer = await client.request("GET", PATHS.publicConfig);
  if (!isPublicView(answer)) throw new TypeError("The server answered no public view.");
  return answer;
}

function isPublicView(answer: unknown): answer is PublicView {
  return isObject(answer) && isObject(answer.messages) && isObject(answer.endpoints);
}
