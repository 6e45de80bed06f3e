import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useHost } from "admin";
import type { ComponentProps } from "react";
import type { MessageKey } from "./manifest.ts";

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

interface BlockSelectProps {
  readonly editor: Editor;
  /** The levels of heading that are offered; the one of the selected text always is. */
  readonly levels: readonly number[];
  readonly stop: Pick<ComponentProps<"select">, "tabIndex" | "onFocus">;
}

/** Makes the selected text a paragraph or a heading. */
export function BlockSelect({ editor, levels, stop }: BlockSelectProps) {
  const host = useHost<MessageKey>();
  const current = useEditorState({
    editor,
    selector: ({ editor: now }) => LEVELS.find((level) => now.isActive("heading", { level })) ?? 0,
  });
  return (
    <select
      className="rich-text-block"
      aria-label={host.message("block")}
      value={current}
      onChange={(event) => {
        const level = LEVELS.find((one) => String(one) === event.currentTarget.value);
        const chain = editor.chain();
        if (level === undefined) chain.setParagraph().run();
        else chain.setHeading({ level }).run();
      }}
      {...stop}
    >
      <option value={0}>{host.message("paragraph")}</option>
      {LEVELS.filter((level) => levels.includes(level) || level === current).map((level) => (
        <option key={level} value={level}>
          {host.message("heading", { level })}
        </option>
      ))}
    </select>
  );
}
