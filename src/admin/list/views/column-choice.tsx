import { useId } from "react";
import type { Column, Entity } from "../../../model/entity.ts";
import type { Say } from "../../messages/say.ts";
import { MoveButtons } from "./move-buttons.tsx";
import { moved } from "./own-views.ts";

interface ColumnChoiceProps {
  readonly entity: Entity;
  readonly shown: readonly Column[];
  readonly change: (fields: readonly string[]) => void;
  readonly say: Say;
}

/** The columns of a list: those shown in their order, then the others. */
export function ColumnChoice({ entity, shown, change, say }: ColumnChoiceProps) {
  const title = useId();
  const fields = shown.map(({ field }) => field);
  const others = entity.list.columns.filter(({ field }) => !fields.includes(field));
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{say("view.columns")}</h3>
      <ul className="view-items">
        {[...shown, ...others].map(({ field, label }, index) => {
          const isShown = index < shown.length;
          return (
            <li key={field}>
              <label className="view-column">
                <input
                  type="checkbox"
                  checked={isShown}
                  // A list without a column shows nothing.
                  disabled={isShown && shown.length === 1}
                  onChange={() =>
                    change(isShown ? fields.filter((one) => one !== field) : [...fields, field])
                  }
                />
                <span>{label}</span>
              </label>
              {isShown && (
                <MoveButtons
                  name={label}
                  index={index}
                  count={shown.length}
                  move={(by) => change(moved(fields, index, by))}
                  say={say}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
