/** Our code holds the event loop for at most so long. */
export const MAX_HELD_MS = 100;
/**
 * `npm run test:loop`: the largest of so many runs counts, with 100,000 records of each entity, on two idle cores. Each request
 * of a route is asked twice by each role, and so often where it comes to a quarter of the limit. Else each request is asked
 * once, and again where something else may have been the reason.
 */
export const RUNS = Number(process.env.LOOP_RUNS ?? 0);
const FIRST_RUNS = Math.ceil(RUNS / 100);
const NEAR_MS = MAX_HELD_MS / 4;
const MAX_TRIES = 6;
export const TIMEOUT_MS = RUNS > 0 ? 24 * 3_600_000 : 600_000;
/** Only requests whose method, pattern, description and role in brackets match this. */
const ONLY = new RegExp(process.env.LOOP_ONLY ?? "");
/** Each request is told, with how long it held the loop and how long it took. */
const IS_VERBOSE = process.env.LOOP_VERBOSE !== undefined;

export function isWanted(name: string): boolean {
  return ONLY.test(name);
}

/** What one role asks. */
export interface Asked {
  readonly name: string;
  /** Asks it for the run of that number, no two the same. */
  ask(run: number): Promise<Held>;
}

export interface Held {
  /** The longest that the loop was held meanwhile. */
  readonly heldMs: number;
}

/**
 * How long each role holds the loop with each request of one route: the most of all runs, or where only few are asked, the
 * least, of as many as it takes to hold the rule.
 */
export async function measure(asked: readonly Asked[]): Promise<readonly [name: string, heldMs: number][]> {
  const series = asked.map(makeSeries);
  if (RUNS === 0) {
    for (const one of series)
      do await one.run();
      while (one.count() < MAX_TRIES && one.last().heldMs > MAX_HELD_MS);
  } else {
    for (const one of series) while (one.count() < FIRST_RUNS) await one.run();
    for (const one of series.filter((one) => one.most() > NEAR_MS))
      while (one.count() < RUNS) await one.run();
  }
  return series.map((one) => one.end());
}

/** All runs have numbers of their own. */
let runs = 0;

function makeSeries({ name, ask }: Asked) {
  const results: Held[] = [];
  let tookMs = 0;
  const held = () => results.map(({ heldMs }) => heldMs).sort((a, b) => a - b);
  const most = () => held().at(-1) ?? 0;
  return {
    count: () => results.length,
    last: (): Held => results.at(-1) ?? { heldMs: 0 },
    most,
    async run() {
      const began = performance.now();
      runs += 1;
      results.push(await ask(runs));
      tookMs += performance.now() - began;
    },
    end(): [name: string, heldMs: number] {
      const counts = RUNS === 0 ? (held()[0] ?? 0) : most();
      if (IS_VERBOSE) tell(counts, tookMs, held(), name);
      return [name, counts];
    },
  };
}

function tell(held: number, took: number, results: readonly number[], name: string): void {
  const spread = [results[0], results[results.length >> 1]].map((one) => (one ?? 0).toFixed(0)).join("/");
  const text = `${held.toFixed(0).padStart(6)} ${(took / 1000).toFixed(1)} ${name} [least/median ${spread} of ${results.length}]\n`;
  process.stderr.write(text);
}
