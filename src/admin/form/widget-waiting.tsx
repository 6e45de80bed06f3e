import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { Fault } from "./fault.ts";
import { useForm } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";

/** Milliseconds that a field waits for its widget. */
const READY = 20_000;

interface WidgetWaitingProps {
  readonly leaf: Leaf;
  /** Whether the widget was there before. */
  readonly hasCome: Readonly<RefObject<boolean>>;
}

/** Holds the place of a widget that is on its way; sets the field aside when that takes too long, until it arrives after all. */
export function WidgetWaiting({ leaf: { path, field }, hasCome }: WidgetWaitingProps) {
  const { store, machine } = useForm();
  const name = field.widget?.name ?? "";
  const isAside = useSyncExternalStore(store.subscribe, () => store.fault(path) !== undefined);
  const said = useRef<Fault>(undefined);
  useLayoutEffect(() => {
    if (isAside) return;
    const timer = setTimeout(() => {
      const reason = machine.widgets.isLoading(name) ? "chunk" : "slow";
      said.current = { reason, error: undefined, goesOn: hasCome.current };
      store.setAside(path, said.current);
    }, READY);
    return () => clearTimeout(timer);
  }, [store, machine, path, name, hasCome, isAside]);
  useLayoutEffect(
    () => () => {
      if (said.current !== undefined && store.fault(path) === said.current) store.takeBack(path, "asItIs");
    },
    [store, path],
  );
  return <div className="widget-waiting" aria-hidden="true" />;
}
