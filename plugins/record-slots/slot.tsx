import {
  type Json,
  ReferencePicker,
  type ReferenceRules,
  smallImageUrl,
  useHost,
  useReferenceRecord,
} from "admin";
import type { ComponentProps, ReactNode } from "react";
import type { MessageKey } from "./manifest.ts";
import { pictureIn } from "./slots.ts";

const ICONS = {
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m-6-6 6 6 6-6",
  remove: "M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13",
} as const;
type Action = keyof typeof ICONS;

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
  const action = (part: Action, act: () => void, more: ComponentProps<"button">) => (
    <button
      type="button"
      data-part={part}
      aria-label={host.message(part, { slot: name })}
      title={host.message(part, { slot: name })}
      onClick={act}
      {...more}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[part]} />
      </svg>
    </button>
  );
  return (
    <li className="slot" data-slot={props.slotKey}>
      <div className="slot-choice">
        <label htmlFor={id}>{name}</label>
        <ReferencePicker
          id={id}
          label={name}
          value={props.value}
          reference={reference}
          {...(reference.label === "_id" ? {} : { sort: { field: reference.label, order: "asc" } as const })}
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
            {action("up", () => props.onMove(-1), { disabled: props.first })}
            {action("down", () => props.onMove(1), { disabled: props.last })}
            {action("remove", props.onRemove, { className: "slot-remove" })}
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
