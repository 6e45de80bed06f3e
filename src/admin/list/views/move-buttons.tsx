import type { Say } from "../../messages/say.ts";
import { Icon } from "../../shell/glyphs.tsx";

interface MoveButtonsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly move: (by: number) => void;
  readonly say: Say;
}

/** Moves an item of a list one place up or down. */
export function MoveButtons({ name, index, count, move, say }: MoveButtonsProps) {
  const button = (by: -1 | 1, icon: string, label: string) => {
    const isOff = index + by < 0 || index + by >= count;
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        // Not `disabled`: at an end the button that led there keeps the focus.
        aria-disabled={isOff}
        onClick={isOff ? undefined : () => move(by)}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <span className="view-moves">
      {button(-1, "angle-up", say("view.up", { name }))}
      {button(1, "angle-down", say("view.down", { name }))}
    </span>
  );
}
