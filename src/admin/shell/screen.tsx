import { type ReactNode, useContext, useLayoutEffect } from "react";
import { useSpeaking } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { FrameContext, ScreenHeading } from "./screen-heading.tsx";
import { TOAST_KEY } from "./toast.tsx";

interface ScreenProps {
  /** The class of the whole; the line of the heading is `<name>-head`. */
  readonly name: string;
  readonly title: string;
  /** The browser's tab, where it says more than title and product. */
  readonly tab?: string | undefined;
  /** Something on it is not saved: the tab says so. */
  readonly isUnsaved?: boolean | undefined;
  /** Where it is not the app's. */
  readonly language?: string;
  /** Beside the heading. */
  readonly toolbar?: ReactNode;
  /** Its code is loading: this is its place. */
  readonly isPending?: boolean;
  /** The failure, else the skeleton, else what there is. */
  readonly children: ReactNode;
}

/** What every screen behind log-in is drawn as. */
export function Screen({ name, language, toolbar, children, ...heads }: ScreenProps) {
  const { isPending } = heads;
  useToastWords(language);
  const heading = <ScreenHeading {...heads} />;
  return (
    <div className={name} lang={language} aria-busy={isPending}>
      {toolbar === undefined ? (
        heading
      ) : (
        <div className={`${name}-head`}>
          {heading}
          {toolbar}
        </div>
      )}
      {children}
    </div>
  );
}

/** Toasts speak the language of the screen that they are shown over; not that of a screen inside it, such as a preview. */
function useToastWords(language: string | undefined): void {
  const { toasts } = useServices();
  const { inner } = useContext(FrameContext);
  const say = useSpeaking()(language);
  const close = say("toast.close");
  const key = say("toast.key", { key: TOAST_KEY });
  useLayoutEffect(() => {
    if (language !== undefined && !inner) return toasts.speak({ language, close, key });
  }, [toasts, language, inner, close, key]);
}
