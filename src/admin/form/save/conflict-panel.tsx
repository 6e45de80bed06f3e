import "../conflict-panel.css";
import { useEffect, useId, useRef, useState } from "react";
import type { Json } from "../../../model/record.ts";
import { isObject } from "../../../record/json.ts";
import { fieldsOn, pathOfPointer, readPath, splitPath, writePath } from "../../../record/path.ts";
import type { Conflict } from "../../../wire/error.ts";
import { smallImageUrl } from "../../../wire/paths.ts";
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
  const { entity, say } = useForm();
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
      {shown.map(({ conflict, formField }) => (
        <ConflictChoice key={conflict.path} conflict={conflict} formField={formField} saving={saving} />
      ))}
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
          const content = isSecret ? say("conflict.secret") : texts[index] || say("conflict.none");
          return "choose" in option ? (
            <label key={title} className="conflict-side">
              <span className="conflict-title">
                <input type="radio" name={group} checked={option.isChosen} onChange={option.choose} />
                {title}
              </span>
              <ShownValue value={value}>{content}</ShownValue>
            </label>
          ) : (
            <div key={title} className="conflict-side conflict-was">
              <span className="conflict-title">{title}</span>
              <ShownValue value={value}>{content}</ShownValue>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A value as text, with its pictures. */
function ShownValue({ value, children }: { readonly value: Json; readonly children: string }) {
  return (
    <span className="conflict-value">
      {imagesIn(value).map((url) => (
        <img key={url} src={smallImageUrl(url)} alt="" width={48} height={48} />
      ))}
      {children}
    </span>
  );
}

/** The addresses of the pictures in a value: itself or in its list. */
function imagesIn(value: Json): readonly string[] {
  const images: readonly Json[] = Array.isArray(value) ? value : [value];
  return images.flatMap((one) => (isObject(one) && typeof one.imgUrl === "string" ? [one.imgUrl] : []));
}
