import { OptionFault } from "../../plugin/option-fault.ts";
import type { Blame } from "../../wire/blame.ts";
import type { Say } from "../messages/say.ts";

export interface Verdict {
  readonly guilty: "config" | "plugin";
  /** Who it is, where, and what is wrong: for whoever can mend it. */
  readonly text: string;
}

/**
 * Who is to blame for what a plugin threw: the config where the plugin says so of an option, or where its options do not
 * hold; else the plugin.
 * @param name the plugin's, for as long as the server has not said where it is
 */
export function blameFor(error: Error, name: string, blame: Blame | undefined, say: Say): Verdict {
  if (blame !== undefined && blame.problems.length > 0) {
    return { guilty: "config", text: say("form.blameConfig", { message: blame.problems.join("\n") }) };
  }
  if (error instanceof OptionFault) {
    const { option, message } = error;
    const place = blame === undefined ? name : placeText(blame.place);
    const what = option === "" ? message : `${option}: ${message}`;
    return { guilty: "config", text: say("form.blameConfig", { message: `${place} ${what}` }) };
  }
  return {
    guilty: "plugin",
    text: say("form.blamePlugin", { plugin: blame?.plugin ?? name, message: error.message }),
  };
}

const placeText = ({ file, line, column }: Blame["place"]) => `${file}:${line}:${column}`;
