import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useHost } from "admin";
import { type KeyboardEvent, useRef, useState } from "react";
import { BlockSelect } from "./block-select.tsx";
import { COMMANDS, type Command, HISTORY } from "./commands.ts";
import { Icon, type IconName } from "./icons.tsx";
import type { MessageKey, Options } from "./manifest.ts";

/** What a button opens: the address of a link, the alternative text of a picture. */
export type ToolbarBox = "link" | "pictureText";

interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  /** DOM id of the text that it formats. */
  readonly controls: string;
  readonly options: Options;
  /** The box that is open under it. */
  readonly box: ToolbarBox | undefined;
  onBox(box: ToolbarBox): void;
  onPictures(files: readonly File[]): void;
}

const ALL = [...COMMANDS.flat(), ...HISTORY];

/** One tab stop; the arrow keys, Home and End move between its controls. */
export function Toolbar({ editor, label, controls, options, box, onBox, onPictures }: ToolbarProps) {
  const host = useHost<MessageKey>();
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [stop, setStop] = useState("block");
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: ALL.filter((command) => command.isOn?.(current)).map(({ name }) => name),
      off: ALL.filter((command) => command.can?.(current) === false).map(({ name }) => name),
      link: current.isActive("link"),
      picture: current.isActive("image"),
    }),
  });

  function move(event: KeyboardEvent) {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  }

  /** The attributes that every control has. */
  const stopOf = (name: string) => ({
    "data-stop": name,
    tabIndex: stop === name ? 0 : -1,
    onFocus: () => setStop(name),
  });

  const button = (name: IconName, act: () => void, more: { pressed?: boolean; off?: boolean } = {}) => (
    <button
      key={name}
      type="button"
      className="rich-text-button"
      aria-label={host.message(name)}
      title={host.message(name)}
      aria-pressed={more.pressed}
      aria-disabled={more.off}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (more.off !== true) act();
      }}
      {...stopOf(name)}
    >
      <Icon name={name} />
    </button>
  );

  const commandButton = ({ name, isOn, run }: Command) =>
    button(name, () => run(editor.chain().focus()).run(), {
      ...(isOn === undefined ? {} : { pressed: state.on.includes(name) }),
      off: state.off.includes(name),
    });

  return (
    <div
      ref={bar}
      className="rich-text-toolbar"
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      onKeyDown={move}
    >
      <BlockSelect editor={editor} levels={options.headings} stop={stopOf("block")} />
      {COMMANDS.map((group) => (
        <div key={group[0]?.name} className="rich-text-group">
          {group.map(commandButton)}
        </div>
      ))}
      <div className="rich-text-group">
        {button("link", () => onBox("link"), { pressed: box === "link" || state.link })}
        {button("insertImage", () => files.current?.click())}
        {button("pictureText", () => onBox("pictureText"), {
          pressed: box === "pictureText",
          off: !state.picture,
        })}
        <input
          ref={files}
          type="file"
          hidden
          tabIndex={-1}
          multiple
          accept={options.imageTypes.join(",")}
          onChange={(event) => {
            onPictures([...(event.currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div className="rich-text-group">{HISTORY.map(commandButton)}</div>
    </div>
  );
}
