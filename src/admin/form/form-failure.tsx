import { Link } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import { ApiFailure } from "../api/failure.ts";
import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { FormNotice } from "./form-notice.tsx";

interface FormFailureProps {
  readonly entity: Entity;
  readonly failure: unknown;
  readonly say: Say;
  retry(): void;
}

/** In place of a form whose record could not be loaded. */
export function FormFailure({ entity, failure, say, retry }: FormFailureProps) {
  const isGone = failure instanceof ApiFailure && failure.status === 404;
  return (
    <FormNotice>
      <p>{isGone ? say("form.gone") : say("form.loadFailed", { reason: failureText(failure, say) })}</p>
      <div className="form-notice-actions">
        {!isGone && (
          <button type="button" className="button" onClick={retry}>
            {say("list.retry")}
          </button>
        )}
        <Link className="button" to={`/${entity.id}/list`}>
          {entity.list.title}
        </Link>
      </div>
    </FormNotice>
  );
}
