/** Our code holds the event loop for at most so long. */
export const MAX_HELD_MS = 100;
/**
 * `npm run test:loop`: the largest of so many runs counts, with 100,000 records of each entity, on two idle cores. Else
 * each request is asked once, and again where something else may have been the reason.
 */
export const RUNS = Number(process.env.LOOP_RUNS ?? 0);
const MAX_TRIES = 4;
export const TIMEOUT_MS = RUNS > 0 ? 24 * 3_600_000 : 300_000;
/** Only requests with this in method, pattern or description. */
const ONLY = process.env.LOOP_ONLY ?? "";
/** Each request is told, with how long it held the loop and how long it took. */
const IS_VERBOSE = process.env.LOOP_VERBOSE !== undefined;

export function isWanted(name: string): boolean {
  return name.includes(ONLY);
}

/**
 * Milliseconds that a request holds the loop: the most of all runs, or where only few are asked, the least, of as many as
 * it takes to hold the rule.
 * @param ask asks it for the run of that number, no two the same, and answers how long it held the loop
 */
export async function measure(name: string, ask: (run: number) => Promise<number>): Promise<number> {
  const began = performance.now();
  const results: number[] = [];
  for (let at = 0; at < (RUNS || MAX_TRIES); at += 1) {
    run += 1;
    results.push(await ask(run));
    if (RUNS === 0 && (results.at(-1) ?? 0) <= MAX_HELD_MS) break;
  }
  results.sort((a, b) => a - b);
  const held = results[RUNS === 0 ? 0 : results.length - 1] ?? 0;
  if (IS_VERBOSE) tell(held, performance.now() - began, results, name);
  return held;
}

let run = 0;

function tell(held: number, took: number, results: readonly number[], name: string): void {
  const spread = [results[0], results[results.length >> 1]].map((one) => (one ?? 0).toFixed(0)).join("/");
  const text = `${held.toFixed(0).padStart(6)} ${(took / 1000).toFixed(1)} ${name} [least/median ${spread}]\n`;
  process.stderr.write(text);
}
