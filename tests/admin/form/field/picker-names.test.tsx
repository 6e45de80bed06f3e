import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ReferencePicker } from "../../../../src/plugin/reference-picker.tsx";
import type { PluginLoader } from "../../../../src/plugin/registry.ts";
import { definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { library } from "../library.ts";
import { openLoadedForm, type Serve, STORED } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";

afterEach(cleanup);

const picker = definePlugin({
  widget: function Picker({ rules, ...props }: WidgetProps<string>) {
    return rules.reference && <ReferencePicker {...props} reference={rules.reference} />;
  },
});
const widgets: PluginLoader = (kind, name) =>
  name === "reference-select" ? Promise.resolve(picker) : testWidgets(kind, name);

const loan = (number: string, title: string | null) => ({
  ...STORED,
  _id: number,
  number,
  lentOn: "2026-03-01",
  book: title === null ? null : { _id: "b1", title },
});

test("a picker names the chosen record and the choices by a title that leads through a reference of theirs", async () => {
  const config = await library({
    "entities/reading-lists.json": (json) => {
      json.schema.properties.loan = { type: "string", title: "Loan", reference: { entity: "loans" } };
    },
  });
  const serve: Serve = ({ path }) => {
    if (path.startsWith("/api/rest/loans?")) {
      const loans = [loan("L-0001", "Gulls"), loan("L-0002", "Terns"), loan("L-0003", null)];
      return { status: 200, body: { loans, total: 3 } };
    }
    const isLoan = path.startsWith("/api/rest/loans/");
    // Only where it is asked for, the server answers the book in place of its _id.
    const named = path.includes("L-0002") ? loan("L-0002", "Terns") : loan("L-0001", "Gulls");
    const chosen = path.endsWith("?expand=title") ? named : { ...named, book: "b1" };
    return { status: 200, body: isLoan ? chosen : { ...STORED, name: "Sea", books: [], loan: "L-0001" } };
  };
  const { person } = await openLoadedForm("reading-lists", { config, widgets, serve, id: STORED._id });
  const box = screen.getByRole("combobox", { name: "Loan" });
  await waitFor(() => expect(box).toHaveProperty("value", "L-0001: Gulls"));
  await person.click(box);
  await screen.findByRole("option", { name: "L-0002: Terns" });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "L-0001: Gulls",
    "L-0002: Terns",
    "L-0003: –",
  ]);
  await person.click(screen.getByRole("option", { name: "L-0002: Terns" }));
  await waitFor(() => expect(box).toHaveProperty("value", "L-0002: Terns"));
});
