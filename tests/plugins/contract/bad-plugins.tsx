import {
  definePlugin,
  defineServerPlugin,
  FieldFailure,
  type ImageRecord,
  type Json,
  useHost,
  usePendingWork,
  type WidgetProps,
} from "admin";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import { useFieldHost } from "../../../src/plugin/use-host.ts";
import type { CellProps } from "../../../src/plugin/widget.ts";
import type { Rule } from "./rules.ts";

/** A plugin's hooks, as far as they differ from those that keep the contract. */
export interface Hook {
  readonly exported: unknown;
  /** Default export of its `server.ts`, where it has one. */
  readonly server?: unknown;
  readonly manifest?: Partial<PluginManifest>;
}

interface Bad extends Hook {
  readonly title: string;
  readonly code: Rule["code"];
  /** What is found of it. */
  readonly saying: string;
  /** It breaks no other rule. */
  readonly alone?: true;
}

const text = { en: "Clear", nl: "Wissen" };

export const MANIFESTS: Readonly<Record<"widget" | "cell", PluginManifest>> = {
  widget: {
    name: "note",
    kind: "widget",
    api: 1,
    description: "A line of text that can be cleared.",
    values: ["string"],
    options: {
      type: "object",
      properties: {
        loud: {
          type: "boolean",
          title: "Loud",
          description: "In large letters.",
          default: false,
          examples: [true],
        },
      },
    },
    messages: { clear: { description: "Button that empties it.", text } },
  },
  cell: { name: "note", kind: "cell", api: 1, description: "A line of text.", values: ["string"] },
};

type Props = WidgetProps<string, { readonly loud: boolean }>;

/** The widget that keeps the contract; `with…` are the parts that bad ones change. */
function Note({ withInput = {}, more, ...props }: Props & { withInput?: object; more?: ReactNode }) {
  const host = useHost();
  const { id, label, value, disabled, readOnly } = props;
  return (
    <span>
      <input
        id={id}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid}
        aria-required={props.required}
        disabled={disabled}
        readOnly={readOnly}
        value={typeof value === "string" ? value : JSON.stringify(value ?? "").replaceAll('"', "")}
        onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
        onBlur={props.onBlur}
        {...withInput}
      />
      {!disabled && !readOnly && (
        <button
          type="button"
          aria-label={`${host.message("clear")} ${label}`}
          onClick={() => props.onChange(null)}
        >
          ×
        </button>
      )}
      {more}
    </span>
  );
}

const listen = () => window.addEventListener("resize", () => {});
const listenAnew = () => {
  document.addEventListener("keydown", () => {});
  return () => document.removeEventListener("keydown", () => {});
};
const tick = () => void setInterval(() => {}, 1000);
const hang = () => document.body.append(Object.assign(document.createElement("div"), { hidden: true }));
const lock = () => document.body.setAttribute("data-locked", "yes");

const widget = (drawn: (props: Props) => ReactNode) => definePlugin({ widget: drawn });

export const GOOD_WIDGET: Hook = { exported: widget((props) => <Note {...props} />) };

/** Shows what it was opened with, whatever comes later. */
function Stubborn(props: Props) {
  const [first] = useState(props.value);
  return <Note {...props} value={first} />;
}

/** One more each time, whatever the field says. */
function Steps(props: WidgetProps<number>) {
  const steps = Number(props.value ?? 0);
  const isFixed = props.disabled || props.readOnly;
  return (
    <button
      type="button"
      id={props.id}
      aria-describedby={props.describedBy}
      disabled={isFixed}
      onClick={() => props.onChange(steps + 1)}
      onBlur={props.onBlur}
    >
      {steps}
    </button>
  );
}

function Loud(props: Props) {
  const host = useHost();
  useEffect(() => host.toast("success", "Here I am"), [host]);
  return <Note {...props} />;
}

function Eager(props: Props) {
  const { onChange } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onChange("at once"), []);
  return <Note {...props} />;
}

/** Emits what was typed a while after it was typed. */
function Late(props: Props) {
  const [typed, setTyped] = useState<string>();
  return (
    <Note
      {...props}
      withInput={{
        value: typed ?? props.value ?? "",
        onChange: (event: { target: { value: string } }) => {
          setTyped(event.target.value);
          setTimeout(() => props.onChange(event.target.value), 300);
        },
      }}
    />
  );
}

