import { act, getConfig, render } from "@testing-library/react";
import { type ComponentType, StrictMode, useCallback } from "react";
import { fieldId } from "../../admin/form/field/field-ids.ts";
import { makeCodeLoader, type PluginCode } from "../../admin/services/code-loader.ts";
import { type PluginManifest, VALUE_TYPES } from "../../model/plugin-manifest.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldHost } from "../../plugin/host.ts";
import type { WidgetProps, WidgetRules } from "../../plugin/widget.ts";
import { writePath } from "../../record/path.ts";
import { type FieldSpec, makeFieldForm } from "../harness/field-form.ts";
import { FieldFormView } from "../harness/field-form-view.tsx";
import type { SavePlan } from "../harness/played-save.ts";
import type { HostOptions } from "../harness/recording-host.ts";
import { type GivenField, givenManifest, givenOptions } from "./given-plugin.ts";

/** What can be changed while the widget is on the page. */
interface ShownGiven<Options> {
  /** Checked by the manifest, which also fills in defaults. */
  readonly options?: Partial<Options> | undefined;
  /** The field as an entity's config has it: its label, hint, placeholder and rules are the widget's. */
  readonly field?: GivenField | undefined;
  /** In place of those that follow from `field`. */
  readonly rules?: WidgetRules | undefined;
  /** Default: the field's title, else `Field`. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** The error at the field: a refusal of the server, which goes when the field is edited. */
  readonly error?: string | undefined;
  /** Likewise of parts of the value; shown under the field unless the manifest has `showsErrors`. */
  readonly errors?: WidgetProps["errors"];
}

export interface WidgetGiven<Value, Options>
  extends ShownGiven<Options>,
    Pick<
      HostOptions,
      | "language"
      | "entity"
      | "recordId"
      | "messages"
      | "references"
      | "pageSize"
      | "behaves"
      | "agrees"
      | "onAsked"
    > {
  /** Dotted path of the field. Default: `field`. */
  readonly path?: string | undefined;
  /** The record around the field. */
  readonly record?: RecordData | undefined;
  /** May be one that the field refuses: a record may hold it. */
  readonly value?: Value | Json | undefined;
  /** Replaces some of the host's methods; their calls are recorded all the same. */
  readonly host?: Partial<FieldHost>;
}

/**
 * Renders a widget in the form that staff use, in StrictMode, as the one field of a record. Its host needs no network: it
 * records what the widget asked for and answers from what is given here.
 *
 * ```tsx
 * const { changes, host, save } = renderWidget(plugin, manifest, {
 *   field: { type: "integer", title: "Stars", maximum: 5 },
 *   value: 3,
 *   options: { large: true },
 * });
 * await userEvent.click(screen.getByRole("button", { name: "Clear Stars" }));
 * expect(changes).toEqual([null]);
 * expect(host.all("toast")).toEqual([]);
 * expect(await save()).toMatchObject({ saved: true, value: null });
 * ```
 *
 * Messages are looked up as in any form: of the field, of `messages`, of the manifest in `language`. The product's own
 * (`picker.…`, `rule.…`), where `messages` has none, are shown as their key and values: `picker.clear {"label":"Field"}`.
 * Throws an Error for a manifest or options that do not hold, and whatever the widget throws while it renders or in an effect;
 * so do `set`, `change` and the like, and `changes` as soon as they are looked at. To give `onChange` what is no JSON, or to
 * call it while the widget is drawn, is such a bug. Call testing-library's `cleanup` after each test.
 *
 * @param plugin default export of `index.tsx`
 * @param manifest default export of `plugin.json`
 */
