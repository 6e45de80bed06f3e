import { SUBJECT_SEPARATOR } from "../../model/problem.ts";
import type { ConfigChange } from "../../wire/config-editing.ts";
import type { Say } from "../messages/say.ts";
import { kindOf } from "./file-kind.ts";

const KEYS = {
  added: "config.changeAdded",
  removed: "config.changeRemoved",
  changed: "config.changeChanged",
  moved: "config.changeMoved",
} as const;

const SAMPLES = {
  added: "config.samplesAdded",
  removed: "config.samplesRemoved",
  changed: "config.samplesChanged",
} as const;

/** What a change is, as a sentence. */
export function changeText({ file, subject, kind, what, from, to }: ConfigChange, say: Say): string {
  const about = subject.length === 0 ? file : subject.join(SUBJECT_SEPARATOR);
  if (kindOf(file) === "samples" && kind !== "moved")
    return say(SAMPLES[kind], { subject: about, count: to ?? from ?? "" });
  const named = from === undefined && to === undefined;
  const key = kind === "changed" || !named ? KEYS[kind] : (`${KEYS[kind]}Whole` as const);
  return say(key, { subject: about, what, from: from ?? "", to: to ?? "" });
}

/** What becomes of stored values; undefined where they stay as they are. */
export function storedText({ file, kind, what }: ConfigChange, say: Say): string | undefined {
  const isType = kindOf(file) === "entity" && kind === "changed" && what === "type";
  return isType ? say("config.changedType") : undefined;
}

/** How many stored records it breaks; undefined where it breaks none. */
export function brokenText({ broken }: ConfigChange, say: Say): string | undefined {
  if (broken === undefined || broken.count === 0) return undefined;
  return say(broken.atLeast ? "config.brokenAtLeast" : "config.broken", { count: broken.count });
}
