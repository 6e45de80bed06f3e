import { Link } from "react-router-dom";
import { formatProblem, type Problem } from "../../model/problem.ts";
import { KindIcon } from "./glyphs.tsx";
import "./problem-list.css";

interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** Of the list, for screen readers. */
  readonly label: string;
  /** Where a problem can be corrected; undefined for accounts that may not. */
  readonly addressOf: ((problem: Problem) => string) | undefined;
  readonly chosen?: (problem: Problem) => void;
}

/** Problems of the config. */
export function ProblemList({ problems, label, addressOf, chosen }: ProblemListProps) {
  return (
    <ul className="problem-list" aria-label={label} lang="en">
      {problems.map((problem) => {
        const text = formatProblem(problem);
        return (
          <li key={text} className="problem">
            <KindIcon kind="warning" />
            {addressOf === undefined ? (
              <p>{text}</p>
            ) : (
              <Link to={addressOf(problem)} onClick={() => chosen?.(problem)}>
                {text}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
