import { expect, it } from "vitest";
import { explainFaults } from "../../../src/compiler/shape/known-mistakes.ts";
import { APP_REPAIR, ENTITY_REPAIR, repairShape } from "../../../src/compiler/shape/repair-shape.ts";
import { makeShape } from "../../../src/compiler/shape/shape.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import { AppConfig } from "../../../src/model/app-config.ts";
import { EntityConfig } from "../../../src/model/entity-config.ts";
import { valueAt } from "../../../src/record/path.ts";
import { type Loose, libraryWith } from "../../model/library.ts";

/** What stands in place of each value, in turns. */
const WRONG: readonly unknown[] = [
  null,
  "title, year",
  7,
  [],
  { type: "string" },
  ["novel"],
  { field: "year", is: 1 },
  true,
  "",
  [{ value: "a", label: "A" }],
  { x: 1 },
];
/** What is added to each object, in turns: keys that mean something elsewhere. */
const ADDED: readonly (readonly [key: string, value: unknown])[] = [
  ["show", false],
  ["required", true],
  ["phone", { type: "string", title: "Phone" }],
  ["is", true],
  ["required", ["title"]],
  ["label", "Label"],
  ["when", { field: "year", empty: false }],
];

function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner).map((rest) => [key, ...rest]),
  ]);
}

it.each([
  ["entities/books.json", makeShape<EntityConfig>(EntityConfig), ENTITY_REPAIR],
  ["entities/loans.json", makeShape<EntityConfig>(EntityConfig), ENTITY_REPAIR],
  ["app.json", makeShape<AppConfig>(AppConfig), APP_REPAIR],
] as const)(
  "whatever is wrong in %s is explained, and what is suspected of it",
  async (path, shape, rules) => {
    const written: unknown = JSON.parse((await libraryWith()).get(path) ?? "");
    const told: string[] = [];
    const tell = (what: string, change: (around: Loose, key: string) => void, place: readonly string[]) => {
      const value: unknown = structuredClone(written);
      change(valueAt(value, place.slice(0, -1)), place.at(-1) ?? "");
      if (shape.accepts(value)) return;
      told.push(`# ${place.join("/")} ${what}`);
      for (const fault of explainFaults(shape.faults(value), value)) {
        const { code, path: at, message, hint = "", meant = "", part } = fault;
        told.push(`${code} ${at} ${part}: ${message} ${hint} ${meant}`.trim());
      }
      const repaired = atOnce(repairShape<unknown>(value, shape, rules));
      told.push(`suspected: ${repaired === undefined ? "the whole file" : repaired.suspected.join(" ")}`);
    };
    placesIn(written).forEach((place, index) => {
      const wrong = WRONG[index % WRONG.length];
      const set = (around: Loose, key: string) => {
        around[key] = structuredClone(wrong);
      };
      if (index % 5 === 0) tell(JSON.stringify(wrong), set, place);
      const [key, value] = ADDED[index % ADDED.length] ?? ["", undefined];
      const isObject = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
      if (index % 2 === 0 && isObject(valueAt(written, place)))
        tell(`with ${key}`, (around, last) => Object.assign(around[last], { [key]: value }), place);
    });
    expect(told.join("\n")).toMatchSnapshot();
  },
);