/** Does something to the page, and does not take it back. */
function Leaving({ act, ...props }: Props & { act(): void }) {
  useEffect(act, [act]);
  return <Note {...props} />;
}

/** Has a button that opens something. */
function Opening({ children, ...props }: Props & { children: ReactNode }) {
  const host = useHost();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Note
      {...props}
      more={
        <>
          <button type="button" aria-label={host.message("clear")} onClick={() => setIsOpen(!isOpen)}>
            ?
          </button>
          {isOpen && children}
        </>
      }
    />
  );
}

/** Asks for records without a word on when to stop. */
function Asking({ signal, ...props }: Props & { signal: AbortSignal | undefined }) {
  const host = useFieldHost();
  useEffect(() => {
    void host.listReferences({ entity: "authors", page: 1 }, signal).catch(() => {});
  }, [host, signal]);
  return <Note {...props} />;
}

/** Takes a file, to upload it with the save. */
function Upload({
  keeps = false,
  rejects = (error: unknown): unknown => error,
  stops = true,
  removes = true,
  by = "input",
  ...props
}: Props & {
  by?: "input" | "paste" | "button";
  keeps?: boolean;
  rejects?: (error: unknown) => unknown;
  stops?: boolean;
  removes?: boolean;
}) {
  const host = useHost();
  const [file, setFile] = useState<File>();
  const done = useRef<ImageRecord>(undefined);
  usePendingWork<Json>(
    file && {
      async prepare({ signal, progress }) {
        const own = stops ? signal : new AbortController().signal;
        if (done.current === undefined || !keeps) {
          const [image] = await host.upload([file], { signal: own, onProgress: progress }).catch((error) => {
            throw rejects(error);
          });
          done.current = image;
        }
        return done.current?.imgUrl ?? null;
      },
      saved: () => setFile(undefined),
      left: () => {
        if (removes && done.current !== undefined) void host.removeUpload(done.current.fileName);
      },
    },
  );
  const isFixed = props.disabled || props.readOnly;
  const drawn = new File(["drawn"], "drawn.png", { type: "image/png" });
  const ways = {
    input: (
      <input
        type="file"
        aria-label="File"
        disabled={isFixed}
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
    ),
    button: (
      <button type="button" disabled={isFixed} onClick={() => setFile(drawn)}>
        Draw
      </button>
    ),
    paste: undefined,
  };
  const pasted = (event: ClipboardEvent) => {
    event.preventDefault();
    setFile(event.clipboardData.files[0]);
  };
  return <Note {...props} more={ways[by]} withInput={by === "paste" ? { onPaste: pasted } : {}} />;
}

/** It has one part, and may have another. */
const HOURS: Partial<PluginManifest> = {
  values: ["object"],
  showsErrors: true,
  examples: [
    {
      title: "A day",
      field: {
        type: "object",
        title: "Open",
        properties: { from: { type: "string", title: "From" }, to: { type: "string", title: "To" } },
      },
      value: { from: "09:00" },
    },
  ],
};
const errorsIn = ({ errors = [] }: Props) => errors.map(({ message }) => message).join();

/** Takes no typed text for a value: it says so at the save. */
function Picky({
  forgets = true,
  standIn = "note",
  ...props
}: Props & { forgets?: boolean; standIn?: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(props.value);
  if (seen !== props.value) {
    setSeen(props.value);
    if (forgets) setTyped(null);
  }
  usePendingWork(
    typed === null
      ? undefined
      : {
          ...(standIn === "" ? {} : { standIn }),
          prepare: () => Promise.reject(new FieldFailure("There is no such note")),
        },
  );
  return <Note {...props} onChange={setTyped} />;
}

/** It keeps the rule of pending work, which it uses to refuse. */
export const REFUSING_WIDGET: Hook = { exported: widget((props) => <Picky {...props} />) };

/** A place that Tab stops at for one key alone. */
export const KEYED_WIDGETS: readonly Hook[] = ["d", "7", "Escape", "PageDown"].map((key) => ({
  exported: widget((props) => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === key) event.preventDefault();
    };
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a key does something there
    const place = <span role="note" tabIndex={0} onKeyDown={onKeyDown} />;
    return <Note {...props} more={place} />;
  }),
}));

