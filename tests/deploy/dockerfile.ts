import { readFileSync } from "node:fs";

/** A stage of a Dockerfile. */
export interface Stage {
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

export interface Step {
  /** e.g. COPY */
  readonly what: string;
  /** e.g. --from=build */
  readonly options: Readonly<Record<string, string>>;
  readonly rest: string;
}

/** Reads as much of the language as ours uses: one step a line. */
export function readDockerfile(file: string): Stage[] {
  const stages: { name: string | undefined; steps: Step[] }[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, what = "", given = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (what === "") continue;
    const options = Object.fromEntries(
      [...given.matchAll(/--([\w-]+)=(\S+) /g)].map(([, key, value]) => [key, value]),
    );
    const rest = given.replace(/--[\w-]+=\S+ /g, "");
    if (what === "FROM") stages.push({ name: / AS (\w+)$/.exec(rest)?.[1], steps: [] });
    else stages.at(-1)?.steps.push({ what, options, rest });
  }
  return stages;
}

/** The words of a command in its JSON form. */
export function commandOf(step: Step | undefined): string[] {
  return JSON.parse(step?.rest.replace(/^CMD /, "") ?? "[]");
}
