import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FieldFailure, type Json, useHost, usePendingWork, useReferencePages, type WidgetProps } from "admin";
import { type GivenField, renderCell, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const manifest = {
  name: "note",
  kind: "widget",
  api: 1,
  description: "A note.",
  values: ["string"],
  options: {
    type: "object",
    properties: {
      size: { type: "integer", title: "Size", description: "In lines.", minimum: 1, default: 2 },
      tone: { type: "string", title: "Tone", description: "Of voice.", examples: ["soft"] },
    },
  },
  messages: {
    greet: { description: "{name}", text: { en: "Hello {name}, {label}", nl: "Dag {name}, {label}" } },
  },
};

interface Options {
  readonly size: number;
  readonly tone?: string;
}

function Note(props: WidgetProps<string, Options>) {
  const host = useHost();
  return (
    <>
      <input
        id={props.id}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        maxLength={props.rules.maxLength}
        value={props.value ?? ""}
        onChange={(event) => props.onChange(event.target.value || null)}
        onBlur={props.onBlur}
      />
      <output>{JSON.stringify(props.options)}</output>
      <p>{host.message("greet", { name: "Ann" })}</p>
    </>
  );
}
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

  test("refuses options that the manifest refuses, and a manifest that does not hold", () => {
    const wrong: WidgetGiven<string, Record<string, unknown>> = { options: { size: 0, tune: "x" } };
    expect(() => renderWidget(note, manifest, wrong as object)).toThrow(
      /refuses these options:\n.*tune.*\n.*\/size/,
    );
    expect(() => renderWidget(note, { ...manifest, values: "string" })).toThrow(
      /manifest is wrong:\n.*\/values/,
    );
  });

  test("says sentences by field, test, manifest, in the language asked for; tells what nobody says or fills in", () => {
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
    expect(said({ language: "fr" })).toEqual(['greet {"name":"Ann"}', "unknown sentence"]);
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

  test("answers references from what is given: searched, sorted, paged; waits and fails when told to", async () => {
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

describe("held work", () => {
  const said: string[] = [];
  let works: (signal: AbortSignal) => Promise<string> = async () => "done";
  const holding = {
    widget: function Holding() {
      const host = useHost();
      const [held, setHeld] = useState(true);
      usePendingWork<Json>(
        held
          ? {
              standIn: "soon",
              patience: 1000,
              async prepare({ signal, progress }) {
                progress(0.5);
                await host.upload([new File(["x"], "x.png", { type: "image/png" })], {
                  signal,
                  onProgress: progress,
                });
                return works(signal);
              },
              saved: () => {
                said.push("saved");
                setHeld(false);
              },
              failed: () => said.push("failed"),
              left: () => said.push("left"),
            }
          : undefined,
      );
      return null;
    },
  };
  const start = (given: WidgetGiven<unknown, unknown> = {}) => {
    said.length = 0;
    works = async () => "done";
    return renderWidget(holding, manifest, given as object);
  };

  test("is prepared by a save, hears how it ended, and is held no more", async () => {
    const { host, save } = start();
    expect([host.isHolding(), host.standIn()]).toEqual([true, "soon"]);
    const refused = await save({ refusal: "Someone was faster" });
    expect(refused).toMatchObject({
      saved: false,
      error: { message: "Someone was faster" },
      progress: [0.5, 1],
    });
    expect(await save()).toEqual({ saved: true, value: "done", progress: [0.5, 1] });
    expect([said, host.isHolding()]).toEqual([["failed", "saved"], false]);
    expect(host.all("upload")).toMatchObject([{ files: ["x.png"] }, { files: ["x.png"] }]);
  });

  test("fails with the sentence of an upload, and is not run twice at a time", async () => {
    const { save, host } = start({ behaves: { upload: { fails: "No room" } } });
    const [one, other] = await Promise.all([save(), save()]);
    expect(one).toBe(other);
    expect(one).toMatchObject({ saved: false, error: expect.any(FieldFailure) });
    expect([said, host.all("upload").length]).toEqual([["failed"], 1]);
  });

  test("is cancelled; what goes on all the same is waited for by the next save", async () => {
    const { save, cancelSave } = start();
    let finish = (_: string) => {};
    let runs = 0;
    works = () => {
      runs += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    const first = save();
    await vi.waitFor(() => expect(runs).toBe(1));
    cancelSave();
    expect(await first).toMatchObject({ saved: false, error: { name: "AbortError" } });
    works = async () => "second";
    const second = save();
    expect(runs).toBe(1);
    finish("late");
    expect(await second).toMatchObject({ saved: true, value: "second" });
  });

  test("that says nothing for longer than its patience is given up", async () => {
    const { host } = start();
    works = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const saving = host.save();
    await vi.advanceTimersByTimeAsync(999);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(await saving).toMatchObject({ saved: false });
    expect(said).toEqual(["failed"]);
  });

  test("is given up when the form is left, but not after it was saved", async () => {
    start().leave();
    expect(said).toEqual(["left"]);
    const { save, leave } = start();
    await save();
    leave();
    expect(said).toEqual(["saved"]);
  });
});

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
