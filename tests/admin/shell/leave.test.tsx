import { render } from "@testing-library/react";
import { type ReactNode, useContext, useLayoutEffect } from "react";
import { expect, it } from "vitest";
import { LeaveContext, type LeaveSlot, useLeaveGuard } from "../../../src/admin/shell/leave.tsx";

function Guarded({ asks }: { readonly asks: boolean }) {
  useLeaveGuard("Birds", asks ? async () => false : undefined);
  return null;
}

/** Tells who would be asked before a step that is made as soon as this screen is there. */
function Next({ tell }: { readonly tell: (name: string | undefined) => void }) {
  const slot = useContext(LeaveContext);
  useLayoutEffect(() => tell(slot.current?.name), [slot, tell]);
  return null;
}

it("a step that follows at once on leaving a screen does not ask about it", () => {
  const slot: LeaveSlot = { current: undefined };
  const { rerender } = render(<Guarded asks />, { wrapper: provided(slot) });
  expect(slot.current?.name).toBe("Birds");
  const told: (string | undefined)[] = [];
  rerender(<Next tell={(name) => void told.push(name)} />);
  expect(told).toEqual([undefined]);
});

it("a screen that has nothing unsaved any more is not asked about", () => {
  const slot: LeaveSlot = { current: undefined };
  const { rerender } = render(<Guarded asks />, { wrapper: provided(slot) });
  expect(slot.current?.name).toBe("Birds");
  rerender(<Guarded asks={false} />);
  expect(slot.current).toBeUndefined();
});

const provided =
  (slot: LeaveSlot) =>
  ({ children }: { readonly children: ReactNode }) => <LeaveContext value={slot}>{children}</LeaveContext>;
