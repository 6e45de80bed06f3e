import { act, render, screen } from "@testing-library/react";
import { useMemo } from "react";
import { MemoryRouter, useSearchParams } from "react-router-dom";
import { expect, it } from "vitest";
import { type ChangeAddress, useAddressChange } from "../../../src/admin/shell/use-address-change.ts";

interface Days {
  readonly from: string;
  readonly until: string;
}

const query = ({ from, until }: Days) => `from=${from}&until=${until}`;

/** Shows the address, and hands out what changes it. */
function Screen({ opened }: { readonly opened: { change?: ChangeAddress<Days> } }) {
  const [params] = useSearchParams();
  const days = useMemo(
    () => ({ from: params.get("from") ?? "", until: params.get("until") ?? "" }),
    [params],
  );
  opened.change = useAddressChange(days, query);
  return <output>{query(days)}</output>;
}

function openScreen() {
  const opened: { change?: ChangeAddress<Days> } = {};
  render(
    <MemoryRouter>
      <Screen opened={opened} />
    </MemoryRouter>,
  );
  return {
    /** At once, before anything is drawn. */
    change: (...changes: readonly Partial<Days>[]) =>
      act(() => {
        const { change } = opened;
        for (const each of changes) change?.(each);
      }),
    shown: () => screen.getByRole("status").textContent,
  };
}

it("of two changes before the next drawing neither is lost", () => {
  const { change, shown } = openScreen();
  change({ from: "1" }, { until: "2" });
  expect(shown()).toBe("from=1&until=2");
});

it("a change after the drawing begins with what is drawn", () => {
  const { change, shown } = openScreen();
  change({ from: "1" }, { from: "" });
  change({ until: "2" });
  expect(shown()).toBe("from=&until=2");
});