export const BAD_WIDGETS: readonly Bad[] = [
  { code: "P1", title: "exports nothing", exported: undefined, saying: "must default-export" },
  {
    code: "P1",
    title: "does not say what an option is",
    exported: GOOD_WIDGET.exported,
    manifest: { options: { type: "object", properties: { loud: { type: "boolean", default: false } } } },
    saying: "title",
  },
  {
    code: "P1",
    title: "has a server hook that is none",
    exported: GOOD_WIDGET.exported,
    server: 5,
    saying: "no server hook",
  },
  {
    code: "P2",
    title: "throws where it is read-only",
    exported: widget((props) => {
      if (props.readOnly) throw new Error("no");
      return <Note {...props} />;
    }),
    saying: "read-only throws Error: no",
  },
  {
    code: "P2",
    title: "shows no value",
    exported: widget((props) => <Note {...props} value={null} />),
    saying: "looks the same filled and empty",
  },
  {
    code: "P3",
    title: "takes every value for a text",
    exported: widget((props) => <Note {...props} value={(props.value ?? "").trim()} />),
    saying: "throws",
  },
  {
    code: "P3",
    title: "mends a value that it finds odd",
    exported: widget(function Mending(props) {
      const { value, onChange } = props;
      useEffect(() => {
        if (typeof value === "number") onChange(String(value));
      }, [value, onChange]);
      return <Note {...props} />;
    }),
    saying: 'emitted anew as ["0"',
  },
  {
    code: "P4",
    title: "emits the empty text",
    exported: widget((props) => <Note {...props} onChange={(value) => props.onChange(value ?? "")} />),
    saying: 'emits ""',
  },
  {
    code: "P4",
    title: "emits what is no value of its field",
    exported: widget((props) => (
      <Note {...props} onChange={(value) => props.onChange((value && [value]) as never)} />
    )),
    saying: 'breaks "type"',
  },
  {
    code: "P4",
    title: "emits what is no JSON",
    exported: widget((props) => <Note {...props} onChange={() => props.onChange(undefined as never)} />),
    saying: "emits undefined",
  },
  {
    code: "P4",
    title: "emits what is none of the choices",
    exported: widget((props) => <Note {...props} />),
    manifest: { values: ["choice"] },
    saying: 'breaks "enum"',
  },
  {
    code: "P4",
    title: "goes beyond the field's rules",
    exported: definePlugin({ widget: Steps }),
    manifest: {
      values: ["integer"],
      examples: [{ title: "Three", field: { type: "integer", title: "Steps", maximum: 3 }, value: 3 }],
    },
    saying: 'breaks "maximum"',
  },
  {
    code: "P4",
    title: "has a button that goes beyond the rules, beside a box to type into",
    exported: widget((props) => {
      const add = () => !props.disabled && !props.readOnly && props.onChange(`${props.value ?? ""}!`);
      const button = (
        <button type="button" onClick={add}>
          !
        </button>
      );
      return <Note {...props} more={button} />;
    }),
    manifest: {
      examples: [{ title: "Five", field: { type: "string", title: "Five", maxLength: 5 }, value: "abcde" }],
    },
    saying: 'breaks "maxLength"',
  },
  { code: "P5", title: "says something on mount", exported: widget(Loud), saying: "asks for toast on mount" },
  {
    code: "P5",
    title: "has a button that works after it is gone",
    exported: widget((props) => (
      <Note
        {...props}
        more={
          <button type="button" onClick={() => setTimeout(() => props.onChange("late"), 20_000)}>
            Later
          </button>
        }
      />
    )),
    saying: "after it is gone",
  },
  {
    code: "P8",
    title: "never tells that it was left",
    exported: widget((props) => <Note {...props} onBlur={() => {}} />),
    saying: "nothing reports that it was left",
  },
  { code: "P5", title: "emits on mount", exported: widget(Eager), saying: "on mount" },
  {
    code: "P5",
    title: "can be edited while it is read-only",
    exported: widget((props) => <Note {...props} readOnly={false} />),
    saying: "while it is readOnly",
  },
  { code: "P5", title: "emits later than it lives", exported: widget(Late), saying: "after it is gone" },
  {
    code: "P6",
    title: "has an id of its own",
    exported: widget((props) => <Note {...props} id="mine" />),
    saying: "no element has the id",
  },
  {
    code: "P6",
    title: "has its id on what is no control",
    exported: widget((props) => (
      <div id={props.id}>
        <Note {...props} id="mine" withInput={{ "aria-label": props.label }} />
      </div>
    )),
    saying: "is no control",
  },
  {
    code: "P6",
    title: "names its control otherwise",
    exported: widget((props) => <Note {...props} withInput={{ "aria-label": "Text" }} />),
    saying: "and not its label",
  },
  {
    code: "P7",
    title: "is not described by hint and error",
    exported: widget((props) => <Note {...props} describedBy={undefined} />),
    saying: "-error",
  },
  {
    code: "P7",
    title: "never says that it is wrong",
    exported: widget((props) => <Note {...props} invalid={false} />),
    saying: "is not aria-invalid",
  },
  {
    code: "P7",
    title: "is described by what is not there",
    exported: widget((props) => <Note {...props} describedBy={`${props.describedBy} nothing`} />),
    saying: "which nothing is",
  },
  {
    code: "P8",
    title: "cannot have the focus",
    exported: widget((props) => <Note {...props} withInput={{ disabled: true }} />),
    saying: "does not take the focus",
  },
  {
    code: "P9",
    title: "is cleared by what only a pointer comes to",
    exported: widget((props) => {
      const pointed = { onClick: () => props.onChange("pointed") };
      return <Note {...props} more={<span {...pointed}>now</span>} />;
    }),
    saying: "which no key did",
  },
  {
    code: "P9",
    title: "lets Tab stop where no key does anything",
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what the rule finds
    exported: widget((props) => <Note {...props} more={<span tabIndex={0}>now</span>} />),
    saying: 'Tab stops at <span> "now", where no key does anything',
  },
  {
    code: "P9",
    title: "takes a button out of the order of Tab",
    exported: widget((props) => (
      <Note
        {...props}
        more={
          <button type="button" tabIndex={-1} onClick={() => props.onChange("now")}>
            Now
          </button>
        }
      />
    )),
    saying: 'keys do not come to <button> "Now"',
  },
  {
    code: "P9",
    title: "takes one of two buttons of a name out of the order of Tab",
    exported: widget((props) => {
      const button = { type: "button", children: "Now", onClick: () => props.onChange("now") } as const;
      const more = (
        <>
          <button {...button} />
          <button {...button} tabIndex={-1} />
        </>
      );
      return <Note {...props} more={more} />;
    }),
    saying: 'keys do not come to <button> "Now"',
  },
  {
    code: "P10",
    title: "keeps the value that it was opened with",
    exported: widget(Stubborn),
    saying: "emptied from outside shows",
  },
  {
    code: "P11",
    title: "throws at an option's example",
    exported: widget((props) => {
      if (props.options.loud) throw new Error("too loud");
      return <Note {...props} />;
    }),
    saying: "loud: true throws Error: too loud",
  },
  {
    code: "P12",
    title: "asks without a signal",
    exported: widget((props) => <Asking {...props} signal={undefined} />),
    saying: "without a signal",
  },
  {
    code: "P12",
    title: "asks on after it is gone",
    exported: widget((props) => <Asking {...props} signal={new AbortController().signal} />),
    saying: "still asked for",
  },
  {
    code: "P13",
    title: "uploads again what it has uploaded",
    exported: widget((props) => <Upload {...props} />),
    saying: "uploads again",
  },
  {
    code: "P13",
    title: "takes a failed upload for a bug",
    exported: widget((props) => <Upload {...props} keeps rejects={() => new Error("hm")} />),
    saying: "no FieldFailure but Error: hm",
  },
  {
    code: "P13",
    title: "uploads on after the save is cancelled",
    exported: widget((props) => <Upload {...props} keeps stops={false} />),
    saying: "goes on after the save is cancelled",
  },
  {
    code: "P13",
    title: "leaves its uploads behind",
    exported: widget((props) => <Upload {...props} keeps removes={false} />),
    saying: "leaving removes 0 of 1",
  },
  {
    code: "P13",
    title: "leaves its uploads behind when they were pasted",
    exported: widget((props) => <Upload {...props} keeps removes={false} by="paste" />),
    saying: "pending by paste: leaving removes 0 of 1",
  },
  {
    code: "P13",
    title: "refuses what was typed after it is gone",
    exported: widget((props) => <Picky {...props} forgets={false} />),
    saying: "what was typed is refused after another value came",
  },
  {
    code: "P13",
    title: "refuses what was typed in a field that is said to be empty",
    exported: widget((props) => <Picky {...props} standIn="" />),
    saying: "refuses what was typed without a standIn",
  },
  {
    code: "P13",
    title: "has a stand-in that another rule refuses first",
    exported: widget((props) => <Picky {...props} standIn="a note that is too long" />),
    manifest: {
      examples: [{ title: "Five", field: { type: "string", title: "Five", maxLength: 5 }, value: "abcde" }],
    },
    saying: 'its standIn "a note that is too long" breaks "maxLength"',
  },
  {
    code: "P13",
    title: "uploads again what a button held",
    exported: widget((props) => <Upload {...props} by="button" />),
    saying: "uploads again",
  },
  {
    code: "P14",
    title: "says what nobody wrote",
    exported: widget(function Silent(props) {
      const host = useHost();
      return <Note {...props} more={<i>{host.message("forgotten")}</i>} />;
    }),
    saying: 'nobody says "forgotten"',
  },
  {
    code: "P14",
    title: "speaks one language of two in a sentence",
    exported: GOOD_WIDGET.exported,
    manifest: {
      messages: { clear: { description: "x", text }, done: { description: "x", text: { en: "Done" } } },
    },
    saying: '"done" is not said in nl',
  },
  {
    code: "P14",
    title: "fills in no value",
    exported: GOOD_WIDGET.exported,
    manifest: {
      messages: { clear: { description: "{count}", text: { en: "Clear {count}", nl: "Wis {count}" } } },
    },
    saying: '"clear" lacks a value',
  },
  {
    code: "P15",
    title: "has a nameless button",
    exported: widget((props) => <Note {...props} more={<button type="button" />} />),
    saying: "button-name",
  },
  {
    code: "P16",
    title: "logs",
    exported: widget((props) => {
      console.log("drawn");
      return <Note {...props} />;
    }),
    saying: "console.log: drawn",
  },
  {
    code: "P18",
    title: "has a server hook that completes what is no text",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<Json>({ complete: () => 5 }),
    saying: "complete throws",
  },
  {
    code: "P18",
    title: "has a server hook that cleans no empty text",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ clean: (value) => (value.at(0) as string).trim() + value.slice(1) }),
    saying: "clean throws",
  },
  {
    code: "P18",
    title: "has a server hook that changes the record",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<Json>({
      check: (_value, { record }) => {
        Object.assign(record, { seen: true });
        return [];
      },
    }),
    saying: "check throws",
  },
  {
    code: "P18",
    title: "has a server hook that refuses its own example",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ check: () => [{ keyword: "clear" }] }),
    saying: "refuses the example",
  },
  {
    code: "P18",
    title: "has a server hook that refuses without a sentence",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ check: (value) => (value === "" ? [{ keyword: "blank" }] : []) }),
    saying: "which no message has",
  },
  {
    code: "P18",
    title: "has a server hook that converts without end",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ storedForm: () => "shouted", convert: (value) => `${value}!` }),
    saying: "convert changes what it converted",
  },
  {
    code: "P18",
    title: "has a server hook whose images are no list",
    exported: GOOD_WIDGET.exported,
    server: defineServerPlugin<string>({ images: (value) => JSON.parse(JSON.stringify(value)) }),
    saying: "images throws",
  },
  {
    code: "P19",
    title: "listens to the window for ever",
    exported: widget((props) => <Leaving {...props} act={listen} />),
    saying: 'listens to "resize" of the window',
    alone: true,
  },
  {
    code: "P19",
    title: "stops another listener than it started",
    exported: widget((props) => <Leaving {...props} act={listenAnew} />),
    saying: 'listens to "keydown" of the document',
  },
  {
    code: "P19",
    title: "has a clock that goes on",
    exported: widget((props) => <Leaving {...props} act={tick} />),
    saying: "timer that still runs",
  },
  {
    code: "P19",
    title: "leaves an element in the body",
    exported: widget((props) => <Leaving {...props} act={hang} />),
    saying: "leaves <div hidden",
    alone: true,
  },
  {
    code: "P19",
    title: "leaves the page locked",
    exported: widget((props) => <Leaving {...props} act={lock} />),
    saying: 'leaves <body> as <body data-locked="yes">',
  },
  {
    code: "P19",
    title: "speaks when it is gone",
    exported: widget(function Speaking(props) {
      const host = useHost();
      const later = () => setTimeout(() => host.toast("success", host.message("clear")), 20_000);
      return <Note {...props} onBlur={() => [later(), props.onBlur()]} />;
    }),
    saying: "asks for toast",
  },
  {
    code: "P20",
    title: "names what it shows in its own words",
    exported: widget((props) => <Note {...props} withInput={{ title: `Type ${props.label}` }} />),
    saying: 'says "Type", which is no message',
    alone: true,
  },
  {
    code: "P20",
    title: "has words of its own where it is read-only",
    exported: widget((props) => <Note {...props} more={props.readOnly && <i>locked</i>} />),
    saying: 'read-only says "locked"',
  },
  {
    code: "P20",
    title: "has words of its own in what a click opens",
    exported: widget((props) => (
      <Opening {...props}>
        <i>All of it is lost</i>
      </Opening>
    )),
    saying: 'after a click says "All of it is lost"',
  },
  {
    code: "P20",
    title: "fills its own words into a sentence",
    exported: widget(function Filling(props) {
      const host = useHost();
      return <Note {...props} more={<i>{host.message("done", { what: "everything" })}</i>} />;
    }),
    manifest: {
      messages: {
        clear: { description: "x", text },
        done: { description: "{what}", text: { en: "{what} is done", nl: "{what} is klaar" } },
      },
    },
    saying: 'says "everything"',
  },
  {
    code: "P20",
    title: "toasts in its own words",
    exported: widget(function Toasting(props) {
      const host = useHost();
      const clear = (value: string | null) => {
        if (value === null) host.toast("success", "Gone");
        props.onChange(value);
      };
      return <Note {...props} onChange={clear} />;
    }),
    saying: 'says "Gone"',
  },
  {
    code: "P21",
    title: "does not show the errors that it says it shows",
    exported: widget((props) => <Note {...props} />),
    manifest: HOURS,
    saying: "an error at /to is not seen",
  },
  {
    code: "P21",
    title: "shows errors of its value beside what they are about",
    exported: widget((props) => <Note {...props} more={<i>{errorsIn(props)}</i>} />),
    manifest: HOURS,
    saying: "an error at /from is tied to nothing",
  },
  {
    code: "P21",
    title: "does not say that a part is wrong",
    exported: widget((props) => (
      <Note
        {...props}
        withInput={{ "aria-describedby": `${props.describedBy} ${props.id}-parts` }}
        more={<i id={`${props.id}-parts`}>{errorsIn(props)}</i>}
      />
    )),
    manifest: HOURS,
    saying: "which is not aria-invalid",
  },
  {
    code: "P21",
    title: "shows errors inside a value that has no inside",
    exported: GOOD_WIDGET.exported,
    manifest: { showsErrors: true },
    saying: "no example's value has parts",
    alone: true,
  },
];

