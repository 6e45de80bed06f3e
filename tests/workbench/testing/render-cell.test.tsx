import type { CellProps } from "admin";
import { renderCell } from "admin/widget-testing";
import { expect, test } from "vitest";
import { manifest } from "./note-widget.tsx";

test("renderCell draws in a table, with the manifest's sentences, and follows its value", () => {
  const cell = { ...manifest, kind: "cell" };
  const plugin = {
    cell: ({ value, message }: { value?: unknown; message(key: string, values?: object): string }) => (
      <b>
        {String(value)} {message("greet", { name: "Ann" })}
      </b>
    ),
  };
  const view = renderCell(plugin, cell, { value: 7, language: "nl" });
  expect(view.cell.textContent).toBe("7 Dag Ann, ");
  view.change(8);
  expect(view.cell.textContent).toBe("8 Dag Ann, ");
});

test("renderCell gives what a list gives, by default or as it is asked, and tells of missing messages", () => {
  const cell = { ...manifest, kind: "cell" };
  const plugin = {
    cell: ({ message, value: _, ...given }: CellProps) => (
      <b>{JSON.stringify({ ...given, said: message("forgotten") })}</b>
    ),
  };
  const asked: unknown[] = [];
  const given = (options: object) => {
    const view = renderCell(plugin, cell, { ...options, onAsked: (call) => asked.push(call) });
    const { now, ...rest } = JSON.parse(view.cell.textContent ?? "");
    return { rest, now };
  };
  const before = Date.now();
  const { rest, now } = given({});
  expect(rest).toEqual({
    options: { size: 2 },
    record: {},
    locale: "en-GB",
    language: "en",
    timeZone: "UTC",
    title: "Row",
    said: "forgotten",
  });
  expect(now).toBeGreaterThanOrEqual(before);
  expect(asked).toContainEqual({ what: "unknown sentence", key: "forgotten" });
  const own = {
    options: { size: 3 },
    labels: { a: "A" },
    record: { x: 1 },
    locale: "de",
    language: "nl",
    timeZone: "Asia/Taipei",
    title: "Gulls",
  };
  expect(given({ ...own, now: 7, messages: { forgotten: "Found" } })).toEqual({
    rest: { ...own, said: "Found" },
    now: 7,
  });
  expect(() => renderCell(plugin, cell, { options: { size: 0 } })).toThrow(
    'The cell "note" refuses these options',
  );
});
