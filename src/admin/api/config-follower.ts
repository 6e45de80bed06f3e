import { flushSync } from "react-dom";
import { isObject } from "../../record/json.ts";
import { PATHS } from "../../wire/paths.ts";
import type { PublicView } from "../../wire/views.ts";
import type { Client } from "./client.ts";
import { keepSame } from "./keep-same.ts";
import { makeObservable, type Observable } from "./observable.ts";

/** How long after an answer the server is asked again, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

/** What following needs of the page around it: its clock, and whether anybody sees it. */
export interface PageEffects {
  /** Calls once, later; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
  isVisible(): boolean;
  /** Calls whenever that changes; the answer ends it. */
  onVisibility(run: () => void): () => void;
}

/** Fetches what goes with the coming public view; the answer puts it in place. Rejects where it cannot be had now. */
export type Follow = (coming: PublicView) => Promise<() => void>;

/** Keeps what is shown at the config that the server serves. */
export interface ConfigFollower {
  readonly publicView: Observable<PublicView>;
  /** Follows from now on, in one step with everything else; the answer ends it. */
  join(follow: Follow): () => void;
  /** Begins asking; the answer ends it. */
  start(): () => void;
}

export interface FollowerParts {
  readonly client: Client;
  readonly view: PublicView;
  readonly page: PageEffects;
}

/**
 * Asks for the version once a second while the page is visible, and at once when it becomes so. What differs is fetched
 * whole before any of it is shown; what cannot be fetched is tried again with the next look, silently.
 */
export function makeConfigFollower({ client, view, page }: FollowerParts): ConfigFollower {
  const publicView = makeObservable(view);
  const joined = new Set<Follow>();
  let followed = view.hash;

  async function swap(): Promise<void> {
    const coming = keepSame(publicView.get(), await fetchPublicView(client));
    const puts = await Promise.all([...joined].map((follow) => follow(coming)));
    flushSync(() => {
      for (const put of puts) put();
      publicView.set(coming);
    });
  }

  async function look(): Promise<void> {
    const answer = await client.request("GET", PATHS.configVersion, { anonymous: true });
    if (!isObject(answer) || typeof answer.hash !== "string" || answer.hash === followed) return;
    await swap();
    followed = answer.hash;
  }

  return {
    publicView,
    join(follow) {
      joined.add(follow);
      return () => joined.delete(follow);
    },
    start() {
      let isLooking = false;
      let isOver = false;
      let callOff = () => {};
      const next = () => {
        callOff();
        if (isOver || isLooking || !page.isVisible()) return;
        isLooking = true;
        look()
          // Nobody asked for it, so nobody is told; the next look tries again.
          .catch(() => undefined)
          .finally(() => {
            isLooking = false;
            if (!isOver) callOff = page.after(POLL_INTERVAL_MS, next);
          });
      };
      const end = page.onVisibility(next);
      next();
      return () => {
        isOver = true;
        callOff();
        end();
      };
    },
  };
}

/** What a browser without a session may know. Rejects when it does not come, or is no such view. */
export async function fetchPublicView(client: Client): Promise<PublicView> {
  const answer = await client.request("GET", PATHS.publicConfig);
  if (!isPublicView(answer)) throw new TypeError("The server answered no public view.");
  return answer;
}

function isPublicView(answer: unknown): answer is PublicView {
  return isObject(answer) && isObject(answer.messages) && isObject(answer.endpoints);
}
