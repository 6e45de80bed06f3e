import { expect, it, vi } from "vitest";
import { makeChanges } from "../../../src/admin/services/changes.ts";

it("a page says with every second beat that it is there, and what it has open", () => {
  const tellOpen = vi.fn(async () => undefined);
  const changes = makeChanges(tellOpen);
  changes.tell({ position: 1, stream: "one", config: "c" });
  changes.tell({ position: 1 });
  changes.tell({ position: 2, lists: ["books"] });
  expect(tellOpen).not.toHaveBeenCalled();
  changes.tell({ position: 2 });
  expect(tellOpen.mock.calls).toEqual([["one", null]]);
  const place = { entity: "books", _id: "b1" };
  changes.open(place);
  tellOpen.mockClear();
  for (let beat = 0; beat < 4; beat += 1) changes.tell({ position: 2 });
  expect(tellOpen.mock.calls).toEqual([
    ["one", place],
    ["one", place],
  ]);
});
