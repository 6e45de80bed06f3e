import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useReturn } from "../../../src/admin/list/use-return.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const before = { query: "", top: 700, opened: "b" };

function List({ ids, isCurrent = false }: { readonly ids: readonly string[]; readonly isCurrent?: boolean }) {
  const rows = useRef<HTMLUListElement>(null);
  useReturn({ before, isDrawn: ids.length > 0, isCurrent, rows });
  return (
    <ul ref={rows}>
      {ids.map((id) => (
        <li key={id} data-record={id}>
          <a href={`/${id}`}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

it("a list is scrolled to where it was left once there are rows, and never again", () => {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const { rerender } = render(<List ids={[]} />);
  expect(scrolled).not.toHaveBeenCalled();
  rerender(<List ids={["a"]} />);
  expect(scrolled.mock.calls).toEqual([[0, 700]]);
  rerender(<List ids={["a", "b"]} isCurrent />);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it("the row comes into sight and has the focus when it is there, once; one that did not come is not waited for", () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const seen = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const { rerender, getByText, unmount } = render(<List ids={["a"]} />);
  expect(seen).not.toHaveBeenCalled();
  rerender(<List ids={["a", "b"]} />);
  expect(seen).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(getByText("b"));
  getByText("a").focus();
  rerender(<List ids={["b", "a"]} isCurrent />);
  expect([seen.mock.calls.length, document.activeElement]).toEqual([1, getByText("a")]);
  unmount();
  const { rerender: again } = render(<List ids={["a"]} isCurrent />);
  again(<List ids={["a", "b"]} isCurrent />);
  expect(seen).toHaveBeenCalledTimes(1);
});
