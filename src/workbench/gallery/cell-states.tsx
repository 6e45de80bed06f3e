import { useMemo, useState } from "react";
import { cellMessage, ListCell } from "../../admin/list/list-cell.tsx";
import { isDrawable, useCells } from "../../admin/list/use-cells.ts";
import { pluginMessages } from "../../model/plugin-messages.ts";
import type { Json } from "../../model/record.ts";
import { storedRecord } from "../harness/given-references.ts";
import { oneFieldEntity } from "../harness/one-field-entity.ts";
import { messagesIn, STATE_TITLES, useGallery } from "./gallery-parts.ts";
import type { StatesProps } from "./use-shown.ts";
import { BoxFrame, ValueLine } from "./value-line.tsx";
import "../../admin/list/table.css";
import "../../admin/list/cards.css";
import "../../admin/list/list.css";

const FIELD = "shown";

/** A cell filled and empty, in a row of a list each. */
export function CellStates(props: StatesProps) {
  return (["filled", "empty"] as const).map((state) => <CellBox key={state} state={state} {...props} />);
}

function CellBox({ state, plugin, shown }: StatesProps & { readonly state: "filled" | "empty" }) {
  const { manifest } = plugin;
  const { example, options, view } = shown;
  const gallery = useGallery();
  const { language } = view;
  const [value, setValue] = useState<Json>(state === "filled" ? example.value : null);
  const columns = useMemo(() => {
    const { list } = oneFieldEntity({
      path: FIELD,
      field: { title: example.title, ...example.field },
      column: { field: FIELD, cell: manifest.name, options },
      language,
      messages: messagesIn(gallery, language),
      plugins: gallery.known,
    });
    return list.columns;
  }, [gallery, manifest, example, options, language]);
  const [column] = columns;
  const cell = useCells(columns, gallery.code).cells?.get(manifest.name);
  const end = isDrawable(cell) && cell.align === "end" ? "table-end" : undefined;
  const message = cellMessage([messagesIn(gallery, language), pluginMessages(manifest, language)]);
  return (
    <BoxFrame title={STATE_TITLES[state]}>
      {cell instanceof Error && <p className="field-error">{cell.message}</p>}
      <div className="gallery-stage list" lang={language} data-state={state}>
        {column && cell && (
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
                    plugin={cell}
                    value={value}
                    record={storedRecord({ ...example.record, _id: "example", [FIELD]: value })}
                    title={example.title}
                    icon="circle"
                    now={Date.now()}
                    locale={language}
                    language={language}
                    timeZone="UTC"
                    message={message}
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
