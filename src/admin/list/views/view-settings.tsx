import { type ComponentProps, useRef, useState } from "react";
import type { Say } from "../../messages/say.ts";
import { ChunkView, makeChunk, preloading } from "../../problem/chunk.tsx";
import { Icon } from "../../shell/glyphs.tsx";
import type ViewPanel from "./view-panel.tsx";

const PanelChunk = makeChunk(() => import("./view-panel.tsx"));
const preloadPanel = preloading(PanelChunk);

interface ViewSettingsProps extends Omit<ComponentProps<typeof ViewPanel>, "close" | "button"> {
  readonly say: Say;
}

/** The button that opens what a person may choose about a list. */
export function ViewSettings({ say, ...panel }: ViewSettingsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button view-settings"
        aria-label={say("view.settings")}
        title={say("view.settings")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setOpen(true)}
      >
        <Icon name="sliders-h" />
      </button>
      {isOpen && <ChunkView chunk={PanelChunk} props={{ ...panel, say, close, button }} pending={null} />}
    </>
  );
}