const cell = (drawn: (props: CellProps<string>) => ReactNode) => definePlugin({ cell: drawn });
const words = (value: unknown) =>
  typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);

export const GOOD_CELL: Hook = { exported: cell(({ value }) => <span>{words(value)}</span>) };

export const BAD_CELLS: readonly Bad[] = [
  { code: "P1", title: "is a widget", exported: GOOD_WIDGET.exported, saying: "definePlugin({ cell })" },
  {
    code: "P2",
    title: "throws where there is nothing",
    exported: cell(({ value }) => <b>{(value as string).trim()}</b>),
    saying: "empty throws",
  },
  {
    code: "P3",
    title: "takes every value for a text",
    exported: cell(({ value }) => <b>{value?.trim()}</b>),
    saying: "throws",
  },
  {
    code: "P10",
    title: "keeps its first value",
    exported: cell(function First({ value }) {
      const [first] = useState(value);
      return <b>{words(first)}</b>;
    }),
    saying: "emptied from outside shows",
  },
  {
    code: "P17",
    title: "has a link in it",
    exported: cell(({ value }) => <a href="https://example.com">{words(value)}</a>),
    saying: "has <a>",
  },
  {
    code: "P17",
    title: "shows nothing",
    exported: cell(({ value }) => <i title={words(value)} />),
    saying: "neither text nor",
  },
  {
    code: "P20",
    title: "has words of its own for nothing",
    exported: cell(({ value }) => <b>{value == null ? "nothing" : words(value)}</b>),
    saying: 'empty says "nothing"',
    alone: true,
  },
  {
    code: "P20",
    title: "has words of its own in its tooltip",
    exported: cell(({ value }) => <b title={`Note: ${words(value)}`}>{words(value)}</b>),
    saying: 'says "Note:',
    alone: true,
  },
];
