import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { useKeptFocus } from "../../../src/admin/list/use-kept-focus.ts";

function Row({ name }: { readonly name: string }) {
  const element = useRef<HTMLLIElement>(null);
  useKeptFocus(element);
  return (
    <li ref={element}>
      <button type="button" className="row-action">
        {name}
      </button>
    </li>
  );
}

function Rows({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} />
        ))}
      </ul>
    </>
  );
}

test("a row that goes with the focus in it passes it on: to the next, to the one before, at last to the heading", () => {
  const { rerender } = render(<Rows names={["a", "b", "c"]} />);
  const show = (...names: readonly string[]) => rerender(<Rows names={names} />);
  act(() => screen.getByText("b").focus());
  show("a", "c");
  expect(document.activeElement).toBe(screen.getByText("c"));
  show("a");
  expect(document.activeElement).toBe(screen.getByText("a"));
  show();
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});

test("one that goes without it changes nothing", () => {
  const { rerender } = render(<Rows names={["a", "b"]} />);
  act(() => screen.getByText("a").focus());
  rerender(<Rows names={["a"]} />);
  expect(document.activeElement).toBe(screen.getByText("a"));
});
