import { useNavigate } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import { ApiFailure } from "../api/failure.ts";
import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useLastList } from "../shell/last-list.tsx";

interface FormFailureProps {
  readonly entity: Entity;
  readonly failure: unknown;
  readonly say: Say;
  retry(): void;
}

/** In place of a form whose record could not be loaded: again, or where there is nothing any more, to the list. */
export function FormFailure({ entity, failure, say, retry }: FormFailureProps) {
  const navigate = useNavigate();
  const lastList = useLastList(entity.id);
  if (failure instanceof ApiFailure && failure.status === 404) {
    const toList = { label: entity.list.title, run: () => navigate(lastList()) };
    return <ProblemNotice text={say("form.gone")} action={toList} />;
  }
  const reason = failureText(failure, say);
  const again = { label: say("list.retry"), run: retry };
  return <ProblemNotice text={say("form.loadFailed", { reason })} action={again} />;
}
