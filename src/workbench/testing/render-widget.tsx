import { act, getConfig, render } from "@testing-library/react";
import { type ComponentType, StrictMode, useCallback } from "react";
import { fieldId } from "../../admin/form/field/field-ids.ts";
import { makeCodeLoader, type PluginCode } from "../../admin/services/code-loader.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { VALUE_TYPES } from "../../model/value-type.ts";
import type { FieldHost } from "../../plugin/host.ts";
import type { WidgetProps, WidgetRules } from "../../plugin/widget.ts";
import { writePath } from "../../record/path.ts";
import { type FieldSpec, makeFieldForm } from "../harness/field-form.ts";
import { FieldFormView } from "../harness/field-form-view.tsx";
import type { SavePlan } from "../harness/played-save.ts";
import type { HostOptions } from "../harness/recording-host.ts";
import { type GivenField, givenManifest, givenOptions } from "./given-plugin.ts";

/** What `set` can change while the widget is on the page. */
interface ShownGiven<Options>
  extends Pick<FieldSpec, "required" | "disabled" | "readOnly" | "error" | "errors"> {
  /** Checked by the manifest, which fills in defaults. */
  readonly options?: Partial<Options> | undefined;
  /** As an entity's config has it: its title, hint, placeholder and rules are given to the widget. */
  readonly field?: GivenField | undefined;
  /** Default: those of `field`. */
  readonly rules?: WidgetRules | undefined;
  /** Default: the field's title, else `Field`. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
}

export interface WidgetGiven<Value, Options>
  extends ShownGiven<Options>,
    Omit<HostOptions, "manifest" | "addressOf" | "own"> {
  /** Dotted path of the field. Default: `field`. */
  readonly path?: string | undefined;
  /** BCP 47. Default: `en-GB`. */
  readonly locale?: string | undefined;
  /** Default: `UTC`. */
  readonly timeZone?: string | undefined;
  /** The record around the field. */
  readonly record?: RecordData | undefined;
  /** It may be one that the field's rules refuse, as in a stored record. */
  readonly value?: Value | Json | undefined;
  /** Replaces some methods of the host; their calls are still recorded. */
  readonly host?: Partial<FieldHost>;
}

/**
 * Renders a widget in the form that staff use, in StrictMode, as the only field of a record. Its host needs no server: it
 * records what the widget asks for, and answers from what is given here.
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
 * Messages are looked up as in any form: of the field, of `messages`, of the manifest in `language`. Those of the product
 * (`picker.…`, `rule.…`) that `messages` lacks are shown as key and values: `picker.clear {"label":"Field"}`.
 * Throws an Error for a manifest or options that are not valid, and whatever the widget throws while it renders or in an
 * effect. `set`, `change` and the like, and every access to `changes`, throw that too, also for an `onChange` that gets no JSON
 * or is called during rendering. Call testing-library's `cleanup` after each test.
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
      code: loaded(
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
    // The form only shows a notice in place of the widget: the test has to fail.
    { onCaughtError: (error) => (thrown ??= { error }) },
  );
  function rethrow(): void {
    const fault = form.now().store.fault(path);
    if (fault?.reason === "value") thrown ??= { error: fault.error };
    if (thrown !== undefined) throw thrown.error;
  }
  /** The list, which throws what the widget threw at every access. */
  function guarded<Item>(list: readonly Item[]): readonly Item[] {
    return new Proxy(list, {
      get(target, name, receiver) {
        rethrow();
        return Reflect.get(target, name, receiver);
      },
    });
  }
  function play(step: () => void): void {
    rethrow();
    act(step);
    rethrow();
  }
  rethrow();

  return {
    ...view,
    /** Knows what the widget asked for (`asked`, `all`), and decides how its calls end (`behave`, `agree`). */
    host,
    /** All values that the widget gave to `onChange`. */
    changes: guarded(changes),
    /** How often the widget called `onBlur`. */
    blurs() {
      rethrow();
      return blurs;
    },
    /** The element that the label points at. Throws where there is none: then nothing can focus the field. */
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
    /** Another value from outside, as when a record is loaded again. */
    change: (next: Value | Json | null) => play(() => host.change(next as Json)),
    /** Another record around the field, its own value included. */
    setRecord: (next: RecordData) => play(() => host.setRecord(next)),
    /** Saves the form: pending work is prepared, then notified of how the save ended. */
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
    field: { description: "A hint", ...field, ...(placeholder === undefined ? {} : { placeholder }) },
  };
}

/** A registry in which the widget may edit every type of value. */
function forEveryValue({ defaultFor: _, itemField: __, ...manifest }: PluginManifest) {
  const widget = { manifest: { ...manifest, values: [...VALUE_TYPES] } };
  return { widgets: new Map([[manifest.name, widget]]), cells: new Map() };
}

/** Code that is loaded already. */
function loaded(widget: ComponentType<WidgetProps>): PluginCode {
  return { ...makeCodeLoader(async () => ({ widget })), get: () => ({ widget }) };
}

/** The widget with other rules, where some are given. @param onEmit is called before the form takes the value as JSON */
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
    // The manifest describes the widget's own types of value and options.
    const own = props as unknown as WidgetProps<Value, Options>;
    return <Widget {...own} rules={rules() ?? own.rules} onChange={emit} />;
  };
}
