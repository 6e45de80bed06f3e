import { buildWhatIsStale } from "../../src/cli/build.mjs";
import { obtainChromium } from "./chromium.ts";

/** Once before all browser stories: the browser is there and the product is built. */
export default async function setup(): Promise<void> {
  obtainChromium();
  await buildWhatIsStale();
}
