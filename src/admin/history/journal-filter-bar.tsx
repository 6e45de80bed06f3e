import { useId } from "react";
import useSWR from "swr";
import { dayOf } from "../../record/day.ts";
import { recordTitle } from "../../record/title.ts";
import { type HistoryAnswer, JOURNAL_EVENTS, RECORD_CHANGES } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { listRecords } from "../api/records.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { useClient } from "../services/services.ts";
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
  const accounts = useAccounts(open, entries, filters.by);
  const today = dayOf(new Date(), view.timeZone);
  const isToday = filters.from === today && filters.until === today;
  return (
    <fieldset className="journal-filters">
      <legend className="unseen">{say("journal.filters")}</legend>
      <Choice
        label={say("journal.by")}
        all={say("journal.all")}
        value={filters.by}
        choices={accounts}
        choose={(by) => go({ by })}
      />
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

/** More are found by their names in the entries. */
const MAX_ACCOUNTS = 100;

/** The accounts that this person may see, and those whose changes are shown. */
function useAccounts(
  open: readonly OpenEntity[],
  entries: HistoryAnswer["entries"],
  chosen: string,
): ChoiceList {
  const { view, user } = useApp();
  const client = useClient();
  const entity = open.find((one) => one.entity.id === view.accounts.entity)?.entity;
  const { data } = useSWR(
    entity === undefined ? null : ["journal-accounts", entity.id, view.hash],
    () =>
      entity &&
      listRecords(client, entity, {
        page: 1,
        limit: MAX_ACCOUNTS,
        nameQuery: "",
        sortField: "",
        sortOrder: "",
      }),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const names = new Map([[user._id, user.username]]);
  if (entity !== undefined)
    for (const record of data?.records ?? []) names.set(record._id, recordTitle(entity, record, view));
  for (const { by, byId } of entries)
    if (by !== null && byId !== null && !names.has(byId)) names.set(byId, by);
  if (chosen !== "" && !names.has(chosen)) names.set(chosen, chosen);
  return [...names].sort(([, one], [, other]) => one.localeCompare(other, view.language));
}
