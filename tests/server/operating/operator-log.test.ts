import { expect, it } from "vitest";
import { type LogFormat, makeOperatorLog } from "../../../src/server/operating/operator-log.ts";

const TIME = "2026-01-02T03:04:05.000Z";

function told(format: LogFormat) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const log = makeOperatorLog({
    format,
    effects: { now: () => new Date(TIME) },
    writeLine: (line) => lines.push(line),
    writeNote: (text) => notes.push(text),
  });
  log.line("request", { id: "a1", route: "/api/{id}", ms: 1.5, account: undefined, code: null });
  log.line("config", { files: "a b=c\nevent=login" });
  log.note("broken\nin two lines");
  return { lines, notes };
}

it("as text: plain values as they are, all else so that it begins no line and no fact", () => {
  expect(told("text")).toEqual({
    lines: [`${TIME} request id=a1 route=/api/{id} ms=1.5`, `${TIME} config files="a b=c\\nevent=login"`],
    notes: ["broken\nin two lines"],
  });
});

it("as JSON: each line is an object, free text too", () => {
  const { lines, notes } = told("json");
  expect([...lines, ...notes].map((line) => JSON.parse(line))).toEqual([
    { time: TIME, event: "request", id: "a1", route: "/api/{id}", ms: 1.5, code: null },
    { time: TIME, event: "config", files: "a b=c\nevent=login" },
    { time: TIME, event: "note", text: "broken\nin two lines" },
  ]);
});

it("off: unexpected errors alone", () => {
  expect(told("off")).toEqual({ lines: [], notes: ["broken\nin two lines"] });
});
