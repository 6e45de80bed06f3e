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
