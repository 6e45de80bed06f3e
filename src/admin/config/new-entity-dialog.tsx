import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { FieldLabel, focusFirstInvalid, InvalidNote } from "../public/text-field.tsx";
import { ENTITY_ID, type MenuGroup, suggestedId } from "./new-entity.ts";

export interface NewEntity {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  /** Index of the menu's group that it goes into. */
  readonly group: number;
}

interface NewEntityDialogProps {
  readonly groups: readonly MenuGroup[];
  /** Those that screens can speak, and the one of the page. */
  readonly languages: readonly string[];
  readonly language: string;
  /** Ids that there are. */
  readonly taken: ReadonlySet<string>;
  /** undefined: given up. */
  readonly onAnswer: (entity: NewEntity | undefined) => void;
}

/** Asks what a new kind of record is called, and where it stands in the menu. */
export function NewEntityDialog({ groups, languages, language: own, taken, onAnswer }: NewEntityDialogProps) {
  const say = useMessage();
  const key = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Until one is typed, it follows the name.
  const [typedId, setId] = useState<string>();
  const [label, setLabel] = useState("");
  const [language, setLanguage] = useState(own);
  const [group, setGroup] = useState(0);
  const [asked, setAsked] = useState(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const id = typedId ?? suggestedId(label);
  const wrongId = !ENTITY_ID.test(id)
    ? say("config.newIdWrong")
    : [...taken].some((one) => one.toLowerCase() === id)
      ? say("config.newIdTaken")
      : undefined;
  const wrongLabel = label.trim() === "" ? say("config.newLabelMissing") : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (wrongId !== undefined || wrongLabel !== undefined) return focusFirstInvalid(event.currentTarget);
    onAnswer({ id, label: label.trim(), language, group });
  };
  const input = (
    name: string,
    value: string,
    error: string | undefined,
    change: (value: string) => void,
  ) => ({
    id: `${key}-${name}`,
    className: "input",
    value,
    autoComplete: "off",
    "aria-invalid": asked && error !== undefined,
    "aria-describedby":
      asked && error !== undefined ? `${key}-${name}-error` : name === "id" ? `${key}-id-hint` : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
  });

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${key}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(undefined);
      }}
    >
      <form noValidate className="config-new" onSubmit={submit}>
        <h2 id={`${key}-title`}>{say("config.new")}</h2>
        <div className="field">
          <FieldLabel id={`${key}-label`} label={say("config.newLabel")} marked={undefined} />
          <input {...input("label", label, wrongLabel, setLabel)} />
          <InvalidNote id={`${key}-label`} error={asked ? wrongLabel : undefined} />
        </div>
        <div className="field">
          <FieldLabel id={`${key}-id`} label={say("config.newId")} marked={undefined} />
          <input {...input("id", id, wrongId, setId)} autoCapitalize="none" spellCheck={false} />
          {asked && wrongId !== undefined ? (
            <InvalidNote id={`${key}-id`} error={wrongId} />
          ) : (
            <p id={`${key}-id-hint`} className="config-quiet">
              {say("config.newIdWrong")}
            </p>
          )}
        </div>
        <div className="field">
          <FieldLabel id={`${key}-language`} label={say("config.newLanguage")} marked={undefined} />
          <select
            id={`${key}-language`}
            className="input"
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
          >
            {languages.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <FieldLabel id={`${key}-group`} label={say("config.newGroup")} marked={undefined} />
          <select
            id={`${key}-group`}
            className="input"
            value={group}
            onChange={({ target }) => setGroup(Number(target.value))}
          >
            {groups.map((one, index) => (
              <option key={one.label} value={index}>
                {one.label}
              </option>
            ))}
          </select>
        </div>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => onAnswer(undefined)}>
            {say("config.cancel")}
          </button>
          <button type="submit" className="button button-primary">
            {say("config.newMake")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
