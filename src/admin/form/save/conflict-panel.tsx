import "../conflict-panel.css";
import { useEffect, useId, useRef, useState } from "react";
import type { Field } from "../../../model/entity.ts";
import type { Json } from "../../../model/record.ts";
import { isObject, ownValue } from "../../../record/json.ts";
import { fieldsOn, pathOfPointer, readPath, splitPath, writePath } from "../../../record/path.ts";
import { FIELDS, walkValue } from "../../../record/walk.ts";
import type { Conflict } from "../../../wire/error.ts";
import { KeptPicture, PicturesOf } from "../../shell/kept-picture.tsx";
import { focusField } from "../field/focus-field.ts";
import { useFieldView, useForm } from "../field/open-form.ts";
import { type FormField, formFieldAround, formFieldsOf } from "../state/field-views.ts";
import { isSameValue } from "../state/form-values.ts";
import { excerpts } from "./excerpts.ts";
import type { Saving } from "./use-save.ts";
import { useShownValues } from "./use-shown-values.ts";

interface ConflictPanelProps {
  /** Who changed the record, and when. */
  readonly message: string;
  readonly conflicts: readonly Conflict[];
  readonly saving: Saving;
}

/**
 * Above the fields: what somebody else changed too. What was typed stays unless theirs is chosen: theirs is stored, and in the
 * history of the record, what was typed is nowhere else.
 */
export default function ConflictPanel({ message, conflicts, saving }: ConflictPanelProps) {
  const { entity, recordId, say } = useForm();
  const panel = useRef<HTMLElement>(null);
  const heading = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are others
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // A panel that is higher than the window has its heading in sight, too.
    panel.current?.scrollIntoView({ block: "start" });
  }, [conflicts]);
  const formFields = formFieldsOf(entity);
  const shown = conflicts.flatMap((conflict) => {
    const formField = formFieldAround(formFields, pathOfPointer(conflict.path));
    return formField === undefined ? [] : [{ conflict, formField }];
  });
  return (
    <section ref={panel} className="conflicts" aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{message}</h2>
      <p>{say("conflict.choose")}</p>
      <PicturesOf record={{ entity: entity.id, _id: recordId ?? "" }}>
        {shown.map(({ conflict, formField }) => (
          <ConflictChoice key={conflict.path} conflict={conflict} formField={formField} saving={saving} />
        ))}
      </PicturesOf>
      <button
        type="button"
        className="button button-primary"
        disabled={saving.busy}
        onClick={() => void saving.save()}
      >
        {say("conflict.save")}
      </button>
    </section>
  );
}

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  /** At its path or around it. */
  readonly formField: FormField;
  readonly saving: Saving;
}

/** One field: as it was, theirs and mine side by side, of which one is chosen. */
function ConflictChoice({ conflict, formField, saving }: ConflictChoiceProps) {
  const { entity, store, say } = useForm();
  const { value } = useFieldView(formField.path);
  const group = useId();
  const path = pathOfPointer(conflict.path);
  const way = fieldsOn(entity.fields, splitPath(path)).map(({ field }) => field);
  const field = way.at(-1) ?? formField.field;
  const isSecret = field.schema.writeOnly === true;
  const hasWork = store.pending().some((one) => one.formField.path === formField.path);
  const { theirs } = conflict;
  const now = (path === formField.path ? value : readPath(store.record(), path)) ?? null;
  const isTheirs = hasWork ? saving.given.has(formField.path) : isSameValue(now, theirs);
  const [mine, setMine] = useState<Json>(conflict.mine);
  // What is typed into the field goes on being the own one.
  if (!hasWork && !isTheirs && now !== mine) setMine(now);

  function choose(chosen: Json, takesTheirs: boolean) {
    if (hasWork) return saving.giveUp(formField.path, takesTheirs);
    store.change(formField.path, readPath(writePath(store.record(), path, chosen), formField.path) ?? null);
  }

  const sides = [
    ...(conflict.was === undefined ? [] : [{ title: say("conflict.was"), value: conflict.was }]),
    { title: say("conflict.theirs"), value: theirs, choose: () => choose(theirs, true), isChosen: isTheirs },
    { title: say("conflict.mine"), value: mine, choose: () => choose(mine, false), isChosen: !isTheirs },
  ];
  const shownText = useShownValues(
    sides.map((side) => ({ field, value: side.value })),
    say,
  );
  const texts = excerpts(sides.map((side) => shownText(field, side.value)));
  const label = way.map((one) => one.label).join(" · ");

  return (
    <fieldset className="conflict">
      <legend>
        {label}
        <button type="button" className="button" onClick={() => focusField(store, formField)}>
          {say("conflict.show")}
          <span className="unseen"> {label}</span>
        </button>
      </legend>
      <div className="conflict-sides">
        {sides.map(({ title, value, ...option }, index) => {
          const content = isSecret ? say("conflict.secret") : texts[index];
          const shown = { pictures: picturesIn(field, value), name: label, text: content ?? "" };
          return "choose" in option ? (
            <label key={title} className="conflict-side">
              <span className="conflict-title">
                <input type="radio" name={group} checked={option.isChosen} onChange={option.choose} />
                {title}
              </span>
              <ShownValue {...shown} />
            </label>
          ) : (
            <div key={title} className="conflict-side conflict-was">
              <span className="conflict-title">{title}</span>
              <ShownValue {...shown} />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

interface ShownValueProps {
  readonly pictures: readonly object[];
  /** Of the field. */
  readonly name: string;
  readonly text: string;
}

/** A value as text, with its pictures. */
function ShownValue({ pictures, name, text }: ShownValueProps) {
  const { say } = useForm();
  if (pictures.length === 0 && text === "")
    return <span className="conflict-value">{say("conflict.none")}</span>;
  return (
    <span className="conflict-value">
      {pictures.length > 0 && (
        <span className="conflict-pictures">
          {pictures.map((picture, index) => (
            <KeptPicture
              key={String(ownValue(picture, "fileName"))}
              value={picture}
              name={pictures.length === 1 ? name : `${name} ${index + 1}`}
              gone={say("picture.gone")}
            />
          ))}
        </span>
      )}
      {text}
    </span>
  );
}

/** The pictures in a value: itself, and those inside of it. */
function picturesIn(field: Field, value: Json): readonly object[] {
  return [...walkValue(FIELDS, field, value)].flatMap((one) =>
    one.field.schema.image === true && isObject(one.value) ? [one.value] : [],
  );
}
