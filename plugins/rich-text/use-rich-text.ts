import { type Editor, getSchema } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type Editor as ReactEditor, useEditor } from "@tiptap/react";
import { useHost, usePendingWork, type WidgetProps } from "admin";
import { useEffect, useMemo, useRef, useState } from "react";
import { readDocument, writeDocument } from "./document.ts";
import { extensionsFor, isShowable } from "./extensions.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";
import { parseHtml } from "./parse-html.ts";
import {
  giveUpAll,
  giveUpUnused,
  type InlineUploads,
  inlineIn,
  saveInline,
  standInFor,
} from "./save-inline.ts";
import { type Refusal, takePictures } from "./take-pictures.ts";

export type RichTextProps = WidgetProps<Value, Options>;

/** The value that the editor was opened with. It stays the value as long as the document is the same. */
interface Opened {
  readonly value: string | null | undefined;
  readonly document: Node;
}

/** The editor of a field, and its inline pictures, which are uploaded on save. */
export function useRichText(props: RichTextProps) {
  const { id, label, value, options, required, disabled, readOnly, invalid, describedBy, onChange } = props;
  const host = useHost<MessageKey>();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [uploads] = useState<InlineUploads>(() => ({ kept: new Map(), isLeft: false }));

  const [{ extensions, opened, emitted }] = useState(() => {
    const texts = {
      alt: () => host.message("imageAlt"),
      elsewhere: (address: string) => host.message("imageElsewhere", { address }),
    };
    const list = extensionsFor({ undoDepth: options.undoDepth, undoDelay: options.undoDelay, texts });
    const first: Opened = { value, document: readDocument(getSchema(list), value) };
    return { extensions: list, opened: { current: first }, emitted: { current: value } };
  });

  const fixed = disabled || readOnly;
  const attributes = useMemo(
    () => ({
      id,
      role: "textbox",
      class: "rich-text-content",
      "aria-label": label,
      "aria-multiline": "true",
      "aria-required": String(required),
      "aria-invalid": String(invalid),
      "aria-readonly": String(readOnly),
      "aria-disabled": String(disabled),
      ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
      // Focusable by keyboard also while read-only.
      tabindex: "0",
    }),
    [id, label, required, invalid, readOnly, disabled, describedBy],
  );

  async function insertPictures(target: Editor, files: readonly File[], at?: number) {
    const { addresses, refused } = await takePictures(files, options);
    setRefusals(refused);
    if (addresses.length === 0 || target.isDestroyed || !target.isEditable) return;
    const content = addresses.map((src) => ({ type: "image", attrs: { src } }));
    target.chain().focus(at).insertContent(content).run();
  }

  // The editor keeps the functions that it was made with; through the ref they call the latest ones.
  const latest = useRef({ onChange, insertPictures });
  latest.current = { onChange, insertPictures };
  const editorRef = useRef<ReactEditor>(null);

  const editorProps = useMemo(
    () => ({
      attributes,
      ...scrollRoom(),
      transformPastedHTML: (html: string) => parseHtml(html).innerHTML,
      handlePaste: (_: unknown, event: ClipboardEvent) => {
        const files = [...(event.clipboardData?.files ?? [])];
        const pasted = parseHtml(event.clipboardData?.getData("text/html") ?? "");
        // Word also pastes a picture of the text.
        if (files.length === 0 || hasText(pasted)) {
          const count = picturesLeftOut(pasted);
          setRefusals(count === 0 ? [] : [{ key: "notPasted", count }]);
          return false;
        }
        if (editorRef.current !== null) void latest.current.insertPictures(editorRef.current, files);
        return true;
      },
      handleDrop: (
        view: { posAtCoords: Editor["view"]["posAtCoords"] },
        event: DragEvent,
        _: unknown,
        moved: boolean,
      ) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (moved || files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (editorRef.current !== null) void latest.current.insertPictures(editorRef.current, files, at);
        return true;
      },
    }),
    [attributes],
  );

  const editor = useEditor({
    extensions,
    content: opened.current.document.toJSON(),
    editable: !fixed,
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      const { document, value: original } = opened.current;
      const now = changed.state.doc;
      // Compared as JSON, since the two documents have two instances of the schema.
      const same =
        now.content.size === document.content.size && JSON.stringify(now) === JSON.stringify(document);
      emitted.current = same ? original : writeDocument(now, options.output);
      latest.current.onChange(emitted.current ?? null);
    },
  });
  editorRef.current = editor;

  useEffect(() => {
    if (editor.isEditable === fixed) editor.setEditable(!fixed, false);
  }, [editor, fixed]);

  // The value changed outside: the record was loaded again, or a condition cleared the field.
  useEffect(() => {
    if ((value ?? "") === (emitted.current ?? "")) return;
    emitted.current = value;
    opened.current = { value, document: readDocument(editor.schema, value) };
    const { tr, doc } = editor.state;
    const content = opened.current.document.content;
    editor.view.dispatch(
      tr
        .replaceWith(0, doc.content.size, content)
        .setMeta("addToHistory", false)
        .setMeta("preventUpdate", true),
    );
  }, [editor, value, emitted, opened]);

  const edited = value !== opened.current.value;
  const inline = useMemo(() => (edited && typeof value === "string" ? inlineIn(value) : []), [edited, value]);
  // Also while there are only uploads of a failed save to remove.
  const isPending = inline.length > 0 || uploads.kept.size > 0;
  usePendingWork<Value>(
    isPending
      ? {
          ...(typeof value === "string" ? { standIn: standInFor(value, inline) } : {}),
          prepare: async (context) =>
            typeof value === "string" ? saveInline(host, value, inline, uploads, context) : null,
          saved: () => giveUpUnused(host, inline, uploads),
          left: () => giveUpAll(host, uploads),
        }
      : undefined,
  );

  return {
    editor,
    fixed,
    refusals,
    insertPictures: (files: readonly File[]) => insertPictures(editor, files),
  };
}

/** The caret stays out of what sticks to the window, as the focus of other fields does. */
function scrollRoom() {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const rooms = { top: roomOf(scrollPaddingTop), bottom: roomOf(scrollPaddingBottom), left: 5, right: 5 };
  return { scrollThreshold: rooms, scrollMargin: rooms };
}

function roomOf(padding: string): number {
  return Number.parseFloat(padding) || 5;
}

function hasText(pasted: HTMLElement): boolean {
  return (pasted.textContent ?? "").trim() !== "";
}

/** How many of its pictures cannot be read from here: Word names files of its own computer. */
function picturesLeftOut(pasted: HTMLElement): number {
  return [...pasted.querySelectorAll("img")].filter((one) => !isShowable(one.getAttribute("src"))).length;
}
