interface SkeletonRowsProps {
  readonly rows: number;
  readonly columns: number;
  readonly label: string;
}

/** As many rows of the right height as a page has: nothing moves when the records arrive. */
export function SkeletonRows({ rows, columns, label }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
    <tr key={row} className="skeleton-row" aria-hidden={row > 0}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <td key={column}>
          {row === 0 && column === 0 && (
            <span className="unseen" role="status">
              {label}
            </span>
          )}
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ));
}
