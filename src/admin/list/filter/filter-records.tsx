import { useId } from "react";
import { MAX_VALUES } from "../../../model/list/filter-limits.ts";
import { ReferencePicker, referredName } from "../../../plugin/reference-picker.tsx";
import { useFieldHost } from "../../../plugin/use-host.ts";
import { useReferenceRecord } from "../../../plugin/use-reference.ts";
import type { Say } from "../../messages/say.ts";
import { CloseIcon } from "../../shell/glyphs.tsx";
import type { FilterControlProps } from "./filter-controls.tsx";
import { anyOf, chosenValues } from "./filter-edit.ts";

/** Records of another entity, found by the server. */
export function ReferredRecords({ filter, conditions, change, say }: FilterControlProps) {
  const id = useId();
  const { field, label, reference } = filter;
  if (reference === undefined) return null;
  const chosen = chosenValues(conditions).map(String);
  const isFull = chosen.length >= MAX_VALUES;
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <ReferencePicker
        id={id}
        label={label}
        value={undefined}
        reference={{ ...reference, fields: [], tree: false }}
        required={false}
        disabled={isFull}
        readOnly={false}
        invalid={false}
        describedBy={undefined}
        placeholder={say("filter.pick")}
        onChange={(value) => {
          if (value !== null && !chosen.includes(value)) change(anyOf(field, [...chosen, value]));
        }}
        onBlur={() => undefined}
      />
      {chosen.length > 0 && (
        <ul className="filter-records" aria-label={label}>
          {chosen.map((one) => (
            <ChosenRecord
              key={one}
              reference={reference}
              id={one}
              say={say}
              remove={() => {
                document.getElementById(id)?.focus();
                change(
                  anyOf(
                    field,
                    chosen.filter((other) => other !== one),
                  ),
                );
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface ChosenRecordProps {
  readonly reference: NonNullable<FilterControlProps["filter"]["reference"]>;
  readonly id: string;
  readonly say: Say;
  readonly remove: () => void;
}

function ChosenRecord({ reference, id, say, remove }: ChosenRecordProps) {
  const { timeStyle } = useFieldHost();
  const { status, record } = useReferenceRecord(reference.entity, id);
  const name = record && referredName(reference, record, timeStyle);
  const text = name ?? (status === "gone" ? say("picker.gone") : "…");
  return (
    <li className="filter-chip">
      <span>{text}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={say("filter.remove", { filter: text })}
        onClick={remove}
      >
        <CloseIcon />
      </button>
    </li>
  );
}
