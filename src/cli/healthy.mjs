// @ts-check
/** Ends with 0 where the server of this environment lives, else with 1: for the health check of a container. */
const { PORT = "3000" } = process.env;
try {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`, { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) console.error(await answer.text());
  process.exit(answer.ok ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
