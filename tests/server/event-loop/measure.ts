/** Our code holds the event loop for at most so long. */
export const MAX_HELD_MS = 100;
/**
 * `npm run test:loop`: the largest of so many runs of each request counts, with 100,000 records of each entity, on two idle
 * cores. The roles that may ask it share the runs. A quarter of them is enough where none comes near the limit. Else each
 * request is asked once, and again where something else may have been the reason.
 */
export const RUNS = Number(process.env.LOOP_RUNS ?? 0);
const FIRST_RUNS = Math.ceil(RUNS / 4);
const NEAR_MS = MAX_HELD_MS / 5;
const MAX_TRIES = 6;
export const TIMEOUT_MS = RUNS > 0 ? 24 * 3_600_000 : 600_000;
/** Only requests whose method, pattern and description match this. */
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
  /** The role may not ask it. */
  readonly isRefused?: boolean;
}

/**
 * How long each role holds the loop with one request: the most of all runs, or where only few are asked, the least, of as
 * many as it takes to hold the rule.
 */
export async function measure(asked: readonly Asked[]): Promise<readonly [name: string, heldMs: number][]> {
  const series = asked.map(makeSeries);
  if (RUNS === 0) {
    for (const one of series)
      do await one.run();
      while (one.count() < MAX_TRIES && one.last().heldMs > MAX_HELD_MS);
  } else {
    await share(FIRST_RUNS, series);
    const near = series.filter((one) => one.most() > NEAR_MS);
    const may = series.filter((one) => !one.last().isRefused);
    if (near.length > 0) await share(RUNS, [...new Set([...near, ...may])]);
  }
  return series.map((one) => one.end());
}

async function share(runs: number, series: readonly ReturnType<typeof makeSeries>[]): Promise<void> {
  for (const one of series) while (one.count() * series.length < runs) await one.run();
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
