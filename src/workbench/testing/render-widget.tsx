import { act, getConfig, render } from "@testing-library/react";
import {
  Component,
  type ComponentType,
  type ReactNode,
  StrictMode,
  Suspense,
  useState,
  useSyncExternalStore,
} from "react";
import { SWRConfig } from "swr";
import { errorId, hintId } from "../../admin/form/field/field-ids.ts";
import { PartErrors } from "../../admin/form/field/field-template.tsx";
import { useChange } from "../../admin/form/field/use-change.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldHost } from "../../plugin/host.ts";
import { HostContext } from "../../plugin/use-host.ts";
import type { WidgetProps } from "../../plugin/widget.ts";
import { writePath } from "../../record/path.ts";
import type { SavePlan } from "../recording/played-save.ts";
import {
  makeRecordingHost,
  type RecordingHost,
  type RecordingHostOptions,
} from "../recording/recording-host.ts";
import { givenManifest } from "./given-plugin.ts";
import { makeShownField, type ShownField, type ShownGiven } from "./shown-field.ts";

export interface WidgetGiven<Value, Options>
  extends ShownGiven<Options>,
    Pick<
      RecordingHostOptions,
      | "path"
      | "language"
      | "entity"
      | "recordId"
      | "record"
      | "messages"
      | "references"
      | "pageSize"
      | "behaves"
      | "agrees"
      | "onAsked"
    > {
  /** May be one that the field refuses: a record may hold it. */
  readonly value?: Value | Json | undefined;
  /** What the host does otherwise; recorded all the same. */
  readonly host?: Partial<FieldHost>;
}

/** In StrictMode SWR leaves the listeners behind that it tells these by; nobody leaves a test's page. */
const neverHeard = () => () => {};

/**
 * Renders a widget as a form does, in StrictMode, with label, hint and error tied to it, and with a host that needs no
 * form and no network: it records what the widget asked for and answers from what is given here.
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
 * A sentence is said as in a form: by the field, by `messages`, by the manifest in `language`. The machine's own
 * (`picker.…`, `rule.…`), where `messages` has none, are said as their key and values: `picker.clear {"label":"Stars"}`.
 * Throws an Error for a manifest or options that do not hold, and whatever the widget throws while it renders or in an effect;
 * so do `set`, `change` and the like, and `changes` as soon as they are looked at. What is given to `onChange` and is no JSON, or
 * while the widget is drawn, is such a bug. Call testing-library's `cleanup` after each test.
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
  const { path = "field", value, record = {} } = given;
  const changes: (Value | null)[] = [];
  let blurs = 0;
  const shown = makeShownField<Options>(checked, path, given);
  const host = makeRecordingHost({
    ...given,
    path,
    manifest: checked,
    label: shown.now().label,
    field: given.field,
    fieldMessages: given.field?.messages,
    record: value === undefined ? record : writePath(record, path, value as Json),
    own: given.host,
  });

  let thrown: { readonly error: unknown } | undefined;
  const view = render(
    <StrictMode>
      <SWRConfig value={{ provider: () => new Map(), initFocus: neverHeard, initReconnect: neverHeard }}>
        <HostContext value={host}>
          <WidgetFrame
            shown={shown}
            host={host}
            Widget={plugin.widget}
            onChange={(json, next) => {
              changes.push(next);
              const { disabled, readOnly } = shown.now();
              // The form keeps what is stored.
              if (!disabled && !readOnly) host.change(json);
            }}
            onBlur={() => {
              blurs += 1;
            }}
          />
        </HostContext>
      </SWRConfig>
    </StrictMode>,
    // A form sets such a field aside; a test is to hear of it.
    { onCaughtError: (error) => (thrown ??= { error }) },
  );
  function rethrow(): void {
    if (thrown !== undefined) throw thrown.error;
  }
  /** A list that throws, whatever is looked up in it, what the widget threw: its field failed. */
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
    /** How often the widget said that the person left it. */
    blurs() {
      rethrow();
      return blurs;
    },
    /** The element that the label points at. Throws where there is none: the field cannot take the focus. */
    control(): HTMLElement {
      rethrow();
      const found = document.getElementById(shown.now().id);
      if (found === null) throw new Error(`No element of the widget has the id "${shown.now().id}".`);
      return found;
    },
    /** Changes what the form gives the widget. */
    set: (next: ShownGiven<NoInfer<Options>>) => play(() => shown.set(next)),
    /** Another value from outside: the record was loaded anew, or a condition emptied the field. */
    change: (next: Value | Json | null) => play(() => host.change(next as Json)),
    /** Another record around the field, with the field's own value in it. */
    setRecord: (next: RecordData) => play(() => host.setRecord(next)),
    /** Plays a save of the form: what the widget holds is prepared, then it hears how the save ended. */
    async save(plan?: SavePlan) {
      const ended = await getConfig().asyncWrapper(() => host.save(plan));
      rethrow();
      return ended;
    },
    cancelSave: () => play(() => host.cancelSave()),
    /** Plays that the form is left without saving. */
    leave: () =>
      play(() => {
        host.leave();
        view.unmount();
      }),
  };
}

interface WidgetFrameProps<Value, Options> {
  readonly shown: ShownField<Options>;
  readonly host: RecordingHost;
  readonly Widget: ComponentType<WidgetProps<Value, Options>>;
  onChange(json: Json, given: Value | null): void;
  onBlur(): void;
}

/** Label above, hint and error below, as the form ties them; and something else on the page to go to. */
function WidgetFrame<Value, Options>(props: WidgetFrameProps<Value, Options>) {
  const { shown } = props;
  const { hint, error, field, parts, ...given } = useSyncExternalStore(shown.subscribe, shown.now);
  return (
    <>
      <label htmlFor={given.id}>{given.label}</label>
      <div className="form-field-control">
        <Boundary>
          <Suspense fallback={<div aria-hidden="true" />}>
            <DrawnWidget {...props} given={given} />
          </Suspense>
        </Boundary>
      </div>
      <div aria-live="polite">
        {error !== undefined && <p id={errorId(given.path)}>{error}</p>}
        <PartErrors path={given.path} field={field} parts={parts} say={props.host.message} />
      </div>
      <p id={hintId(given.path)}>{hint}</p>
      <button type="button">elsewhere</button>
    </>
  );
}

type Given<Value, Options> = Omit<WidgetProps<Value, Options>, "value" | "onChange" | "onBlur">;

function DrawnWidget<Value, Options>({
  host,
  Widget,
  given,
  onChange,
  onBlur,
}: WidgetFrameProps<Value, Options> & { readonly given: Given<Value, Options> }) {
  const value = useSyncExternalStore(host.subscribeRecord, host.value);
  const [fault, setFault] = useState<Error>();
  const change = useChange(onChange, setFault);
  if (fault !== undefined) throw fault;
  return <Widget {...given} value={value as Value} onChange={change} onBlur={onBlur} />;
}

/** What is thrown reaches the root's `onCaughtError`; the rest of the page stands. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
