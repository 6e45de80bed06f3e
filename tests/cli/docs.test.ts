import { expect, it } from "vitest";
import { withPart, withPluginTables, withTokenTable } from "../../src/cli/docs.ts";
import type { OptionSchema } from "../../src/model/option-schema.ts";
import { manifest } from "../model/library.ts";

const part = (name: string, inner = "") => `<!-- ${name} -->${inner}<!-- /${name} -->`;

it("a generated part stands between its marks, and the rest of the page stays", () => {
  expect(withPart(`before ${part("x", "old")} after`, "x", "new")).toBe(
    "before <!-- x -->\n\nnew\n<!-- /x --> after",
  );
  for (const page of ["<!-- /x -->", "<!-- x -->", "<!-- /x --><!-- x -->"])
    expect(() => withPart(page, "x", "new"), page).toThrow("The page has no <!-- ");
});

it("plugins are listed by their folders, those of the product by themselves, each with its options", () => {
  const said = { title: "Title", description: "What it is." };
  const properties: Record<string, OptionSchema> = {
    needed: { ...said, type: "string", format: "field", examples: ["name"] },
    usual: { type: "integer", title: "Only a title", default: 3 },
    list: { description: "Only a description.", type: "array", items: { type: "boolean" } },
    texts: { ...said, type: "array", items: { type: "string" } },
    any: { ...said, type: "array" },
    parts: { ...said, type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
    bare: { ...said, type: "object" },
    either: { ...said, anyOf: [{ type: "string", enum: ["a|b", 1] }, { type: "number" }] },
  };
  const options = { type: "object" as const, required: ["needed", "usual"], properties };
  const page = withPluginTables(`${part("installed-plugins")}${part("stock-plugins")}`, [
    { folder: "plugins/two", manifest: manifest("cell", "two", ["string", "date"]) },
    { folder: "src/stock/widgets/stock", manifest: manifest("widget", "stock", ["boolean"]) },
    { folder: "plugins/one", manifest: manifest("widget", "one", ["string"], { options }) },
  ]);
  const [installed = "", stock = ""] = page.split("<!-- stock-plugins -->");
  const rows = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows(stock)).toEqual(["| `stock` | widget | boolean | stock for tests |"]);
  expect(rows(installed)).toEqual([
    "| `one` | widget | string | one for tests |",
    "| `two` | cell | string, date | two for tests |",
    '| `one` (widget) | `needed` | text (field) | must be given | Title. What it is. | `"name"` |',
    "| `one` (widget) | `usual` | whole number | `3` | Only a title. |  |",
    "| `one` (widget) | `list` | list of yes or no |  | Only a description. |  |",
    "| `one` (widget) | `texts` | list of texts |  | Title. What it is. |  |",
    "| `one` (widget) | `any` | list |  | Title. What it is. |  |",
    "| `one` (widget) | `parts` | object with `a`, `b` |  | Title. What it is. |  |",
    "| `one` (widget) | `bare` | object |  | Title. What it is. |  |",
    '| `one` (widget) | `either` | `"a\\|b"` or `1` or number |  | Title. What it is. |  |',
  ]);
});

it("a variable of the look is listed with its size, where it is one, beside what the comment above it says", () => {
  const css =
    ":root {\n  /* Spaces */\n  --gap: 8px;\n  --gap-wide: calc(\n    2 * 8px\n  );\n\n  /* Ink */\n  --ink: #111;\n}\n";
  expect(withTokenTable(part("tokens"), css)).toContain(
    "| `--gap` 8px, `--gap-wide` | Spaces |\n| `--ink` | Ink |\n",
  );
});
