import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { inverseKey, partAt, type ScreenPart } from "../../../src/admin/config/screen-part.ts";

const PARTS: readonly ScreenPart[] = [
  { field: "book", label: "Book" },
  { field: "member", inverse: "loans", label: "Loans of this member" },
  { field: "book", inverse: "loans", label: "Loans of this book" },
];

it("what is pressed of a list below a form is the list; what is there to be used is used", () => {
  render(
    <>
      <p data-path="book">Field</p>
      <section data-inverse={inverseKey("loans", "book")}>
        <h2>Heading</h2>
        <table>
          <tbody>
            <tr>
              <td>Cell</td>
              <td>
                <a href="/loans">L-0001</a>
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </>,
  );
  const pressed = (text: string) => {
    const found = partAt(screen.getByText(text), PARTS);
    return [found?.part.label, found?.isUsed];
  };
  expect(pressed("Field")).toEqual(["Book", false]);
  expect(pressed("Heading")).toEqual(["Loans of this book", false]);
  expect(pressed("Cell")).toEqual(["Loans of this book", false]);
  expect(pressed("L-0001")).toEqual(["Loans of this book", true]);
});

it("a tile and a filter are found by their name, a field by its path, whichever item it is of", () => {
  const parts: readonly ScreenPart[] = [
    { field: "Books", tile: true, label: "Books" },
    { field: "shelf", filter: true, label: "Filters › Shelf" },
    { field: "slots.*.name", label: "Slots › Name" },
    { field: "genre", label: "Genre" },
  ];
  render(
    <>
      <div data-tile="Books">
        <a href="/books">Tile</a>
      </div>
      <div data-filter="shelf">
        <span>Filter</span>
      </div>
      <div data-path="slots.3.name">
        <span>Name</span>
        <span className="form-field-control">Control</span>
      </div>
      <p data-path="genre">
        <button type="button">Button</button>
      </p>
      <p data-path="gone">Gone</p>
      <p data-filter="gone">Nowhere</p>
    </>,
  );
  const pressed = (text: string) => {
    const found = partAt(screen.getByText(text), parts);
    return [found?.part.label, found?.isUsed];
  };
  expect(pressed("Tile")).toEqual(["Books", false]);
  expect(pressed("Filter")).toEqual(["Filters › Shelf", true]);
  expect(pressed("Name")).toEqual(["Slots › Name", false]);
  expect(pressed("Control")).toEqual(["Slots › Name", true]);
  expect(pressed("Button")).toEqual(["Genre", true]);
  expect([pressed("Gone"), pressed("Nowhere")]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it("a column without headings is found by its place", () => {
  const parts: readonly ScreenPart[] = [
    { field: "title", column: 0, label: "Title" },
    { field: "year", column: 1, label: "Year" },
    { field: "Year", label: "Year" },
  ];
  render(
    <table>
      <tbody>
        <tr>
          <td>first</td>
          <td>second</td>
          <td>third</td>
        </tr>
      </tbody>
    </table>,
  );
  const field = (text: string) => partAt(screen.getByText(text), parts)?.part.field;
  expect(["first", "second", "third"].map(field)).toEqual(["title", "year", undefined]);
});
