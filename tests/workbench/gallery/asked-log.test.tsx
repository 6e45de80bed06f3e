import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { AskedLog, askedLine, useAskedLines } from "../../../src/workbench/gallery/asked-log.tsx";

let note: ReturnType<typeof useAskedLines>["note"];
function Log() {
  const log = useAskedLines();
  note = log.note;
  return <AskedLog lines={log.lines} onClear={log.clear} />;
}
const noted = (...texts: readonly string[]) =>
  act(async () => {
    for (const text of texts) note({ box: "text", text });
  });
const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

it("has what was asked for, the last first, until it is cleared", async () => {
  render(<Log />);
  screen.getByText(/^Nothing yet/);
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  await noted("first", "second");
  expect(shown()).toEqual(["text second", "text first"]);
  expect(screen.queryByText(/^Nothing yet/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(shown()).toEqual([]);
});

it("keeps the last two hundred", async () => {
  render(<Log />);
  await noted(...Array.from({ length: 201 }, (_, index) => String(index)));
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([200, "text 200", "text 1"]);
});

it("says in words what was asked for", () => {
  const query = { entity: "authors", page: 2 };
  const signal = new AbortController().signal;
  const lines = [
    askedLine({ what: "unknown sentence", key: "greet" }),
    askedLine({ what: "unfilled sentence", key: "greet", text: "Hi {name}" }),
    askedLine({ what: "removal", fileName: "a.png" }),
    askedLine({ what: "upload", files: ["a.png", "b.png"], signal }),
    askedLine({ what: "references", query, signal }),
    askedLine({ what: "references", query: { ...query, search: "ann", sortField: "name" }, signal }),
    askedLine({ what: "references", query: { ...query, sortField: "born", sortOrder: "desc" }, signal }),
    askedLine({ what: "let go" }),
  ];
  expect(lines).toEqual([
    'A message that is missing: "greet"',
    'A message with an empty placeholder: "Hi {name}" (greet)',
    "Removal of a.png",
    "Upload: a.png, b.png",
    "Records of authors: page 2",
    'Records of authors: page 2, with "ann", by name asc',
    "Records of authors: page 2, by born desc",
    "Holds no work any more",
  ]);
});
