import type { ComponentProps } from "react";
import { makeChunk } from "../../problem/chunk.tsx";
import { Icon } from "../../shell/glyphs.tsx";
import { PanelButton } from "../../shell/panel/panel-button.tsx";
import type ViewPanel from "./view-panel.tsx";

const PanelChunk = makeChunk(() => import("./view-panel.tsx"));

/** The button that opens what a person may choose about a list. */
export function ViewSettings(panel: Omit<ComponentProps<typeof ViewPanel>, "close" | "button">) {
  const label = panel.say("view.settings");
  return (
    <PanelButton
      chunk={PanelChunk}
      panel={panel}
      className="button view-settings"
      aria-label={label}
      title={label}
    >
      <Icon name="sliders-h" />
    </PanelButton>
  );
}
