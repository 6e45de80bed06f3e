import { render, within } from "@testing-library/react";
import { usePendingWork } from "admin";
import { useState } from "react";
import { vi } from "vitest";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import type { Messages } from "../../../src/model/config.ts";
import type { PluginLoader } from "../../../src/plugin/registry.ts";
import { useFieldHost } from "../../../src/plugin/use-host.ts";
import type { CellProps, WidgetProps } from "../../../src/plugin/widget.ts";
import { Gallery } from "../../../src/workbench/gallery/gallery.tsx";
import { galleryPlugins } from "../../../src/workbench/gallery.tsx";

let breaksAt: unknown = "break";
/** The next code of `note` does not break. */
export const repair = () => {
  breaksAt = undefined;
};

/** A widget that shows all that it is given, and asks its host for everything. */
function Note({ id, value, options, label, locale, onChange, ...given }: WidgetProps) {
  if (value === breaksAt) throw new Error("It broke.");
  const host = useFieldHost();
  const [held, setHeld] = useState(false);
  const [asked, setAsked] = useState("");
  usePendingWork<string>(
    held
      ? {
          standIn: "soon",
          async prepare({ signal, progress }) {
            progress(0.254);
            const files = [new File(["x"], "x.png", { type: "image/png" })];
            const [image] = await host.upload(files, { signal, onProgress: () => {} });
            return image?.fileName ?? "";
          },
          saved: () => setHeld(false),
        }
      : undefined,
  );
  const end = (work: Promise<unknown>) =>
    work.then(
      (answer) => setAsked(JSON.stringify(answer)),
      (error: Error) => setAsked(error.message),
    );
  const ask = {
    hold: () => setHeld(true),
    toast: () => host.toast("success", "Done"),
    question: () =>
      end(host.confirm({ title: "Sure?", text: "It is lost.", confirm: "Lose it", cancel: "Keep it" })),
    record: () => end(host.getReference("authors", "2").then((found) => found?.name)),
  };
  return (
    <>
      <input
        id={id}
        aria-label={label}
        value={typeof value === "string" ? value : ""}
        disabled={given.disabled}
        readOnly={given.readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      <p>{`${JSON.stringify(options)} ${host.message("greet")} ${locale} ${host.entity} ${host.recordId}`}</p>
      <p>{JSON.stringify(host.getRecord())}</p>
      {Object.entries(ask).map(([name, press]) => (
        <button key={name} type="button" onClick={press}>
          {name}
        </button>
      ))}
      <output>{asked}</output>
    </>
  );
}

function NoteCell({ value, options, record, title, message, locale, language, timeZone }: CellProps) {
  return (
    <i>
      {JSON.stringify([value, options, record.mood, title, message("greet"), locale, language, timeZone])}
    </i>
  );
}

const note = {
  name: "note",
  kind: "widget",
  api: 1,
  description: "A note; see `Note`.",
  values: ["string", "reference"],
  defaultFor: ["string"],
  options: {
    type: "object",
    properties: {
      size: { type: "integer", title: "Size", description: "In `lines`.", minimum: 1, default: 2 },
      tone: { type: "string", title: "Tone", description: "Of voice.", examples: ["soft"] },
    },
  },
  examples: [
    {
      title: "Short",
      field: {
        type: "string",
        title: "Remark",
        maxLength: 5,
        reference: { entity: "authors", label: "name" },
      },
      value: "hi",
      record: { mood: "calm" },
    },
    { title: "Loud", field: { type: "string" }, options: { tone: "loud" }, value: "HI" },
  ],
  messages: { greet: { description: "A greeting.", text: { en: "Hello", nl: "Dag" } } },
};
const cell = {
  ...note,
  kind: "cell",
  description: "The same in a list.",
  defaultFor: undefined,
  examples: note.examples.map(({ field, ...example }) => ({
    ...example,
    field: { type: "string", title: "Remark" },
  })),
};
const address = {
  name: "address",
  kind: "widget",
  api: 1,
  description: "An object and a list of them.",
  values: ["object", "array"],
  showsErrors: true,
};

const FOLDERS = [
  { folder: "src/stock/widgets/address", manifest: JSON.stringify(address), hasIndex: true },
  { folder: "plugins/note/cell", manifest: JSON.stringify(cell), hasIndex: true },
  { folder: "plugins/note", manifest: JSON.stringify(note), hasIndex: true },
  { folder: "plugins/broken", manifest: "{", hasIndex: false },
  { folder: "plugins/torn/cell", manifest: undefined, hasIndex: true },
  { folder: "src/stock/cells/lost", manifest: undefined, hasIndex: true },
];

const loadPlugin: PluginLoader = async (kind, name) => {
  if (kind === "cell") return { cell: NoteCell, align: "end" };
  if (name === "note") return { widget: Note };
  return {
    widget: ({ errors = [] }: WidgetProps) => (
      <b>{errors.map(({ path, message }) => `${path} ${message}`)}</b>
    ),
  };
};

/** The gallery of some plugins at an address below its own; `update` tells it that some code was replaced. */
export function openGallery(
  address: string,
  messages: Messages = { en: { "note.greet": "Hi" }, de: {} },
  load = loadPlugin,
) {
  const listeners = new Set<() => void>();
  const onUpdate = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  breaksAt = "break";
  history.replaceState(null, "", `/dev/plugins${address}`);
  const parts = { ...galleryPlugins(FOLDERS), messages, code: makeCodeLoader(load), onUpdate };
  const update = () => {
    for (const listener of listeners) listener();
  };
  return { ...render(<Gallery parts={parts} />), update, listeners };
}

/** The box of a state, once its plugin is drawn. */
export async function boxOf(state: string, drawn = "input") {
  const found = await vi.waitFor(() => {
    const stage = document.querySelector(`.gallery-stage[data-state="${state}"]`);
    if (!stage?.querySelector(drawn)) throw new Error(`Nothing is drawn in the box "${state}".`);
    return stage.closest<HTMLElement>("section") ?? document.body;
  });
  return { ...within(found), element: found };
}

/** What the box says that its field holds. */
export const heldIn = (state: string) => document.querySelector(`[data-value=${state}]`)?.textContent;

/** What is chosen, as the address has it. */
export const chosen = () => Object.fromEntries(new URLSearchParams(location.search));
