import { NodeSelection, type Selection } from "@tiptap/pm/state";
import { EditorContent, useEditorState } from "@tiptap/react";
import { useHost } from "admin";
import { LinkBox } from "./link-box.tsx";
import type { MessageKey } from "./manifest.ts";
import "./rich-text.css";
import "./content.css";
import { useState } from "react";
import { PictureTextBox } from "./picture-text-box.tsx";
import { Toolbar, type ToolbarBox } from "./toolbar.tsx";
import { type RichTextProps, useRichText } from "./use-rich-text.ts";

/** The toolbar, the text, and why the last pictures were refused. */
export function RichTextField(props: RichTextProps) {
  const host = useHost<MessageKey>();
  const { editor, fixed, refusals, insertPictures } = useRichText(props);
  const [chosen, setBox] = useState<ToolbarBox>();
  const { empty, picture } = useEditorState({
    editor,
    selector: ({ editor: { isEmpty, state } }) => ({
      empty: isEmpty,
      /** Where the selected picture is. */
      picture: isPicture(state.selection) ? state.selection.from : undefined,
    }),
  });
  const box = chosen === "pictureText" && picture === undefined ? undefined : chosen;
  const limit = Math.round((props.options.maxImageBytes / 1024 / 1024) * 10) / 10;
  const kinds = new Intl.ListFormat(host.language, { type: "disjunction" }).format(
    props.options.imageTypes.map((type) => type.replace("image/", "").toUpperCase()),
  );
  const sentences = new Set(refusals.map(({ key, ...of }) => host.message(key, { ...of, limit, kinds })));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus leaves it
    <div
      className="rich-text"
      data-invalid={props.invalid || undefined}
      data-fixed={fixed || undefined}
      data-empty={empty || undefined}
      data-output={props.options.output}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) props.onBlur();
      }}
    >
      {!fixed && (
        <Toolbar
          editor={editor}
          label={host.message("toolbar", { label: props.label })}
          controls={props.id}
          options={props.options}
          box={box}
          onBox={(next) => setBox(next === box ? undefined : next)}
          onPictures={insertPictures}
        />
      )}
      {box === "link" && !fixed && <LinkBox editor={editor} onClose={() => setBox(undefined)} />}
      {box === "pictureText" && !fixed && (
        <PictureTextBox key={picture} editor={editor} onClose={() => setBox(undefined)} />
      )}
      <div className="rich-text-page">
        {empty && props.placeholder !== undefined && (
          <p className="rich-text-placeholder" aria-hidden="true">
            {props.placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
      <div role="alert" className="rich-text-refused">
        {[...sentences].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

function isPicture(selection: Selection): boolean {
  return selection instanceof NodeSelection && selection.node.type.name === "image";
}
