import { act, cleanup } from "@testing-library/react";
import { type CellGiven, renderCell, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import { examplesOf } from "../../../src/compiler/manifest/plugin-examples.ts";
import type { PluginExample, PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import type { PluginFolder } from "../../../src/plugin/registry.ts";
import type { AnyServerPlugin } from "../../../src/plugin/server-hook.ts";
import type { AnyCell, AnyWidget, CellPlugin } from "../../../src/plugin/widget.ts";
import { inventReferences } from "../../../src/workbench/harness/given-references.ts";
import type { HostCall } from "../../../src/workbench/harness/recording-host.ts";
import { type Afterlife, afterlifeOf } from "./afterlife.ts";
import { markedMessages } from "./marked.ts";
import { isFor, type Rule } from "./rules.ts";
import { makeTour, type Tour } from "./tour.ts";
import { type Visit, visitAll } from "./visits.ts";

/** A plugin as it is found. */
export interface Subject extends PluginFolder {
  /** Default export of its `index.tsx`. */
  readonly exported: unknown;
}

/** React's word for a test that announces every change: https://react.dev/reference/react/act */
const ACTING = "IS_REACT_ACT_ENVIRONMENT";

/** The field of a trial in its record. */
export const PATH = "tried";

export type ShownWidget = ReturnType<Trial["show"]>;

/** One plugin under the rules. What one rule has found out or drawn is there for the next. */
export class Trial {
  /** undefined where it cannot be used: P1 says why. */
  readonly manifest: PluginManifest | undefined;
  readonly problems: readonly string[];
  /** undefined where it has no server hook, or one that P1 refuses. */
  readonly hook: AnyServerPlugin | undefined;
  /** What was said to the console. */
  readonly said: string[] = [];
  /** Of every host that it was drawn with. */
  readonly asked: HostCall[] = [];
  readonly #findings = new Map<string, Promise<readonly string[]>>();
  readonly #tours = new Map<PluginExample, Promise<Tour>>();
  readonly #afterlives = new Map<PluginExample, Promise<Afterlife>>();
  #marked: Readonly<Record<string, string>> | undefined;
  #visits: Promise<readonly Visit[]> | undefined;

  constructor(readonly subject: Subject) {
    const { registry, problems } = makeRegistry([subject]);
    this.problems = problems.map(({ code, path, message }) => `${code} ${path} ${message}`);
    const [plugin] = [...registry.widgets.values(), ...registry.cells.values()];
    this.manifest = plugin?.manifest;
    this.hook = plugin?.server;
  }

  get examples(): readonly PluginExample[] {
    return this.manifest === undefined ? [] : examplesOf(this.manifest);
  }

  /** undefined where `index.tsx` does not export one. */
  get widget(): AnyWidget | undefined {
    const { exported } = this.subject;
    return has(exported, "widget") ? (exported.widget as AnyWidget) : undefined;
  }

  get cell(): CellPlugin | undefined {
    const { exported } = this.subject;
    return has(exported, "cell") ? { cell: exported.cell as AnyCell } : undefined;
  }

  /** In place of its sentences and the product's: see marked.ts. */
  get marked(): Readonly<Record<string, string>> {
    this.#marked ??= markedMessages(this.manifest);
    return this.#marked;
  }

  /** Draws an example as a form does, filled unless a value is given. */
  show(example: PluginExample, given: WidgetGiven<Json, object> = {}) {
    const { widget, manifest } = this;
    if (widget === undefined || manifest === undefined) throw new Error("There is nothing to draw.");
    const { field, options = {}, record = {}, value } = example;
    const view = renderWidget<Json, object>({ widget }, manifest, {
      path: PATH,
      field,
      options,
      record: record as Readonly<Record<string, Json>>,
      references: inventReferences(field, value),
      value: value as Json,
      ...given,
      onAsked: (asked) => this.asked.push(asked),
    });
    const box = view.container.querySelector<HTMLElement>(".form-field-control");
    if (box === null) throw new Error("The widget's place is gone.");
    return { ...view, box };
  }

  /** Draws an example as a list does. */
  showCell(
    example: PluginExample,
    value: Json | undefined = example.value as Json,
    given: Pick<CellGiven, "messages"> = {},
  ) {
    const { cell, manifest } = this;
    if (cell === undefined || manifest === undefined) throw new Error("There is nothing to draw.");
    return renderCell(cell, manifest, {
      value,
      options: example.options,
      labels: example.field.labels,
      ...given,
      onAsked: (asked) => this.asked.push(asked),
    });
  }

  /** What the keyboard reaches and does in an example; made once. */
  tour(example: PluginExample): Promise<Tour> {
    const known = this.#tours.get(example);
    if (known !== undefined) return known;
    const tour = makeTour(this.show(example));
    this.#tours.set(example, tour);
    return tour;
  }

  /** What an example leaves behind; looked at once. */
  afterlife(example: PluginExample): Promise<Afterlife> {
    const known = this.#afterlives.get(example);
    if (known !== undefined) return known;
    const afterlife = afterlifeOf(this, example);
    this.#afterlives.set(example, afterlife);
    return afterlife;
  }

  /** Every example in every state; made once. */
  visits(): Promise<readonly Visit[]> {
    this.#visits ??= visitAll(this);
    return this.#visits;
  }

  /** What breaks a rule; the page is empty afterwards. */
  findings(rule: Rule): Promise<readonly string[]> {
    const known = this.#findings.get(rule.code);
    if (known !== undefined) return known;
    const found = this.#find(rule);
    this.#findings.set(rule.code, found);
    return found;
  }

  async #find(rule: Rule): Promise<readonly string[]> {
    const { kind } = this.manifest ?? {};
    const drawable = kind === "widget" ? this.widget !== undefined : this.cell !== undefined;
    if (rule.code !== "P1" && !drawable) return [];
    if (kind !== undefined && !isFor(rule, kind)) return [];
    const deaf = hearConsole((line) => this.said.push(`${rule.code}: ${line}`));
    // A browser's clock runs on its own too.
    const before: unknown = Reflect.get(globalThis, ACTING);
    Reflect.set(globalThis, ACTING, false);
    try {
      return [...new Set(await rule.find(this))];
    } catch (error) {
      return [`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
    } finally {
      cleanup();
      // What it left there is none of the next rule's.
      document.body.replaceChildren();
      Reflect.set(globalThis, ACTING, before);
      deaf();
    }
  }
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

const CONSOLE = ["log", "info", "warn", "error", "debug", "trace"] as const;

/** Until what it answers is called, the console is silent and its lines are heard. */
function hearConsole(hear: (line: string) => void): () => void {
  const before = CONSOLE.map((kind) => console[kind]);
  for (const kind of CONSOLE)
    console[kind] = (...all: unknown[]) => hear(`console.${kind}: ${all.map(String).join(" ")}`);
  return () => {
    for (const [index, kind] of CONSOLE.entries()) console[kind] = before[index] ?? console[kind];
  };
}

/** Lets everything happen that is on its way, within some milliseconds. */
export function settled(milliseconds = 0): Promise<void> {
  return act(() => new Promise<void>((done) => setTimeout(done, milliseconds)));
}
