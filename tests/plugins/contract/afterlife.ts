import { cleanup } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import { interactive } from "./elements.ts";
import { watchPage } from "./page-traces.ts";
import { PATH, type Trial } from "./trial.tsx";

/** What a widget still did and had in the two minutes after it was used and taken away. */
export interface Afterlife {
  readonly emitted: readonly unknown[];
  /** In words. */
  readonly left: readonly string[];
}

const TIMERS = ["setTimeout", "setInterval", "requestAnimationFrame"] as const;
const CLEARING = ["clearTimeout", "clearInterval", "cancelAnimationFrame"] as const;
/** Nothing may ask these of its host any more. */
const ASKING = new Set(["toast", "confirm", "upload", "references", "reference"]);

/** By a clock of its own, so that whatever waits comes. */
export async function afterlifeOf(trial: Trial, example: PluginExample): Promise<Afterlife> {
  const page = watchPage();
  vi.useFakeTimers({ toFake: [...TIMERS, ...CLEARING], shouldAdvanceTime: true });
  try {
    const views = [trial.show(example, { value: null }), trial.show(example, { path: `${PATH}Filled` })];
    const user = userEvent.setup({ delay: null });
    for (const { box } of views) {
      const [first] = interactive(box);
      if (first instanceof HTMLElement) first.focus();
      await user.keyboard("7a");
      for (const one of interactive(box)) if (one.isConnected) await user.click(one);
    }
    cleanup();
    const before = views.map(({ changes, host }) => [changes.length, host.asked.length] as const);
    await vi.advanceTimersByTimeAsync(120_000);
    const emitted = views.flatMap(({ changes }, index) => changes.slice(before[index]?.[0]));
    const asked = views
      .flatMap(({ host }, index) => host.asked.slice(before[index]?.[1]))
      .filter(({ what }) => ASKING.has(what))
      .map(({ what }) => `asks for ${what}`);
    const timers = vi.getTimerCount() === 0 ? [] : ["has a timer that still runs"];
    return { emitted, left: [...asked, ...timers, ...page.left()] };
  } finally {
    page.stop();
    vi.useRealTimers();
    cleanup();
  }
}
