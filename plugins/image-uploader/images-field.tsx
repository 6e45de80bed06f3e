import { useHost } from "admin";
import { type ClipboardEvent, type DragEvent, type FocusEvent, useEffect, useRef, useState } from "react";
import { Icon } from "./icons.tsx";
import "./images.css";
import type { MessageKey } from "./manifest.ts";
import { PictureTile } from "./picture-tile.tsx";
import { type ImagesProps, type ShownPicture, usePictures } from "./use-pictures.ts";
import { Zoom } from "./zoom.tsx";

/** Tiles of the field's images, and a button to choose more, which can also be dropped or pasted. */
export function ImagesField(props: ImagesProps) {
  const { id, label, disabled, readOnly, describedBy, invalid, options, onBlur } = props;
  const host = useHost<MessageKey>();
  const { pictures, several, limit, full, refused, leftOut, add } = usePictures(props);
  const [over, setOver] = useState(false);
  const [zoomed, setZoomed] = useState<ShownPicture>();
  const addButton = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const removed = useRef(false);
  const fixed = disabled || readOnly;

  // The button that had the focus was removed with its image.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an image has left
  useEffect(() => {
    if (removed.current) addButton.current?.focus();
    removed.current = false;
  }, [pictures.length]);

  // The value may change while the question is open.
  const now = useRef({ pictures, fixed });
  now.current = { pictures, fixed };

  async function remove({ key }: ShownPicture) {
    const yes = await host.confirm({
      title: host.message("removeTitle"),
      text: host.message("removeConfirm"),
      confirm: host.message("removeYes"),
      cancel: host.message("removeNo"),
      danger: true,
    });
    const picture = now.current.pictures.find((one) => one.key === key);
    if (!yes || now.current.fixed || picture === undefined) return;
    removed.current = true;
    picture.remove();
  }

  function take(event: ClipboardEvent | DragEvent, files: FileList) {
    setOver(false);
    if (files.length === 0 || fixed) return;
    event.preventDefault();
    add([...files]);
  }

  function leave(event: FocusEvent<HTMLElement>) {
    const inside = event.currentTarget.contains(event.relatedTarget ?? document.activeElement);
    if (!inside) onBlur();
  }

  const altOf = (index: number) => host.message("alt", { number: index + 1, count: pictures.length });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend; the form has drawn the label
    <div
      role="group"
      aria-label={label}
      className="images"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onBlur={leave}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDragOver={(event) => {
        if (fixed || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      {pictures.length > 0 && (
        <ul className="images-list" aria-label={label}>
          {pictures.map((picture, index) => (
            <PictureTile
              key={picture.key}
              picture={picture}
              alt={altOf(index)}
              onZoom={() => setZoomed(picture)}
              onRemove={fixed ? undefined : () => void remove(picture)}
            />
          ))}
        </ul>
      )}
      <div className="images-add">
        <button
          ref={addButton}
          type="button"
          id={id}
          className="images-button"
          aria-label={`${label} ${host.message("add")}`}
          aria-describedby={describedBy}
          disabled={fixed || full}
          onClick={() => input.current?.click()}
        >
          <Icon name="add" />
          {host.message("add")}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept={options.types.join(",")}
          multiple={several && limit > 1}
          disabled={fixed || full}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
        {!fixed && !full && <span className="images-hint">{host.message("hint")}</span>}
        {several && Number.isFinite(limit) && (
          <span className="images-count" role="status">
            {host.message("count", { count: pictures.length, limit })}
          </span>
        )}
      </div>
      <div role="alert" className="images-refused">
        {refused.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {/* There are as many as there may be, which is no error. */}
      <div role="status" className="images-left-out">
        {leftOut !== undefined && <p>{leftOut}</p>}
      </div>
      {zoomed?.full !== undefined && (
        <Zoom
          url={zoomed.full}
          alt={altOf(pictures.findIndex(({ key }) => key === zoomed.key))}
          onClose={() => setZoomed(undefined)}
        />
      )}
    </div>
  );
}
