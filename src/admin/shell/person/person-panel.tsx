import "./person-panel.css";
import { type CSSProperties, type RefObject, useId, useState } from "react";
import { AS_DEVICE } from "../../../wire/preferences.ts";
import type { Say } from "../../messages/say.ts";
import { useApp } from "../../services/app-context.tsx";
import { usePreference } from "../../services/preferences.ts";
import { CloseIcon } from "../glyphs.tsx";
import { Modal } from "../modal.tsx";

interface PersonPanelProps {
  readonly say: Say;
  readonly close: () => void;
  /** The one that opened it. */
  readonly button: RefObject<HTMLElement | null>;
}

/** What a person chooses for themselves: language and colours. Each applies at once, and is stored with the account. */
export default function PersonPanel({ say, close, button }: PersonPanelProps) {
  const { languages } = useApp().view;
  const [language, chooseLanguage] = usePreference("language");
  const [theme, chooseTheme] = usePreference("theme");
  const title = useId();
  const [place] = useState(() => placeBelow(button.current));
  return (
    <Modal
      className="person-panel"
      style={place}
      aria-labelledby={title}
      onCancel={close}
      // A press beside the box of a modal dialog has the dialog as its target.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="person-panel-box">
        <div className="person-panel-head">
          <h2 id={title}>{say("person.settings")}</h2>
          <button type="button" className="icon-button" aria-label={say("view.close")} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        {languages.length > 1 && (
          <Choices
            label={say("person.language")}
            chosen={typeof language === "string" ? language : undefined}
            choose={chooseLanguage}
            choices={[
              { value: undefined, label: say("person.languageUsual") },
              ...languages.map((tag) => ({ value: tag, label: ownName(tag), lang: tag })),
              { value: AS_DEVICE, label: say("person.device") },
            ]}
          />
        )}
        <Choices
          label={say("person.theme")}
          chosen={typeof theme === "string" ? theme : AS_DEVICE}
          choose={chooseTheme}
          choices={[
            { value: "light", label: say("person.light") },
            { value: "dark", label: say("person.dark") },
            { value: AS_DEVICE, label: say("person.device") },
          ]}
        />
      </div>
    </Modal>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly choose: (value: string | undefined) => void;
  readonly choices: readonly {
    /** undefined: nothing is chosen. */
    readonly value: string | undefined;
    readonly label: string;
    readonly lang?: string;
  }[];
}

function Choices({ label, chosen, choose, choices }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="person-choices">
      <legend>{label}</legend>
      {choices.map(({ value, label, lang }) => (
        <label key={value ?? ""}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          <span lang={lang}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A language as those who speak it write it. */
function ownName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Below the button, its right edge at the button's; a narrow window has it at its foot, by CSS. */
function placeBelow(button: HTMLElement | null): CSSProperties {
  const { bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {};
  const place = {
    "--person-panel-top": `${bottom + 4}px`,
    "--person-panel-right": `${window.innerWidth - right}px`,
  };
  return place as CSSProperties;
}
