import "../form-foot.css";
import { type ReactNode, useContext, useLayoutEffect, useRef } from "react";
import { FrameContext } from "../../shell/screen-heading.tsx";

interface FormFootProps {
  /** What is told while somebody types, as that another has changed the record: here it moves no field. */
  readonly notices: ReactNode;
  /** The bar. */
  readonly children: ReactNode;
}

/** The end of the form, which stays in sight: notices above the bar. */
export function FormFoot({ notices, children }: FormFootProps) {
  const { inner } = useContext(FrameContext);
  const foot = useRef<HTMLDivElement>(null);
  const told = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A page that is not drawn, as in tests, has no observer.
    if (inner || told.current === null || foot.current === null || !("ResizeObserver" in window)) return;
    return followHeight(told.current, foot.current);
  }, [inner]);
  return (
    <div ref={foot} className="form-foot">
      <div ref={told} className="form-notices">
        {notices}
      </div>
      {children}
    </div>
  );
}

/** Tells the page how high the notices are (`--notices`, see form-foot.css). What has the focus does not come to lie behind them. */
function followHeight(told: HTMLElement, foot: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty("--notices", `${told.offsetHeight}px`);
    const { activeElement: focused } = document;
    const sticks = getComputedStyle(foot).position === "sticky";
    if (!sticks || focused === null || foot.contains(focused) || !foot.parentElement?.contains(focused))
      return;
    if (focused.getBoundingClientRect().bottom > foot.getBoundingClientRect().top)
      focused.scrollIntoView({ block: "nearest" });
  });
  observer.observe(told);
  return () => {
    observer.disconnect();
    style.removeProperty("--notices");
  };
}
