import { join } from "node:path";
import { checkConfig } from "../compiler/compile.ts";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import { readFolder, readPictures } from "../compiler/source/read-folder.ts";
import { formatProblem, type Problem } from "../model/problem.ts";
import { foundPlugins } from "../node/found-plugins.ts";
import { counted, DONE, makeCommand, PROBLEMS } from "./command.ts";

/** Prints all problems of a config and of the installed plugins. */
export const check = makeCommand(
  "npm run check -- [--json] [folder]",
  ["json"],
  async ({ folder, flags }, terminal) => {
    const { registry, problems: ofPlugins } = makeRegistry(await foundPlugins());
    const files = await readFolder(folder);
    const { problems: ofConfig } = checkConfig(files, registry, await readPictures(folder));
    const problems = [...ofPlugins, ...ofConfig];
    if (flags.has("json")) terminal.log(JSON.stringify({ problems: problems.map(withFormerKey) }, null, 2));
    else {
      for (const one of ofPlugins) terminal.log(formatProblem(one));
      for (const one of ofConfig) terminal.log(formatProblem({ ...one, file: join(folder, one.file) }));
      const wrong = new Set(problems.map(({ file }) => file)).size;
      terminal.log(
        problems.length === 0
          ? `No problems in the ${counted(files.size, "file")} of ${folder}.`
          : `${counted(problems.length, "problem")} in ${counted(wrong, "file")}.`,
      );
    }
    return problems.length === 0 ? DONE : PROBLEMS;
  },
);

/** `mend` is the former name of `hint`; scripts that read it still find it in this version. */
function withFormerKey(problem: Problem): Problem & { readonly mend: string } {
  return { ...problem, mend: problem.hint };
}
