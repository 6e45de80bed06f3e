import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from "react";
import { errorId, hintId } from "../admin/form/field-ids.ts";
import { PartErrors } from "../admin/form/part-errors.tsx";
import { useChange } from "../admin/form/use-change.ts";
import type { RecordingHost } from "../admin/recording/recording-host.ts";
import type { Json } from "../model/record.ts";
import type { WidgetProps } from "../plugin/widget.ts";
import type { ShownField } from "./shown-field.ts";

interface WidgetFrameProps<Value, Options> {
  readonly shown: ShownField<Options>;
  readonly host: RecordingHost;
  readonly Widget: ComponentType<WidgetProps<Value, Options>>;
  onChange(json: Json, given: Value | null): void;
  onBlur(): void;
}

/** Label above, hint and error below, as the form ties them; and something else on the page to go to. */
export function WidgetFrame<Value, Options>(props: WidgetFrameProps<Value, Options>) {
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
