import type { Seeded } from "./seed.ts";

/** What a request sends. */
export interface Body {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
}

/** GETs what a path below /api answers. */
export type Ask = (path: string) => Promise<unknown>;

/** One request, made anew for each run: what is written must not be there already. */
export interface HeavyRequest {
  readonly what: string;
  /** undefined: the route's own. */
  readonly path: string;
  body?(run: number): Body;
  /** The same that first has to ask for something, which is not measured. */
  askedBody?(ask: Ask): Promise<Body>;
  /** Whoever may ask is answered with this status. */
  readonly status?: number;
  /** Bytes that whoever may ask is answered at least. */
  readonly answers?: number;
  /** Its answer goes on until somebody ends it: what comes first is measured. */
  readonly isEndless?: true;
  /** It changes what there is: it is asked by one role alone. */
  readonly once?: true;
}

/** What the files of the config are, and what else is known of a running server. */
export interface Surroundings {
  readonly seeded: Seeded;
  readonly files: ReadonlyMap<string, string>;
  /** File name of an image that there is. */
  readonly image: string;
  /** Names of the modules by which browsers validate. */
  readonly validators: readonly string[];
}
