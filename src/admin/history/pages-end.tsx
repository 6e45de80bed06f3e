import type { ReactNode } from "react";
import { failureText, type Say } from "../messages/say.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import type { usePages } from "./use-pages.ts";

interface PagesEndProps {
  readonly pages: Omit<ReturnType<typeof usePages<{ readonly position: number }>>, "lastCount" | "refresh">;
  readonly say: Say;
  /** What asks for the next page; default: a button. */
  readonly more?: ReactNode;
}

/** Below pages: why one did not come, with another try; else what asks for the next, where there is one. */
export function PagesEnd({ pages, say, more }: PagesEndProps) {
  const { items, failure, hasMore, isLoading } = pages;
  if (failure !== undefined)
    return (
      <ProblemNotice
        text={failureText(failure, say)}
        action={{ label: say("list.retry"), run: items === undefined ? pages.reload : pages.more }}
      />
    );
  if (!hasMore) return null;
  return (
    more ?? (
      <button type="button" className="button history-more" aria-busy={isLoading} onClick={pages.more}>
        {say("history.more")}
      </button>
    )
  );
}
