import { render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorBoundaries } from "../../../src/admin/services/error-boundary.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

function ThrowsAsItGoes() {
  useEffect(
    () => () => {
      throw new Error("broken in a clean-up");
    },
    [],
  );
  return <p>First</p>;
}

test("what goes and throws takes nothing with it: not what comes in its place, not what stands around", () => {
  // React notes what it caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const draw = (key: string, item: React.ReactNode) => (
    <main>
      <ErrorBoundaries items={new Map([[key, item]])} broken={() => <p>Broken</p>} />
    </main>
  );
  const { rerender } = render(draw("first", <ThrowsAsItGoes />));
  rerender(draw("second", <p>Second</p>));
  expect(screen.getByText("Second").parentElement?.textContent).toBe("Second");
  rerender(draw("first", <p>First again</p>));
  expect(screen.getByText("First again").parentElement?.textContent).toBe("First again");
});
