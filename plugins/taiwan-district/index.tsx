import {
  Combobox,
  type ComboboxOption,
  definePlugin,
  type Json,
  useHost,
  useSibling,
  type WidgetProps,
} from "admin";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cities, districtsOf, matches } from "./districts.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";

type Props = WidgetProps<Value, Options>;

const cityOptions: readonly ComboboxOption[] = cities.map((city) => ({ value: city, label: city }));

function TaiwanDistrict(props: Props): ReactNode {
  if (props.options.part === "district") return <DistrictPicker {...props} />;
  return <Picker {...props} choices={cityOptions} />;
}

function DistrictPicker(props: Props): ReactNode {
  const host = useHost<MessageKey>();
  const city = useSibling(props.options.cityField);
  useClearedWith(city, props);
  const districts = districtsOf(city);
  const choices = (districts ?? []).map(({ name, zip }) => ({ value: name, label: `${zip} ${name}` }));
  return (
    <Picker {...props} choices={choices} {...(districts ? {} : { empty: host.message("chooseCity") })} />
  );
}

/**
 * Clears the district when the city changes. A record that is loaded has its own district: then there was no city before, or
 * `updatedAt` changes too.
 */
function useClearedWith(city: Json | undefined, { path, value, onChange }: Props): void {
  const stored = useSibling(path);
  const version = useSibling("updatedAt");
  const before = useRef({ city, version });
  useEffect(() => {
    const last = before.current;
    before.current = { city, version };
    const changed = last.city !== city && last.version === version && isText(last.city);
    // The record may have changed since the last render, so its present value counts too.
    if (changed && isText(value) && isText(stored)) onChange(null);
  }, [city, version, value, stored, onChange]);
}

function isText(value: Json | undefined): boolean {
  return value !== null && value !== undefined && value !== "";
}

function Picker({
  choices,
  empty,
  value,
  ...props
}: Props & { readonly choices: readonly ComboboxOption[]; readonly empty?: string }): ReactNode {
  const host = useHost<MessageKey>();
  const [search, setSearch] = useState<string>();
  const typed = search ?? "";
  const chosen = value === null || value === undefined ? "" : asText(value);
  return (
    <Combobox
      id={props.id}
      label={props.label}
      value={chosen === "" ? null : chosen}
      text={choices.find((choice) => choice.value === chosen)?.label ?? chosen}
      options={choices.filter((choice) => matches(choice.label, typed))}
      empty={empty ?? host.message("picker.noMatch", { search: typed })}
      clearable={!props.required}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      placeholder={props.placeholder}
      onSearch={setSearch}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}

/** A stored value that is no text is shown too. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export default definePlugin({ widget: TaiwanDistrict });
