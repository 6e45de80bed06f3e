import { useMessage } from "../../messages/use-message.ts";
import { makeChunk } from "../../problem/chunk.tsx";
import { Icon } from "../glyphs.tsx";
import { PanelButton } from "../panel/panel-button.tsx";

const PanelChunk = makeChunk(() => import("./person-panel.tsx"));

/** Who is logged in, and the button that opens what they choose for themselves. */
export function PersonMenu({ greeting }: { readonly greeting: string }) {
  const say = useMessage();
  return (
    <PanelButton
      chunk={PanelChunk}
      panel={{ say }}
      className="button button-quiet person"
      title={say("person.settings")}
    >
      <span className="header-greeting">{greeting}</span>
      <Icon name="angle-down" />
    </PanelButton>
  );
}
