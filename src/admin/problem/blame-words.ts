import type { Blame } from "../../wire/blame.ts";
import type { Blamed } from "../api/use-blame.ts";
import type { Say } from "../messages/say.ts";
import type { Thrown } from "../services/as-error.ts";

export interface BlameVerdict {
  readonly guilty: "config" | "plugin";
  /** Who it is, where, and what is wrong: for whoever can mend it. */
  readonly text: string;
  /** The part of it that is English in every language; "" where nothing is. */
  readonly detail: string;
}

/**
 * Who is to blame for what a plugin threw: the config where the plugin says so of an option, or where its options do not
 * hold; else the plugin. undefined until the server has answered, or will not: nobody is accused who may not be guilty.
 * @param error undefined: it threw nothing, it took too long
 * @param name the plugin's, where the server does not say where it is
 */
export function blameFor(
  error: Thrown | undefined,
  name: string,
  blamed: Blamed,
  say: Say,
): BlameVerdict | undefined {
  if (blamed === "asked") return undefined;
  const blame = blamed === "nobody" ? undefined : blamed;
  if (blame !== undefined && blame.problems.length > 0) return ofConfig(blame.problems.join("\n"), say);
  if (error?.kind === "option") {
    const place = blame === undefined ? name : placeText(blame.place);
    const what = error.option === "" ? error.message : `${error.option}: ${error.message}`;
    return ofConfig(`${place} ${what}`, say);
  }
  const plugin = blame?.plugin ?? name;
  if (error === undefined) return { guilty: "plugin", text: say("form.blameSlow", { plugin }), detail: "" };
  const { message } = error;
  return { guilty: "plugin", text: say("form.blamePlugin", { plugin, message }), detail: message };
}

function ofConfig(message: string, say: Say): BlameVerdict {
  return { guilty: "config", text: say("form.blameConfig", { message }), detail: message };
}

const placeText = ({ file, line, column }: Blame["place"]) => `${file}:${line}:${column}`;
