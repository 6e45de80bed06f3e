import { useRef, useState } from "react";
import { useMessage } from "../../messages/use-message.ts";
import { ChunkView, makeChunk, preloading } from "../../problem/chunk.tsx";
import { Icon } from "../glyphs.tsx";

const PanelChunk = makeChunk(() => import("./person-panel.tsx"));
const preloadPanel = preloading(PanelChunk);

/** Who is logged in, and the button that opens what they choose for themselves. */
export function PersonMenu({ greeting }: { readonly greeting: string }) {
  const say = useMessage();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet person"
        title={say("person.settings")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setOpen(true)}
      >
        <span className="header-greeting">{greeting}</span>
        <Icon name="angle-down" />
      </button>
      {isOpen && <ChunkView chunk={PanelChunk} props={{ say, close, button }} pending={null} />}
    </>
  );
}
