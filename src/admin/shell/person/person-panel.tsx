import "./person-panel.css";
import { useId } from "react";
import { AS_DEVICE } from "../../../wire/preferences.ts";
import { useApp } from "../../services/app-context.tsx";
import { usePreference } from "../../services/preferences.ts";
import { Panel, type PanelProps } from "../panel/panel.tsx";

/** What a person chooses for themselves: language and colours. Each applies at once, and is stored with the account. */
export default function PersonPanel(props: PanelProps) {
  const { say } = props;
  const { languages } = useApp().view;
  const [language, chooseLanguage] = usePreference("language");
  const [theme, chooseTheme] = usePreference("theme");
  return (
    <Panel {...props} title={say("person.settings")}>
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
    </Panel>
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
