import { type FormEvent, useId, useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { ChoiceField, controlAttributes, focusFirstInvalid, LabelledField } from "../public/text-field.tsx";
import { Modal } from "../shell/modal.tsx";
import { ENTITY_ID, type MenuGroup, suggestedId } from "./new-entity.ts";

export interface NewEntity {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  /** Index of its group in the menu. */
  readonly group: number;
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

/** Asks for the name, id, language and menu group of a new kind of record. */
export function NewEntityDialog({ groups, languages, language: own, taken, onAnswer }: NewEntityDialogProps) {
  const say = useMessage();
  const key = useId();
  // undefined: derived from the label.
  const [typedId, setId] = useState<string>();
  const [label, setLabel] = useState("");
  const [language, setLanguage] = useState(own);
  const [group, setGroup] = useState(0);
  const [asked, setAsked] = useState(false);
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
  const namedId = { id: `${key}-id`, label: say("config.newId"), error: asked ? wrongId : undefined };
  const named = { id: `${key}-label`, label: say("config.newLabel"), error: asked ? wrongLabel : undefined };

  return (
    <Modal className="dialog" aria-labelledby={`${key}-title`} onCancel={() => onAnswer(undefined)}>
      <form noValidate className="config-new" onSubmit={submit}>
        <h2 id={`${key}-title`}>{say("config.new")}</h2>
        <LabelledField {...named}>
          <input
            {...controlAttributes(named)}
            value={label}
            autoComplete="off"
            onChange={({ target }) => setLabel(target.value)}
          />
        </LabelledField>
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
            <p id={`${key}-id-hint`} className="config-quiet">
              {say("config.newIdWrong")}
            </p>
          )}
        </LabelledField>
        <ChoiceField
          id={`${key}-language`}
          label={say("config.newLanguage")}
          error={undefined}
          value={language}
          choices={languages.map((one) => ({ value: one, label: one }))}
          onChange={setLanguage}
        />
        <ChoiceField
          id={`${key}-group`}
          label={say("config.newGroup")}
          error={undefined}
          value={String(group)}
          choices={groups.map((one, index) => ({ value: String(index), label: one.label }))}
          onChange={(index) => setGroup(Number(index))}
        />
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
