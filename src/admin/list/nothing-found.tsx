import { Icon } from "../shell/glyphs.tsx";

interface NothingFoundProps {
  readonly icon: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
  /** The rows could not be fetched, which a toast says. */
  readonly hasFailed?: boolean;
}

/** In place of rows. */
export function NothingFound({ icon, text, actions, hasFailed = false }: NothingFoundProps) {
  return (
    <div className="list-notice" role={hasFailed ? undefined : "status"}>
      <Icon name={icon} />
      <p>{text}</p>
      {actions.length > 0 && (
        <div className="list-notice-actions">
          {actions.map(({ label, run }) => (
            <button key={label} type="button" className="button" onClick={run}>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
