import { expect, test } from "vitest";
import { cellMessage } from "../../../src/admin/list/list-cell.tsx";

test("a cell says what its manifest says, unless the entity or messages.json say it otherwise", () => {
  const entity = { "stars.one": "One star of this entity" };
  const english = {
    "stars.none": "No stars",
    "stars.one": "One star",
    "other.none": "Nothing",
    "cell.yes": "Yes",
  };
  const say = cellMessage([entity, english, { "stars.many": "{count} stars" }]);
  expect(say("stars", "none")).toBe("No stars");
  expect(say("stars", "one")).toBe("One star of this entity");
  expect(say("stars", "cell.yes")).toBe("Yes");
  expect(say("stars", "many", { count: 3 })).toBe("3 stars");
  expect(say("moons", "none")).toBe("none");
});
