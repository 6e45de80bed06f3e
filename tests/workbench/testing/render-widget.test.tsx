import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Json, useReferencePages, type WidgetProps } from "admin";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { describe, expect, test } from "vitest";
import { manifest, Note, type Options } from "./note-widget.tsx";

const note = { widget: Note };
const field: GivenField = {
  type: "string",
  title: "Remark",
  placeholder: "None",
  description: "Short.",
  maxLength: 9,
};

describe("renderWidget", () => {
  test("ties label, hint and error, takes rules from the field and fills in options", () => {
    const { control, set } = renderWidget(note, manifest, { field, value: "a", error: "Too short" });
    expect(screen.getByLabelText("Remark")).toBe(control());
    const described = () =>
      (control().getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent);
    expect(described()).toEqual(["Short.", "Too short"]);
    expect(control()).toMatchObject({ placeholder: "None", maxLength: 9, value: "a" });
    expect(screen.getByRole("status").textContent).toBe('{"size":2}');
    set({ error: undefined, options: { tone: "soft" } });
    expect(described()).toEqual(["Short."]);
    expect(screen.getByRole("status").textContent).toBe('{"tone":"soft","size":2}');
  });

  test("gives the locale that is asked for, by which numbers and dates are written", () => {
    const widget = ({ value, locale }: WidgetProps<number>) => (
      <output>{new Intl.NumberFormat(locale).format(value ?? 0)}</output>
    );
    const counted = { ...manifest, values: ["number"], options: undefined };
    renderWidget({ widget }, counted, { value: 1234.5, field: { type: "number" } });
    expect(screen.getByRole("status").textContent).toBe("1,234.5");
    cleanup();
    renderWidget({ widget }, counted, { value: 1234.5, field: { type: "number" }, locale: "de" });
    expect(screen.getByRole("status").textContent).toBe("1.234,5");
  });

  test("shows an error inside the value under the field, unless the manifest shows such errors", () => {
    const errors = [{ path: "/1/from", message: "Too late" }];
    const slots: GivenField = {
      type: "array",
      title: "Hours",
      items: { type: "object", properties: { from: { type: "string", title: "From" } } },
    };
    const messages = { "form.partError": "{part}: {message}", "form.partAt": "No. {number}" };
    const Hours = ({ id, invalid, describedBy }: WidgetProps) => (
      <input id={id} aria-invalid={invalid} aria-describedby={describedBy} />
    );
    const seen = (showsErrors: object) => {
      const whole = { ...manifest, values: ["array"], ...showsErrors };
      const { control } = renderWidget({ widget: Hours }, whole, { field: slots, messages, errors });
      const [, tied] = (control().getAttribute("aria-describedby") ?? "").split(" ");
      const said = tied === undefined ? undefined : document.getElementById(tied)?.textContent;
      const invalid = control().getAttribute("aria-invalid");
      cleanup();
      return [said, invalid];
    };
    expect(seen({})).toEqual(["No. 2 · From: Too late", "true"]);
    expect(seen({ showsErrors: true })).toEqual([undefined, "false"]);
  });

  test("what is typed is recorded, shown and part of the record; a change from outside is no change of its own", async () => {
    const { control, changes, change, setRecord, host, blurs } = renderWidget(note, manifest, {
      record: { other: 1 },
    });
    await userEvent.type(control(), "hi");
    expect(changes).toEqual(["h", "hi"]);
    expect(host.getRecord()).toEqual({ other: 1, field: "hi" });
    change("new");
    expect(control()).toHaveProperty("value", "new");
    setRecord({ field: "newest" });
    expect(control()).toHaveProperty("value", "newest");
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect([changes.length, blurs()]).toEqual([2, 1]);
  });

  test("validates as the form does: what is left wrong is refused, and stands until it is repaired", async () => {
    const messages = { "rule.minLength": "At least {limit}" };
    const { control, save, container } = renderWidget(note, manifest, {
      field: { type: "string", minLength: 3 },
      messages,
    });
    const error = () => container.querySelector(".form-field-error")?.textContent;
    await userEvent.type(control(), "hi");
    expect(error()).toBeUndefined();
    await userEvent.tab();
    expect(error()).toBe("At least 3");
    expect(await save()).toMatchObject({ saved: false, error: { message: "At least 3" } });
    await userEvent.type(control(), "!");
    expect(error()).toBeUndefined();
    expect(await save()).toEqual({ saved: true, value: "hi!", progress: [] });
  });

  test("an error that is given is a refusal: it goes when the field is edited", async () => {
    const { control, container } = renderWidget(note, manifest, { value: "a", error: "Taken" });
    expect(container.querySelector(".form-field-error")?.textContent).toBe("Taken");
    await userEvent.type(control(), "b");
    expect(container.querySelector(".form-field-error")).toBeNull();
  });

  test("a field in an object has its whole record around it, its conditions too", async () => {
    const { control, host, setRecord, save } = renderWidget(note, manifest, {
      path: "address.town",
      field: { type: "string", conditions: [{ when: { field: "kind", is: "home" }, disable: true }] },
      record: { kind: "work", address: { street: "Main", town: "Zwolle" } },
    });
    await userEvent.type(control(), "!");
    expect(host.getRecord()).toEqual({ kind: "work", address: { street: "Main", town: "Zwolle!" } });
    expect(await save()).toMatchObject({ saved: true, value: "Zwolle!" });
    setRecord({ kind: "home", address: { street: "Main", town: "Assen" } });
    expect(control()).toHaveProperty("value", "Assen");
    await userEvent.type(control(), "!");
    expect(host.value()).toBe("Assen");
  });

  test("refuses options that the manifest refuses, and a manifest that does not hold", () => {
    const wrong: WidgetGiven<string, Record<string, unknown>> = { options: { size: 0, tune: "x" } };
    expect(() => renderWidget(note, manifest, wrong as object)).toThrow(
      /refuses these options:\n.*tune.*\n.*\/size/,
    );
    expect(() => renderWidget(note, { ...manifest, values: "string" })).toThrow(
      /manifest is wrong:\n.*\/values/,
    );
  });

  test("looks messages up by field, test, manifest, in the language asked for; reports what is missing or not filled in", () => {
    const said = (given: WidgetGiven<string, Options>) => {
      const { host } = renderWidget(note, manifest, given);
      const text = document.querySelector(".form-field-control p")?.textContent;
      cleanup();
      return [text, ...host.asked.map(({ what }) => what)];
    };
    expect(said({})).toEqual(["Hello Ann, Field"]);
    expect(said({ language: "nl" })).toEqual(["Dag Ann, Field"]);
    expect(said({ messages: { greet: "Hi {who}" } })).toEqual(["Hi {who}", "unfilled sentence"]);
    expect(
      said({ messages: { greet: "Hi" }, field: { ...field, messages: { greet: "Ho {label}" } } }),
    ).toEqual(["Ho Remark"]);
    expect(said({ messages: { "note.greet": "Hey {label}" } })).toEqual(["Hey Field"]);
    // As a form says what a plugin does not: in the first language that it has.
    expect(said({ language: "fr" })).toEqual(["Hello Ann, Field"]);
    const { host } = renderWidget(note, manifest);
    expect(host.message("forgotten", { count: 1 })).toBe('forgotten {"count":1}');
    expect(host.all("unknown sentence")).toEqual([{ what: "unknown sentence", key: "forgotten" }]);
  });

  test("throws what the widget throws, at first and later", () => {
    const fragile = {
      widget: ({ value }: WidgetProps<string, Options>) => {
        if (value === "bad") throw new Error("not that");
        return <p>{value}</p>;
      },
    };
    expect(() => renderWidget(fragile, manifest, { value: "bad" })).toThrow("not that");
    const { change } = renderWidget(fragile, manifest, { value: "good" });
    expect(() => change("bad")).toThrow("not that");
  });

  describe("what a form does not take", () => {
    const giving = (given: unknown) => ({
      widget: ({ onChange }: WidgetProps<Json, Options>) => (
        <button type="button" onClick={() => onChange(given as Json)}>
          give
        </button>
      ),
    });

    test.each([
      ["NaN", Number.NaN],
      ["a Date", new Date(0)],
      ["a function at /0", [() => {}]],
    ])("%s is a bug of the plugin: its field fails, and what is looked at throws it", async (what, bad) => {
      const { changes, host, set, save } = renderWidget(giving(bad), manifest, { value: "stored" });
      await userEvent.click(screen.getByRole("button", { name: "give" }));
      expect(() => changes.length).toThrow(`${what} is no JSON`);
      expect(() => set({})).toThrow(`${what} is no JSON`);
      await expect(save()).rejects.toThrow(`${what} is no JSON`);
      expect([screen.queryByRole("button", { name: "give" }), host.value()]).toEqual([null, "stored"]);
    });

    test("a change while it is drawn throws", () => {
      const eager = {
        widget: ({ onChange }: WidgetProps<string, Options>) => {
          onChange("drawn");
          return null;
        },
      };
      expect(() => renderWidget(eager, manifest)).toThrow("while the widget was drawn");
    });

    test.each(["disabled", "readOnly"])(
      "a change while it is %s is recorded, and not kept",
      async (state) => {
        const { changes, host, set } = renderWidget(giving("new"), manifest, {
          value: "stored",
          [state]: true,
        });
        await userEvent.click(screen.getByRole("button", { name: "give" }));
        expect([changes, host.value()]).toEqual([["new"], "stored"]);
        set({ [state]: false });
        expect(host.value()).toBe("stored");
        await userEvent.click(screen.getByRole("button", { name: "give" }));
        expect([changes, host.value()]).toEqual([["new", "new"], "new"]);
      },
    );
  });

  test("records of what the field refers to are cut to what it may read of them, and sorted by a dotted path", async () => {
    const authors = [
      { _id: "a", name: "Ann", born: 1900, secret: 1, address: { town: "Zwolle" } },
      { _id: "b", name: "Bo", born: 1950, secret: 2, address: { town: "Assen" } },
    ];
    const reference = { entity: "authors", label: "name", fields: ["born", "died"] };
    const { host } = renderWidget(note, manifest, {
      field: { type: "array", items: { type: "string", reference } },
      references: { authors, others: authors },
    });
    const sorted = { page: 1, sortField: "address.town", sortOrder: "asc" } as const;
    const { records } = await host.listReferences({ entity: "authors", ...sorted });
    expect(records).toEqual([
      expect.objectContaining({ _id: "b", name: "Bo", born: 1950, died: null }),
      expect.objectContaining({ _id: "a" }),
    ]);
    expect(records.some((record) => "secret" in record || "address" in record)).toBe(false);
    expect(await host.getReference("authors", "a")).not.toHaveProperty("secret");
    expect(await host.getReference("others", "a")).toHaveProperty("secret", 1);
  });

  test("answers references from what is given: searched, sorted, paged; waits and fails when asked to", async () => {
    const authors = Array.from({ length: 12 }, (_, index) => ({ _id: `${index}`, name: `Author ${index}` }));
    const list = {
      widget: function List() {
        const { records, error } = useReferencePages({
          entity: "authors",
          search: "AUTHOR 1",
          sortField: "name",
          sortOrder: "desc",
        });
        return <p>{error?.message ?? records.map(({ name }) => name).join()}</p>;
      },
    };
    const { host } = renderWidget(list, manifest, {
      references: { authors },
      behaves: { references: "waits" },
    });
    host.behave("references", "answers");
    expect(await screen.findByText("Author 11,Author 10,Author 1")).toBeTruthy();
    expect(host.all("references").at(0)?.query).toMatchObject({ entity: "authors", page: 1 });
    cleanup();
    renderWidget(list, manifest, { behaves: { references: { fails: "No answer" } } });
    expect(await screen.findByText("No answer")).toBeTruthy();
  });
});
