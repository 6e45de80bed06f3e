import type { ReactNode } from "react";
import type { ListFilter } from "../../../model/list/list-filter.ts";
import { listedTexts } from "../../../record/listed-texts.ts";
import { ChosenBoxes, type FilterControlProps, OneOf, TypedText } from "./filter-controls.tsx";
import { DateRange } from "./filter-dates.tsx";
import { anyOf, chosenValues, emptiness, valueConditions } from "./filter-edit.ts";
import { NumberRange } from "./filter-numbers.tsx";
import { ReferredRecords } from "./filter-records.tsx";

/** One filter: what its value shall be, and whether there shall be one. */
export function FilterGroup({ filter, conditions, change, ...spoken }: FilterControlProps) {
  const { say, language } = spoken;
  const { field, kind, label } = filter;
  const empty = emptiness(conditions);
  const controls: Readonly<Record<ListFilter["kind"], () => ReactNode>> = {
    choice: () => <Choices {...value} />,
    boolean: () => <YesNo {...value} />,
    reference: () => <ReferredRecords {...value} />,
    number: () => <NumberRange {...value} />,
    date: () => <DateRange {...value} />,
    text: () => <Text {...value} />,
    filled: () => null,
  };
  const value: FilterControlProps = {
    ...spoken,
    filter,
    conditions: valueConditions(conditions),
    // What has a value is not empty.
    change: (values, typing) =>
      change(empty === false ? [...values, { field, op: "empty", value: false }] : values, typing),
  };
  const changeEmpty = (shall: boolean | undefined) => {
    const values = shall === true ? [] : value.conditions;
    change(shall === undefined ? values : [...values, { field, op: "empty", value: shall }]);
  };
  return (
    <fieldset className="filter-group" data-filter={field}>
      <legend>{label}</legend>
      {controls[kind]()}
      {(filter.mayBeEmpty || kind === "filled") && (
        <OneOf
          label={kind === "filled" ? undefined : say("filter.emptyOrNot")}
          value={empty}
          options={[
            { value: undefined, label: say("filter.any") },
            { value: false, label: say("filter.filled") },
            { value: true, label: say("filter.empty") },
          ]}
          language={language}
          change={changeEmpty}
        />
      )}
    </fieldset>
  );
}

function Choices({ filter: { field, values = [] }, conditions, change }: FilterControlProps) {
  const chosen = chosenValues(conditions);
  return (
    <ChosenBoxes
      options={values}
      chosen={chosen}
      change={(next) =>
        change(
          anyOf(
            field,
            values.map(({ value }) => value).filter((value) => next.includes(value)),
          ),
        )
      }
    />
  );
}

function YesNo({ filter: { field }, conditions, change, say, language }: FilterControlProps) {
  return (
    <OneOf
      value={conditions.find(({ op }) => op === "eq")?.value}
      options={[
        { value: undefined, label: say("filter.any") },
        { value: true, label: say("filter.yes") },
        { value: false, label: say("filter.no") },
      ]}
      language={language}
      change={(value) => change(value === undefined ? [] : [{ field, op: "eq", value }])}
    />
  );
}

function Text({ filter: { field, label }, conditions, change, language }: FilterControlProps) {
  const texts = chosenValues(conditions).map(String);
  return (
    <TypedText
      label={label}
      value={listedTexts(texts, language)}
      change={(text) => {
        change(anyOf(field, text.trim() === "" ? [] : [text.trim()]), field);
        return true;
      }}
    />
  );
}
