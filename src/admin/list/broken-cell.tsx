import { type BlameSource, useBlame } from "../api/use-blame.ts";
import type { Say } from "../messages/say.ts";
import { type BlameVerdict, blameFor } from "../problem/blame-words.ts";
import type { Thrown } from "../services/as-error.ts";
import { KindIcon } from "../shell/glyphs.tsx";

interface BrokenCellProps {
  readonly column: {
    readonly field: string;
    readonly label: string;
    readonly cell: { readonly name: string };
  };
  readonly error: Thrown;
  readonly say: Say;
  /** undefined: nobody can be asked. */
  readonly blames: CellBlames | undefined;
}

/** Knows who is to blame for a cell that broke. */
export interface CellBlames extends BlameSource {
  readonly entity: string;
}

/** In place of a value whose cell threw: a mark that says so, and whose fault it is. */
export function BrokenCell({ column, error, say, blames }: BrokenCellProps) {
  const option = error.kind === "option" ? { option: error.option } : {};
  const blame = useBlame(
    blames,
    blames && { entity: blames.entity, kind: "cell", field: column.field, ...option },
  );
  const verdict = blameFor(error, column.cell.name, blame, say);
  const text = say("list.cellFailed", { label: column.label, blame: verdict?.text ?? "" });
  return <CellMark text={text.trim()} guilty={verdict?.guilty} />;
}

interface CellMarkProps {
  readonly text: string;
  readonly guilty?: BlameVerdict["guilty"] | undefined;
}

export function CellMark({ text, guilty }: CellMarkProps) {
  return (
    <span className="cell-broken" role="img" aria-label={text} title={text} data-blame={guilty}>
      <KindIcon kind="warning" />
    </span>
  );
}