export function renderWidget<Value, Options>(
  plugin: { readonly widget: ComponentType<WidgetProps<Value, Options>> },
  manifest: object,
  given: WidgetGiven<NoInfer<Value>, NoInfer<Options>> = {},
) {
  const checked = givenManifest(manifest);
  const { path = "field", value, record = {}, host: own, ...first } = given;
  const changes: (Value | null)[] = [];
  let emitted: Value | null = null;
  let blurs = 0;
  let now: ShownGiven<Options> = first;
  const form = makeFieldForm(
    {
      ...given,
      own,
      path,
      manifest: checked,
      plugins: forEveryValue(checked),
      code: already(
        watched(
          plugin.widget,
          () => now.rules,
          (value) => {
            emitted = value;
          },
        ),
      ),
      record: value === undefined ? record : writePath(record, path, value as Json),
      onChange: () => changes.push(emitted),
      onBlur() {
        blurs += 1;
      },
    },
    specOf(checked, now),
  );
  const { host } = form;

  let thrown: { readonly error: unknown } | undefined;
  const view = render(
    <StrictMode>
      <FieldFormView form={form} path={path} />
      <button type="button">elsewhere</button>
    </StrictMode>,
    // A form replaces such a field by a notice; a test is to fail.
    { onCaughtError: (error) => (thrown ??= { error }) },
  );
  function rethrow(): void {
    const fault = form.now().store.fault(path);
    if (fault?.reason === "value") thrown ??= { error: fault.error };
    if (thrown !== undefined) throw thrown.error;
  }
  /** A list that throws what the widget threw, whatever is looked up in it. */
  function whole<Item>(list: readonly Item[]): readonly Item[] {
    return new Proxy(list, {
      get(target, name, receiver) {
        rethrow();
        return Reflect.get(target, name, receiver);
      },
    });
  }
  /** Throws also what the widget threw on the way. */
  function play(step: () => void): void {
    rethrow();
    act(step);
    rethrow();
  }
  rethrow();

  return {
    ...view,
    /** What the widget asked for (`asked`, `all`), and how its calls end (`behave`, `agree`). */
    host,
    /** Every value that the widget gave to `onChange`, in order. */
    changes: whole(changes),
    /** How often the widget reported that the person left it. */
    blurs() {
      rethrow();
      return blurs;
    },
    /** The element that the label points at. Throws where there is none: the field cannot take the focus. */
    control(): HTMLElement {
      rethrow();
      const found = document.getElementById(fieldId(path));
      if (found === null) throw new Error(`No element of the widget has the id "${fieldId(path)}".`);
      return found;
    },
    /** Changes what the form gives the widget. */
    set: (next: ShownGiven<NoInfer<Options>>) =>
      play(() => {
        now = { ...now, ...next };
        form.set(specOf(checked, now));
      }),
    /** Another value from outside: the record was loaded anew, or a condition emptied the field. */
    change: (next: Value | Json | null) => play(() => host.change(next as Json)),
    /** Another record around the field, with the field's own value in it. */
    setRecord: (next: RecordData) => play(() => host.setRecord(next)),
    /** Saves the form: what the widget holds is prepared, then notified of how the save ended. */
    async save(plan?: SavePlan) {
      const ended = await getConfig().asyncWrapper(() => host.save(plan));
      rethrow();
      return ended;
    },
    cancelSave: () => play(() => host.cancelSave()),
    /** The form is left without saving. */
    leave: () =>
      play(() => {
        host.leave();
        view.unmount();
      }),
  };
}

function specOf<Options>(manifest: PluginManifest, given: ShownGiven<Options>): FieldSpec {
  const { field = { type: "string" }, options = {}, label, placeholder, ...states } = given;
  return {
    ...states,
    label: label ?? field.title ?? "Field",
    options: givenOptions(manifest, options),
    field: {
      description: "A hint",
      ...field,
      ...(placeholder === undefined ? {} : { placeholder }),
    },
  };
}

/** Whatever the field of a test is, it has this widget. */
function forEveryValue({ defaultFor: _, ...manifest }: PluginManifest) {
  const widget = { manifest: { ...manifest, values: [...VALUE_TYPES] } };
  return { widgets: new Map([[manifest.name, widget]]), cells: new Map() };
}

/** The widget, which is there already. */
function already(widget: ComponentType<WidgetProps>): PluginCode {
  return { ...makeCodeLoader(async () => ({ widget })), get: () => ({ widget }) };
}

/** The widget with other rules than its field's, where some are given, and what it emits before the form takes it as JSON. */
function watched<Value, Options>(
  Widget: ComponentType<WidgetProps<Value, Options>>,
  rules: () => WidgetRules | undefined,
  onEmit: (value: Value | null) => void,
): ComponentType<WidgetProps> {
  return function TestedWidget({ onChange, ...props }) {
    const emit = useCallback(
      (value: Value | null) => {
        onEmit(value);
        onChange(value as Json);
      },
      [onChange],
    );
    // Its own types of value and options are those that its manifest describes.
    const own = props as unknown as WidgetProps<Value, Options>;
    return <Widget {...own} rules={rules() ?? own.rules} onChange={emit} />;
  };
}
