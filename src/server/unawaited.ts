/** What of the process is needed to hear of promises that fail and that nobody waits for. */
export interface Hears {
  on(event: "unhandledRejection", listener: (reason: unknown) => void): unknown;
}

/**
 * A promise that a plugin's server half leaves to itself is told when it fails, and ends the process for nobody. What
 * is thrown outside of any promise still does: nobody knows what it left undone.
 */
export function outliveUnawaited(process: Hears, log: (text: string) => void): void {
  process.on("unhandledRejection", (reason) => {
    const what = reason instanceof Error ? (reason.stack ?? reason.message) : typeof reason;
    log(`A promise failed that nobody waits for: ${what}`);
  });
}
