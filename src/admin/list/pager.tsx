import { Fragment, type ReactNode, useRef } from "react";
import type { ListAnswer } from "../../wire/list-query.ts";
import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/glyphs.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

/** How many records there are; undefined when the server does not say. */
export type ListTotal = Pick<ListAnswer, "totalIsMore" | "isPartial"> & { readonly total: number };

/** In words; "" where nothing is known. */
export function totalText(of: ListTotal | undefined, locale: string, say: Say): string {
  if (of === undefined) return "";
  const total = new Intl.NumberFormat(locale).format(of.total);
  return say(of.isPartial ? "list.partial" : of.totalIsMore ? "list.totalMore" : "list.total", { total });
}

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: ListTotal | undefined;
  /** The total in words. */
  readonly text: string;
  readonly go: (page: number) => void;
  readonly say: Say;
  /** Behind the total. */
  readonly children?: ReactNode;
}

/** Previous, pages, next, total; of an empty list the total alone. Where not all records are counted, a full page may have a next one, and the last page is not known. */
export function Pager({ page, pageSize, shown, total, text, go, say, children }: PagerProps) {
  const element = useRef<HTMLElement>(null);
  useKeptFocus(element);
  const isOpen = total?.totalIsMore === true;
  const known = total === undefined ? page : Math.max(1, Math.ceil(total.total / pageSize));
  const count = isOpen ? Math.max(known, page) : known;
  const hasNext = page < count || ((total === undefined || isOpen) && shown >= pageSize);
  const isEmpty = page === 1 && total?.total === 0 && !isOpen;
  return (
    <nav ref={element} className="pager" aria-label={say("list.pager")}>
      {!isEmpty && (
        <>
          <PagerStep
            icon="angle-left"
            label={say("list.previous")}
            off={page <= 1}
            run={() => go(page - 1)}
          />
          <ol className="pager-pages">
            {pageNumbers(page, count, isOpen).map((entry, index) => (
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
        </>
      )}
      <p className="pager-total" role="status">
        {text}
      </p>
      {children}
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

/**
 * Which pages the pager offers: the first, the last, those around the current one; "gap" where some are left out.
 * @param isOpen there are more than `count`: the last is not known
 */
export function pageNumbers(current: number, count: number, isOpen = false): readonly (number | "gap")[] {
  if (isOpen) {
    if (current <= 4) return [...range(1, Math.min(5, count)), "gap"];
    return [1, "gap", ...range(current - 1, Math.min(current + 1, count)), "gap"];
  }
  if (count <= MAX_ENTRIES) return range(1, count);
  if (current <= 4) return [...range(1, 5), "gap", count];
  if (current >= count - 3) return [1, "gap", ...range(count - 4, count)];
  return [1, "gap", ...range(current - 1, current + 1), "gap", count];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
