import { useHost } from "admin";
import { useEffect } from "react";
import { useFieldHost } from "../../../../src/plugin/use-host.ts";
import { Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** Asks for records without a word on when to stop. */
function Asking({ signal, ...props }: Props & { signal: AbortSignal | undefined }) {
  const host = useFieldHost();
  useEffect(() => {
    void host.listReferences({ entity: "authors", page: 1 }, signal).catch(() => {});
  }, [host, signal]);
  return <Note {...props} />;
}

/** Does something to the page, and does not take it back. */
function Leaving({ act, ...props }: Props & { act(): void }) {
  useEffect(act, [act]);
  return <Note {...props} />;
}

const listen = () => window.addEventListener("resize", () => {});
const listenAnew = () => {
  document.addEventListener("keydown", () => {});
  return () => document.removeEventListener("keydown", () => {});
};
const tick = () => void setInterval(() => {}, 1000);
const hang = () => document.body.append(Object.assign(document.createElement("div"), { hidden: true }));
const lock = () => document.body.setAttribute("data-locked", "yes");

/** Widgets that ask, act or leave something behind after they are gone (P12, P19). */
export const BAD_AFTERLIFE: readonly BadPlugin[] = [
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
];
