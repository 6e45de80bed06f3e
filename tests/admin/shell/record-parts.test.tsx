import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RecordStates, RecordThumb } from "../../../src/admin/shell/record-parts.tsx";

const picture = (name: string) => ({ imgUrl: `/api/images/${name}` });

it("a record is recognised by its picture, the first of several, which screen readers skip", () => {
  const { container, rerender } = render(<RecordThumb value={picture("a.png")} icon="book" />);
  const shown = () => container.querySelector("img");
  expect(shown()?.getAttribute("src")).toBe("/api/images/small/a.png");
  // It has its place before it is there, and is fetched once it is near.
  for (const [name, value] of [
    ["alt", ""],
    ["width", "48"],
    ["height", "48"],
    ["loading", "lazy"],
    ["decoding", "async"],
  ] as const)
    expect([name, shown()?.getAttribute(name)]).toEqual([name, value]);
  rerender(<RecordThumb value={[picture("b.png"), picture("c.png")]} icon="book" />);
  expect(shown()?.getAttribute("src")).toBe("/api/images/small/b.png");
});

it("by the glyph of its entity where there is none, or it does not come; another picture is tried again", () => {
  const { container, rerender } = render(<RecordThumb value={null} icon="book" />);
  const glyph = () => container.querySelector(".record-thumb-none i")?.className;
  expect(glyph()).toBe("pi pi-book");
  rerender(<RecordThumb value={[]} icon={undefined} />);
  expect(glyph()).toBe("pi pi-circle");
  rerender(<RecordThumb value={picture("a.png")} icon="book" />);
  expect(glyph()).toBeUndefined();
  fireEvent.error(container.querySelector("img") ?? document.body);
  expect(glyph()).toBe("pi pi-book");
  rerender(<RecordThumb value={picture("b.png")} icon="book" />);
  expect(glyph()).toBeUndefined();
});

it("a state is a word with a tone", () => {
  render(<RecordStates states={[{ label: "Lost", tone: "danger" }]} />);
  expect(screen.getByText("Lost").className).toBe("record-state record-state-danger");
});
