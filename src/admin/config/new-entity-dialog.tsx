import { type FormEvent, useId, useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { ChoiceField, controlAttributes, focusFirstInvalid, LabelledField } from "../public/text-field.tsx";
import { Modal } from "../shell/modal.tsx";
import { ENTITY_ID, type EntityNames, hasPlural, type MenuGroup, suggestedId } from "./new-entity.ts";

export interface NewEntity extends EntityNames {
  /** Of the menu; undefined if it has none that could take the entity. */
  readonly group: MenuGroup | undefined;
}

interface NewEntityDialogProps {
  readonly groups: readonly MenuGroup[];
  /** Those that a screen may have, and the one of this page. */
  readonly languages: readonly string[];
  readonly language: string;
  readonly taken: ReadonlySet<string>;
  /** undefined: cancelled. */
  readonly onAnswer: (entity: NewEntity | undefined) => void;
}

/** Asks for the names of a new kind of record in words, for its language and its menu group. */
export function NewEntityDialog({ groups, languages, language: own, taken, onAnswer }: NewEntityDialogProps) {
  const say = useMessage();
  const key = useId();
  // undefined: derived from the names.
  const [typedId, setId] = useState<string>();
  const [label, setLabel] = useState("");
  const [typedPlural, setPlural] = useState("");
  const [language, setLanguage] = useState(own);
  const [group, setGroup] = useState(0);
  const [asked, setAsked] = useState(false);
  const plural = hasPlural(language) ? typedPlural : label;
  const id = typedId ?? suggestedId(plural);
  const wrongId = !ENTITY_ID.test(id)
    ? say("config.newIdWrong")
    : [...taken].some((one) => one.toLowerCase() === id)
      ? say("config.newIdTaken")
      : undefined;
  const wrongName = (name: string) => (name.trim() === "" ? say("config.newLabelMissing") : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (wrongId !== undefined || wrongName(label) !== undefined || wrongName(plural) !== undefined)
      return focusFirstInvalid(event.currentTarget);
    onAnswer({ id, label: label.trim(), plural: plural.trim(), language, group: groups[group] });
  };
  const namedId = { id: `${key}-id`, label: say("config.newId"), error: asked ? wrongId : undefined };
  const nameField = (part: string, title: string, value: string, change: (value: string) => void) => {
    const field = { id: `${key}-${part}`, label: title, error: asked ? wrongName(value) : undefined };
    return (
      <LabelledField {...field}>
        <input
          {...controlAttributes(field)}
          lang={language}
          value={value}
          autoComplete="off"
          onChange={({ target }) => change(target.value)}
        />
      </LabelledField>
    );
  };

  return (
    <Modal className="dialog" aria-labelledby={`${key}-title`} onCancel={() => onAnswer(undefined)}>
      <form noValidate className="config-new" onSubmit={submit}>
        <h2 id={`${key}-title`}>{say("config.new")}</h2>
        {languages.length > 1 && (
          <ChoiceField
            id={`${key}-language`}
            label={say("config.newLanguage")}
            error={undefined}
            value={language}
            choices={languages.map((one) => ({ value: one, label: languageName(one) }))}
            onChange={setLanguage}
          />
        )}
        {nameField("label", say("config.newLabel"), label, setLabel)}
        {hasPlural(language) && nameField("plural", say("config.newPlural"), typedPlural, setPlural)}
        <LabelledField {...namedId}>
          <input
            {...controlAttributes(namedId)}
            aria-describedby={`${key}-id-${namedId.error === undefined ? "hint" : "error"}`}
            value={id}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setId(target.value)}
          />
          {namedId.error === undefined && (
            <p id={`${key}-id-hint`} className="config-new-hint">
              {say("config.newIdWrong")}
            </p>
          )}
        </LabelledField>
        {groups.length > 0 && (
          <ChoiceField
            id={`${key}-group`}
            label={say("config.newGroup")}
            error={undefined}
            value={String(group)}
            choices={groups.map((one, index) => ({ value: String(index), label: one.label }))}
            onChange={(index) => setGroup(Number(index))}
          />
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => onAnswer(undefined)}>
            {say("config.cancel")}
          </button>
          <button type="submit" className="button button-primary">
            {say("config.newMake")}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** A language as those who speak it call it. */
function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}
