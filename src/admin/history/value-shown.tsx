import { createContext, useContext } from "react";
import useSWR from "swr";
import type { Field, ResolvedReference } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { filledTemplate } from "../../record/title.ts";
import { isWrittenOtherwise, writtenText } from "../../record/written-text.ts";
import type { HistoryEntry } from "../../wire/journal.ts";
import { getNamedRecord } from "../api/records.ts";
import { htmlText } from "../messages/html-text.ts";
import type { Say } from "../messages/say.ts";
import { valueText } from "../messages/value-text.ts";
import { useApp } from "../services/app-context.tsx";
import { calledEntity } from "../services/reference-source.ts";
import { useClient } from "../services/services.ts";
import { KeptPicture } from "../shell/kept-picture.tsx";

/** What records are called, by `_id`: `HistoryEntry.names`. */
export const NamesContext = createContext<NonNullable<HistoryEntry["names"]>>({});

interface ValueShownProps {
  readonly field: Field;
  readonly value: Json;
  readonly say: Say;
  /** Of a picture, for those who do not see it; default: the label of its field. */
  readonly name?: string;
}

/** A value as it was recorded, to be read only: pictures as thumbnails, references by their names, all else as text. */
export function ValueShown({ field, value, say, name = field.label }: ValueShownProps) {
  const { view } = useApp();
  if (isNothing(value)) return <span className="history-nothing">{say("history.nothing")}</span>;
  if (field.schema.image === true)
    return (
      <span className="history-picture">
        <KeptPicture value={value} name={name} gone={say("picture.gone")} />
      </span>
    );
  if (field.reference !== undefined && typeof value === "string")
    return <ReferredName reference={field.reference} id={value} />;
  const { items } = field;
  if (items !== undefined && Array.isArray(value))
    return (
      <span className={items.schema.image === true ? "history-pictures" : "history-items"}>
        {value.map((item: Json, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items without identity, drawn once
          <span key={index}>
            <ValueShown field={items} value={item} say={say} name={`${name} ${index + 1}`} />
          </span>
        ))}
      </span>
    );
  if (field.fields !== undefined && isObject(value)) {
    const inner = field.fields.filter(({ name }) => !isNothing(ownValue(value, name)));
    return (
      <span className="history-items">
        {inner.map((one) => (
          <span key={one.name}>
            {`${one.label}: `}
            <ValueShown field={one} value={ownValue(value, one.name) ?? null} say={say} />
          </span>
        ))}
      </span>
    );
  }
  if (field.valueType === "html") return htmlText(String(value));
  if (typeof value === "string" && isWrittenOtherwise(field.valueType))
    return writtenText(field.valueType, value, view);
  if (typeof value === "number" && field.valueType !== "choice")
    return new Intl.NumberFormat(view.dateLocale, { maximumFractionDigits: 20 }).format(value);
  return valueText(field, value, say);
}

interface ReferredNameProps {
  readonly reference: ResolvedReference;
  readonly id: string;
}

/** The name as the entry has it, also of a deleted record; else that of today; of a record that this person may not see its `_id`. */
function ReferredName({ reference, id }: ReferredNameProps) {
  const { view } = useApp();
  const client = useClient();
  const known = ownValue(useContext(NamesContext), id);
  const { data } = useSWR(
    known !== undefined ? null : ["history-reference", reference.entity, id],
    () => getNamedRecord(client, calledEntity(view, reference.entity), id),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  if (typeof known === "string") return known;
  return (data && filledTemplate(reference.title, data, view)) ?? id;
}

/** Whether there is nothing to show of it. */
export function isNothing(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === "";
}
