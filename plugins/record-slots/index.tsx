import { definePlugin, OptionFault, useHost, type WidgetProps } from "admin";
import { type ReactNode, useRef } from "react";
import type { MessageKey, Options, Value } from "./manifest.ts";
import "./record-slots.css";
import { Slot } from "./slot.tsx";
import { chosenIn, type SlotField, slotField } from "./slots.ts";
import { useSlots } from "./use-slots.ts";

type Props = WidgetProps<Value, Options>;

function RecordSlots(props: Props): ReactNode {
  const field = slotField(props.rules);
  if (field !== undefined) return <SlotList {...props} field={field} />;
  const items = `The items of the field "${props.path}"`;
  throw new OptionFault("", `${items} need a field with a "reference" that names another entity.`);
}

function SlotList({ field, ...props }: Props & { readonly field: SlotField }): ReactNode {
  const host = useHost<MessageKey>();
  const root = useRef<HTMLFieldSetElement>(null);
  const list = useSlots(props, field.name, root);
  const { id, label, disabled, readOnly, errors = [] } = props;
  const { maxItems } = props.rules;
  const full = maxItems !== undefined && list.slots.length >= maxItems;
  const fullId = `${id}-full`;

  return (
    <fieldset
      id={id}
      ref={root}
      className="slots"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={props.describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur();
      }}
    >
      {list.slots.length === 0 && <p className="slots-empty">{host.message("empty")}</p>}
      <ol>
        {list.slots.map((slot, index) => {
          const key = list.keys[index] ?? -1;
          const part = `/${index}`;
          const wrong = errors.filter(({ path }) => path === part || path.startsWith(`${part}/`));
          const refused = list.refused === key ? host.message("rule.uniqueBy") : undefined;
          // That says why the slot is empty: what else there is to say of that is the same thing once more.
          const others =
            refused === undefined ? wrong : wrong.filter(({ path }) => path !== `${part}/${field.name}`);
          return (
            <Slot
              key={key}
              slotKey={key}
              id={`${id}.${index}.${field.name}`}
              name={host.message("slot", { label, number: index + 1 })}
              value={chosenIn(slot, field.name)}
              reference={field.reference}
              imageField={props.options.imageField}
              errors={[...(refused === undefined ? [] : [refused]), ...others.map(({ message }) => message)]}
              disabled={disabled}
              readOnly={readOnly}
              first={index === 0}
              last={index === list.slots.length - 1}
              onChoose={(record) => list.choose(index, record)}
              onMove={(by) => list.move(index, by)}
              onRemove={() => list.remove(index)}
            />
          );
        })}
      </ol>
      {!disabled && !readOnly && (
        <div className="slots-foot">
          <button
            type="button"
            data-part="add"
            disabled={full}
            aria-describedby={full ? fullId : undefined}
            onClick={list.add}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 5v14M5 12h14" />
            </svg>
            {host.message("add")}
          </button>
          {full && <p id={fullId}>{host.message("rule.maxItems", { limit: maxItems })}</p>}
        </div>
      )}
    </fieldset>
  );
}

export default definePlugin({ widget: RecordSlots });
