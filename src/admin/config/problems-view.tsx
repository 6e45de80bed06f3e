import { type Problem, sameProblem } from "../../model/problem.ts";
import { useMessage } from "../messages/use-message.ts";
import { configPath } from "../shell/access.ts";
import { ProblemList } from "../shell/problem-list.tsx";
import { ChangeItem } from "./changes-view.tsx";
import type { Rename } from "./field-rename.ts";

interface ProblemsViewProps {
  readonly problems: readonly Problem[];
  /** Those of them that keep the edits from being saved. */
  readonly toFix: readonly Problem[];
  /** Fields that seem to have another name now, which is a problem wherever the old one is used. */
  readonly renames: readonly Rename[];
  /** Gives a field that came the name of the one that went. */
  readonly onOldName: (rename: Rename) => void;
}

/** All problems of the config; those that do not keep the edits from being saved stand apart. */
export function ProblemsView({ problems, toFix, renames, onOldName }: ProblemsViewProps) {
  const say = useMessage();
  return (
    <>
      {renames.length > 0 && (
        <ul className="config-changes" aria-label={say("config.changes")}>
          {renames.map((rename) => (
            <ChangeItem key={rename.gone.path} change={rename.gone} rename={rename} onOldName={onOldName} />
          ))}
        </ul>
      )}
      <Problems problems={problems} toFix={toFix} />
    </>
  );
}

function Problems({ problems, toFix }: Pick<ProblemsViewProps, "problems" | "toFix">) {
  const say = useMessage();
  const isToFix = sameProblem(toFix);
  const others = problems.filter((problem) => !isToFix(problem));
  const list = (shown: readonly Problem[], label: string) => (
    <ProblemList problems={shown} label={label} addressOf={configPath} />
  );
  if (problems.length === 0) return <p className="config-quiet">{say("config.noProblems")}</p>;
  if (toFix.length === 0 || others.length === 0) return list(problems, say("config.problemsList"));
  return (
    <>
      <h3 className="config-problems-heading">{say("config.problemsToFix")}</h3>
      {list(toFix, say("config.problemsToFix"))}
      <h3 className="config-problems-heading">{say("config.problemsOthers")}</h3>
      {list(others, say("config.problemsOthers"))}
    </>
  );
}
