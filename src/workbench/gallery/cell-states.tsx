import { useEffect, useMemo, useState } from "react";
import { cellMessage, ListCell } from "../../admin/list/list-cell.tsx";
import type { Json, StoredRecord } from "../../model/record.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { exampleColumn, messagesIn, STATE_TITLES } from "./example-entity.ts";
import { useGallery } from "./gallery-parts.ts";
import type { StatesProps } from "./use-tried.ts";
import { BoxFrame, ValueLine } from "./value-line.tsx";
import "../../admin/list/table.css";
import "../../admin/list/cards.css";
import "../../admin/list/list.css";

const FIELD = "shown";

/** A cell filled and empty, in a row of a list each. */
export function CellStates(props: StatesProps) {
  return (["filled", "empty"] as const).map((state) => <CellBox key={state} state={state} {...props} />);
}

interface CellBoxProps extends StatesProps {
  readonly state: "filled" | "empty";
}

function CellBox({ state, manifest, example, tried: { language, options } }: CellBoxProps) {
  const gallery = useGallery();
  const [value, setValue] = useState<Json>(state === "filled" ? example.value : null);
  const [plugin, setPlugin] = useState<CellPlugin>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    gallery.loadPlugin("cell", manifest.name).then(
      (loaded) => "cell" in loaded && setPlugin(loaded),
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
  }, [gallery, manifest]);
  const column = useMemo(
    () => exampleColumn({ gallery, manifest, example, options, language }, FIELD),
    [gallery, manifest, example, options, language],
  );
  const own = Object.entries(manifest.messages ?? {}).flatMap(([key, { text }]) => {
    const said = text[language] ?? text.en;
    return said === undefined ? [] : [[`${manifest.name}.${key}`, said] as const];
  });
  const record: StoredRecord = {
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    updatedBy: null,
    isProtected: false,
    ...example.record,
    _id: "example",
    [FIELD]: value,
  };
  const end = plugin?.align === "end" ? "table-end" : undefined;
  return (
    <BoxFrame title={STATE_TITLES[state]}>
      {failure !== undefined && <p className="field-error">{failure}</p>}
      <div className="gallery-stage list" lang={language} data-state={state}>
        {plugin && column && (
          <table className="table gallery-table" aria-label={STATE_TITLES[state]}>
            <thead>
              <tr>
                <th scope="col" className={end}>
                  {column.label}
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td data-label={column.label} className={end}>
                  <ListCell
                    column={column}
                    plugin={plugin}
                    value={value}
                    record={record}
                    title={example.title}
                    locale={language}
                    message={cellMessage([messagesIn(gallery, language), Object.fromEntries(own)])}
                  />
                </td>
              </tr>
            </tbody>
          </table>
        )}
      </div>
      <ValueLine state={state} value={value} refusal={undefined} onChange={setValue} />
    </BoxFrame>
  );
}

const LONG_AGO = "2026-01-01T00:00:00.000Z";
