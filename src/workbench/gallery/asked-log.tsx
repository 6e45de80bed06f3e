import { useCallback, useState } from "react";
import type { HostCall } from "../harness/recording-host.ts";

/** What a widget asked for, in words. */
export interface AskedLine {
  /** The box of the widget that asked. */
  readonly box: string;
  readonly text: string;
}

interface NumberedLine extends AskedLine {
  readonly id: number;
}

const MAX_LINES = 200;

/** The lines of a log, the last first. */
export function useAskedLines() {
  const [lines, setLines] = useState<readonly NumberedLine[]>([]);
  const note = useCallback((line: AskedLine) => {
    // A widget may ask while React renders, when no state may be set.
    queueMicrotask(() =>
      setLines((before) => [{ ...line, id: (before[0]?.id ?? 0) + 1 }, ...before].slice(0, MAX_LINES)),
    );
  }, []);
  const clear = useCallback(() => setLines([]), []);
  return { lines, note, clear };
}

interface AskedLogProps {
  readonly lines: readonly NumberedLine[];
  onClear(): void;
}

/** What the widgets asked their host for, the last first. */
export function AskedLog({ lines, onClear }: AskedLogProps) {
  return (
    <section className="gallery-panel" aria-labelledby="gallery-log">
      <div className="gallery-panel-head">
        <h2 id="gallery-log">Asked of the host</h2>
        {lines.length > 0 && (
          <button type="button" className="gallery-link" onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      {lines.length === 0 ? (
        <p className="gallery-quiet">
          Nothing yet. References, uploads, toasts, questions and pending work appear here.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ol className="gallery-log" tabIndex={0} aria-labelledby="gallery-log">
          {lines.map(({ id, box, text }) => (
            <li key={id}>
              <span className="gallery-quiet">{box}</span> {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What a widget asked for, on one line. */
export function askedLine(asked: HostCall): string {
  switch (asked.what) {
    case "unknown sentence":
      return `A message that is missing: "${asked.key}"`;
    case "unfilled sentence":
      return `A message with an empty placeholder: "${asked.text}" (${asked.key})`;
    case "toast":
      return `Toast (${asked.kind}): ${asked.text}`;
    case "confirm":
      return `Question: ${asked.title} ${asked.text}`;
    case "upload":
      return `Upload: ${asked.files.join(", ")}`;
    case "removal":
      return `Removal of ${asked.fileName}`;
    case "references": {
      const { entity, page, search, sortField, sortOrder } = asked.query;
      const by = sortField === undefined ? "" : `, by ${sortField} ${sortOrder ?? "asc"}`;
      return `Records of ${entity}: page ${page}${search ? `, with "${search}"` : ""}${by}`;
    }
    case "reference":
      return `Record ${asked.id} of ${asked.entity}`;
    case "hold":
      return "Holds work until the save";
    case "let go":
      return "Holds no work any more";
  }
}
