import { useId } from "react";
import type { Entity } from "../../model/entity.ts";
import { ReferencePicker } from "../../plugin/reference-picker.tsx";
import { HostContext } from "../../plugin/use-host.ts";
import { dayOf } from "../../record/day.ts";
import { type HistoryAnswer, JOURNAL_EVENTS, RECORD_CHANGES } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { recordsOf, usePickerHost } from "../services/picker-host.ts";
import { type JournalFilters, NO_FILTERS } from "./journal-address.ts";

interface JournalFilterBarProps {
  readonly filters: JournalFilters;
  readonly go: (change: Partial<JournalFilters>) => void;
  readonly open: readonly OpenEntity[];
  /** Whose accounts can be chosen too. */
  readonly entries: HistoryAnswer["entries"];
  readonly say: Say;
}

/** By whom, of what, what was done, and when. */
export function JournalFilterBar({ filters, go, open, entries, say }: JournalFilterBarProps) {
  const { view } = useApp();
  const today = dayOf(new Date(), view.timeZone);
  const isToday = filters.from === today && filters.until === today;
  return (
    <fieldset className="journal-filters">
      <legend className="unseen">{say("journal.filters")}</legend>
      <AccountChoice value={filters.by} choose={(by) => go({ by })} open={open} entries={entries} say={say} />
      <Choice
        label={say("journal.entity")}
        all={say("journal.all")}
        value={filters.entity}
        choices={open.map(({ entity }) => [entity.id, entity.label])}
        choose={(entity) => go({ entity })}
      />
      <Choice
        label={say("journal.kind")}
        all={say("journal.all")}
        value={filters.kind}
        choices={[...RECORD_CHANGES, ...JOURNAL_EVENTS].map((kind) => [kind, say(`history.${kind}`)])}
        choose={(kind) => go({ kind })}
      />
      <Day label={say("journal.from")} value={filters.from} choose={(from) => go({ from })} />
      <Day label={say("journal.until")} value={filters.until} choose={(until) => go({ until })} />
      <button
        type="button"
        className="button"
        aria-pressed={isToday}
        onClick={() => go(isToday ? { from: "", until: "" } : { from: today, until: today })}
      >
        {say("journal.today")}
      </button>
      {Object.values(filters).some((value) => value !== "") && (
        <button type="button" className="button button-quiet" onClick={() => go(NO_FILTERS)}>
          {say("journal.clear")}
        </button>
      )}
    </fieldset>
  );
}

type ChoiceList = readonly (readonly [value: string, label: string])[];

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly choices: ChoiceList;
  readonly choose: (value: string) => void;
}

function Choice({ label, all, value, choices, choose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{all}</option>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Day({ label, value, choose }: Pick<ChoiceProps, "label" | "value" | "choose">) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        max="9999-12-31"
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
    </div>
  );
}

interface AccountChoiceProps {
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly open: readonly OpenEntity[];
  readonly entries: HistoryAnswer["entries"];
  readonly say: Say;
}

/** An account, found by the server; where this person may not list accounts, of those whose changes are shown. */
function AccountChoice({ open, entries, ...props }: AccountChoiceProps) {
  const { view, user } = useApp();
  const entity = open.find((one) => one.entity.id === view.accounts.entity)?.entity;
  if (entity !== undefined) return <AccountPicker entity={entity} {...props} />;
  const { value, choose, say } = props;
  const names = new Map([[user._id, user.username]]);
  for (const { by, byId } of entries)
    if (by !== null && byId !== null && !names.has(byId)) names.set(byId, by);
  if (value !== "" && !names.has(value)) names.set(value, value);
  const choices = [...names].sort(([, one], [, other]) => one.localeCompare(other, view.language));
  const label = say("journal.by");
  return <Choice label={label} all={say("journal.all")} value={value} choices={choices} choose={choose} />;
}

interface AccountPickerProps extends Pick<AccountChoiceProps, "value" | "choose" | "say"> {
  readonly entity: Entity;
}

function AccountPicker({ entity, value, choose, say }: AccountPickerProps) {
  const id = useId();
  const { view } = useApp();
  const host = usePickerHost({ entity, view, say });
  const label = say("journal.by");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <HostContext value={host}>
        <ReferencePicker
          id={id}
          label={label}
          value={value === "" ? undefined : value}
          reference={recordsOf(entity, false)}
          required={false}
          disabled={false}
          readOnly={false}
          invalid={false}
          describedBy={undefined}
          placeholder={say("journal.all")}
          onChange={(chosen) => choose(chosen ?? "")}
          onBlur={() => undefined}
        />
      </HostContext>
    </div>
  );
}
