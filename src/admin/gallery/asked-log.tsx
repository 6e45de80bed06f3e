/** One line of the log. */
export interface AskedLine {
  readonly id: number;
  /** The box of the widget that asked. */
  readonly box: string;
  readonly text: string;
}

interface AskedLogProps {
  readonly lines: readonly AskedLine[];
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
          Nothing yet. References, uploads, toasts, questions and held work appear here.
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
