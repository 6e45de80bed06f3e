import {
  type Json,
  ReferencePicker,
  type ReferenceRules,
  smallImageUrl,
  useHost,
  useReferenceRecord,
} from "admin";
import type { ReactNode } from "react";
import type { MessageKey } from "./manifest.ts";
import { pictureIn } from "./slots.ts";

interface SlotProps {
  /** DOM id of the picker's text box. */
  readonly id: string;
  /** Label of the slot, with its number. */
  readonly name: string;
  readonly slotKey: number;
  readonly value: Json;
  readonly reference: ReferenceRules;
  readonly imageField: string | undefined;
  readonly errors: readonly string[];
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly first: boolean;
  readonly last: boolean;
  onChoose(id: string | null): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

/** A slot: the picker of its record, the picture, and the slot's buttons. */
export function Slot(props: SlotProps): ReactNode {
  const host = useHost<MessageKey>();
  const { id, name, errors, disabled, readOnly, reference } = props;
  const errorId = `${id}-error`;
  const text = (key: MessageKey) => host.message(key, { slot: name });
  return (
    <li className="slot" data-slot={props.slotKey}>
      <div className="slot-choice">
        <label htmlFor={id}>{name}</label>
        <ReferencePicker
          id={id}
          label={name}
          value={props.value}
          reference={reference}
          sort={{ field: reference.label, order: "asc" }}
          required
          disabled={disabled}
          readOnly={readOnly}
          invalid={errors.length > 0}
          describedBy={errors.length > 0 ? errorId : undefined}
          placeholder={undefined}
          onChange={props.onChoose}
          onBlur={() => {}}
        />
        {errors.length > 0 && (
          <div className="slot-error" id={errorId}>
            {errors.map((error) => (
              <p key={error}>{error}</p>
            ))}
          </div>
        )}
        {!disabled && !readOnly && (
          <div className="slot-actions">
            <button
              type="button"
              data-part="up"
              aria-label={text("up")}
              title={text("up")}
              disabled={props.first}
              onClick={() => props.onMove(-1)}
            >
              <Icon path="M12 19V5m-6 6 6-6 6 6" />
            </button>
            <button
              type="button"
              data-part="down"
              aria-label={text("down")}
              title={text("down")}
              disabled={props.last}
              onClick={() => props.onMove(1)}
            >
              <Icon path="M12 5v14m-6-6 6 6 6-6" />
            </button>
            <button
              type="button"
              className="slot-remove"
              data-part="remove"
              aria-label={text("remove")}
              title={text("remove")}
              onClick={props.onRemove}
            >
              <Icon path="M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13" />
            </button>
          </div>
        )}
      </div>
      {props.imageField !== undefined && (
        <Picture entity={reference.entity} value={props.value} field={props.imageField} />
      )}
    </li>
  );
}

/** It has no alternative text, since the picker beside it names the record. */
function Picture({ entity, value, field }: { entity: string; value: Json; field: string }): ReactNode {
  const host = useHost<MessageKey>();
  const { record } = useReferenceRecord(entity, typeof value === "string" ? value : undefined);
  const url = pictureIn(record, field);
  return (
    <div className="slot-picture">
      {url === undefined ? (
        <span>{host.message("noPicture")}</span>
      ) : (
        <img src={smallImageUrl(url)} alt="" loading="lazy" />
      )}
    </div>
  );
}

function Icon({ path }: { readonly path: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
