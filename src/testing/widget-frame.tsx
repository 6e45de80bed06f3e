import { Component, type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { errorId, hintId } from "../admin/form/field-ids.ts";
import type { RecordingHost } from "../plugin/recording-host.ts";
import type { WidgetProps } from "../plugin/widget.ts";
import type { ShownField } from "./shown-field.ts";

interface WidgetFrameProps<Value, Options> {
  readonly shown: ShownField<Options>;
  readonly host: RecordingHost;
  readonly Widget: ComponentType<WidgetProps<Value, Options>>;
  onChange(value: Value | null): void;
  onBlur(): void;
}

/** Label above, hint and error below, as the form ties them; and something else on the page to go to. */
export function WidgetFrame<Value, Options>(props: WidgetFrameProps<Value, Options>) {
  const { shown, host, Widget, onChange, onBlur } = props;
  const { hint, error, ...given } = useSyncExternalStore(shown.subscribe, shown.now);
  const value = useSyncExternalStore(host.subscribeRecord, host.value);
  return (
    <>
      <label htmlFor={given.id}>{given.label}</label>
      <div className="form-field-control">
        <Boundary>
          <Suspense fallback={<div aria-hidden="true" />}>
            <Widget {...given} value={value as Value} onChange={onChange} onBlur={onBlur} />
          </Suspense>
        </Boundary>
      </div>
      <div aria-live="polite">{error !== undefined && <p id={errorId(given.path)}>{error}</p>}</div>
      <p id={hintId(given.path)}>{hint}</p>
      <button type="button">elsewhere</button>
    </>
  );
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
