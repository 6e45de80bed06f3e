import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { ChunkView, makeChunk, preloading } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import { configPath } from "./access.ts";
import { Icon, KindIcon } from "./glyphs.tsx";
import "./problem-bar.css";

const ListChunk = makeChunk(async () => ({ default: (await import("./problem-list.tsx")).ProblemList }));
const preloadList = preloading(ListChunk);

/** Says on every screen, to accounts that may know, that something in the config is wrong; its list opens over the page. */
export function ProblemBar() {
  const { view } = useApp();
  const say = useMessage();
  const { problems } = view;
  const [open, setOpen] = useState(false);
  const list = useId();
  const bar = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes it
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: PointerEvent) => {
      if (target instanceof Node && !bar.current?.contains(target)) setOpen(false);
    };
    const leave = ({ key: pressed }: KeyboardEvent) => {
      if (pressed !== "Escape") return;
      if (bar.current?.contains(document.activeElement)) toggle.current?.focus();
      setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", leave);
    };
  }, [open]);

  if (problems === undefined) return null;
  const count = problems.length;
  const sentence = count === 1 ? say("config.oneProblem") : say("config.problems", { count });
  return (
    <div ref={bar} className="problem-bar">
      {/* On the page while it is empty, so that screen readers announce what appears in it. */}
      <div role="status">
        {count > 0 && (
          <button
            ref={toggle}
            type="button"
            className="problem-bar-toggle"
            aria-expanded={open}
            aria-controls={list}
            onPointerEnter={preloadList}
            onFocus={preloadList}
            onClick={() => setOpen(!open)}
          >
            <KindIcon kind="warning" />
            <span>{sentence}</span>
            <Icon name={open ? "angle-up" : "angle-down"} />
          </button>
        )}
      </div>
      {count > 0 && open && (
        <section id={list} className="problem-bar-list" aria-label={say("config.problemsList")}>
          {/* For windows in which the bar cuts it. */}
          <p className="problem-bar-sentence">{sentence}</p>
          <ChunkView
            chunk={ListChunk}
            props={{
              problems,
              label: say("config.problemsList"),
              addressOf: view.editsConfig ? configPath : undefined,
              chosen: () => setOpen(false),
            }}
          />
        </section>
      )}
    </div>
  );
}
