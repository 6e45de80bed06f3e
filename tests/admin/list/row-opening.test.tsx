import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useRowOpening } from "../../../src/admin/list/row-opening.ts";
import { FrameContext } from "../../../src/admin/shell/screen-heading.tsx";

const opened: string[] = [];

function Row() {
  const link = useRef<HTMLAnchorElement>(null);
  const opening = useRowOpening(link);
  return (
    <div {...opening}>
      <a
        ref={link}
        href="/one"
        onClick={(event) => {
          event.preventDefault();
          opened.push("here");
        }}
      >
        One
      </a>
      <span>text</span>
      <button type="button">own</button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps a press for itself */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press for itself */}
      <i onClick={(event) => event.preventDefault()}>taken</i>
    </div>
  );
}

beforeEach(() => {
  opened.length = 0;
  vi.spyOn(window, "open").mockImplementation((address, target, features) => {
    opened.push(`${new URL(String(address)).pathname} ${target} ${features}`);
    return null;
  });
});
afterEach(() => void vi.restoreAllMocks());

const TAB = "/one _blank noopener";

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
  "a press with %o opens another tab, one without a key opens the record here",
  (key) => {
    render(<Row />);
    fireEvent.click(screen.getByText("text"), key);
    expect(opened).toEqual([TAB]);
    fireEvent.click(screen.getByText("text"));
    expect(opened).toEqual([TAB, "here"]);
  },
);

it("the middle button opens another tab, and does nothing else; a third one opens none", () => {
  render(<Row />);
  const press = (text: string, button: number) => {
    const event = new MouseEvent("auxclick", { button, bubbles: true, cancelable: true });
    fireEvent(screen.getByText(text), event);
    return event.defaultPrevented;
  };
  expect(press("text", 1)).toBe(true);
  expect(opened).toEqual([TAB]);
  expect([press("text", 2), press("own", 1)]).toEqual([false, false]);
  expect(opened).toEqual([TAB]);
});

it("a press on a control, or that something in the row took for itself, opens nothing", () => {
  render(<Row />);
  fireEvent.click(screen.getByText("own"));
  fireEvent.click(screen.getByText("taken"));
  expect(opened).toEqual([]);
});

it("in a preview nothing opens", () => {
  render(
    <FrameContext value={{ inner: true } as never}>
      <Row />
    </FrameContext>,
  );
  fireEvent.click(screen.getByText("text"));
  fireEvent.click(screen.getByText("text"), { ctrlKey: true });
  expect(opened).toEqual([]);
});
