import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { vi } from "vitest";
import { Combobox } from "../../src/plugin/combobox.tsx";
import type { ComboboxProps } from "../../src/plugin/use-combobox.ts";
import { HostContext } from "../../src/plugin/use-host.ts";
import { makeAnsweringHost } from "../../src/workbench/harness/recording-host.ts";

export const CITIES = [
  "Taipei",
  "Tainan",
  "Taichung",
  "Keelung",
  "Hsinchu",
  "Chiayi",
  "Yilan",
  "Hualien",
  "Penghu",
  "Kinmen",
];
export const optionsOf = (names: readonly string[]) =>
  names.map((name) => ({ value: name.toLowerCase(), label: name }));

const form = {
  getRecord: () => ({}),
  subscribeRecord: () => () => {},
  holdUntilSave() {},
  onRestored: () => () => {},
  field: () => ({ label: "City" }),
};

/** A box that finds cities by what is typed, as its callers do. */
export function show(given: Partial<ComboboxProps> = {}) {
  const onChange = vi.fn();
  const onSearch = vi.fn();
  const onBlur = vi.fn();
  let set: (props: Partial<ComboboxProps>) => void = () => {};
  function Cities() {
    const [own, setOwn] = useState(given);
    const [search, setSearch] = useState("");
    set = (props) => act(() => setOwn((before) => ({ ...before, ...props })));
    const found = CITIES.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
    return (
      <Combobox
        id="city"
        label="City"
        value={null}
        text=""
        options={optionsOf(found)}
        empty="None"
        clearable={false}
        required={false}
        disabled={false}
        readOnly={false}
        invalid={false}
        describedBy={undefined}
        placeholder={undefined}
        {...own}
        onSearch={(text) => {
          onSearch(text);
          setSearch(text ?? "");
        }}
        onChange={onChange}
        onBlur={onBlur}
      />
    );
  }
  render(
    <HostContext value={makeAnsweringHost({}, form)}>
      <Cities />
      <button type="button">Elsewhere</button>
    </HostContext>,
  );
  const box = screen.getByRole<HTMLInputElement>("combobox");
  return {
    box,
    onChange,
    onSearch,
    onBlur,
    set: (props: Partial<ComboboxProps>) => set(props),
    person: userEvent.setup(),
    labels: () => screen.queryAllByRole("option").map(({ textContent }) => textContent),
    isOpen: () => box.getAttribute("aria-expanded") === "true",
    /** The option that Enter would choose. */
    marked: () => {
      const id = box.getAttribute("aria-activedescendant");
      return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined);
    },
  };
}
