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
