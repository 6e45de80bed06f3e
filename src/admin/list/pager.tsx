import { Fragment, useRef } from "react";
import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/glyphs.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  /** Rows on this page. */
  readonly shown: number;
  /** undefined when the server does not say. */
  readonly total: number | undefined;
  readonly go: (page: number) => void;
  readonly say: Say;
}

/** Previous, pages, next, total. Without a total: a full page may have a next one. */
export function Pager({ page, pageSize, shown, total, go, say }: PagerProps) {
  const element = useRef<HTMLElement>(null);
  useKeptFocus(element);
  const count = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  const hasNext = total === undefined ? shown >= pageSize : page < count;
  return (
    <nav ref={element} className="pager" aria-label={say("list.pager")}>
      <PagerStep icon="angle-left" label={say("list.previous")} off={page <= 1} run={() => go(page - 1)} />
      <ol className="pager-pages">
        {pageNumbers(page, count).map((entry, index) => (
          <Fragment key={entry === "gap" ? `gap${index}` : entry}>
            {entry === "gap" ? (
              <li className="pager-gap" aria-hidden="true">
                …
              </li>
            ) : (
              <li>
                <button
                  type="button"
                  className="pager-page"
                  aria-label={say("list.page", { page: entry })}
                  aria-current={entry === page ? "page" : undefined}
                  onClick={() => go(entry)}
                >
                  {entry}
                </button>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
      <PagerStep icon="angle-right" label={say("list.next")} off={!hasNext} run={() => go(page + 1)} />
      {total !== undefined && <p className="pager-total">{say("list.total", { total })}</p>}
    </nav>
  );
}

interface PagerStepProps {
  readonly icon: string;
  readonly label: string;
  readonly off: boolean;
  readonly run: () => void;
}

function PagerStep({ icon, label, off, run }: PagerStepProps) {
  return (
    <button
      type="button"
      className="pager-step"
      aria-label={label}
      title={label}
      // Not `disabled`: at an end the button that led there keeps the focus.
      aria-disabled={off}
      onClick={off ? undefined : run}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Most entries a pager shows, gaps included. Always this many where there are more pages, so that nothing jumps. */
const MAX_ENTRIES = 7;

/** Which pages the pager offers: the first, the last, those around the current one; "gap" where some are left out. */
export function pageNumbers(current: number, count: number): readonly (number | "gap")[] {
  if (count <= MAX_ENTRIES) return range(1, count);
  if (current <= 4) return [...range(1, 5), "gap", count];
  if (current >= count - 3) return [1, "gap", ...range(count - 4, count)];
  return [1, "gap", ...range(current - 1, current + 1), "gap", count];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
