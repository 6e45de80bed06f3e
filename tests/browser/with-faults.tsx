import { definePlugin, OptionFault, type PendingWork, usePendingWork, type WidgetProps } from "admin";
import { type ComponentType, use, useEffect } from "react";
import type { BrowserPlugin } from "../../src/plugin/widget.ts";
import type { Fault } from "./fault.ts";

/** The plugin itself, its widget breaking as the page is told to. In each of them the plugin's own is drawn as well. */
export function withFaults(plugin: BrowserPlugin): BrowserPlugin {
  if (!("widget" in plugin)) return plugin;
  const Widget: ComponentType<WidgetProps> = plugin.widget;
  return definePlugin({
    widget: (props: WidgetProps) => (
      <>
        <Widget {...props} />
        {globalThis.fault !== undefined && <Broken fault={globalThis.fault} value={props.value} />}
      </>
    ),
  });
}

const NEVER = new Promise<never>(() => {});

function Broken({ fault, value }: { readonly fault: Fault; readonly value: WidgetProps["value"] }) {
  usePendingWork(workOf(fault, value));
  useEffect(() => {
    if (fault.kind === "effect") throw new Error("broken in an effect");
    return () => {
      if (fault.kind === "clean-up") throw new Error("broken in a clean-up");
    };
  }, [fault]);
  if (fault.kind === "render") throw new Error("broken while it was drawn");
  if (fault.kind === "option") throw new OptionFault(fault.option ?? "", "cannot be what it is");
  if (fault.kind === "suspend") use(NEVER);
  return null;
}

function workOf({ kind }: Fault, value: WidgetProps["value"]): PendingWork | undefined {
  const standIn = value ?? null;
  if (kind === "prepare")
    return { standIn, prepare: () => Promise.reject(new Error("broken while it prepared")) };
  if (kind === "never") return { standIn, prepare: () => NEVER };
  return undefined;
}
