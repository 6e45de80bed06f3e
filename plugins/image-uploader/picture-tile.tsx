import { useHost } from "admin";
import { useState } from "react";
import { Icon } from "./icons.tsx";
import type { MessageKey } from "./manifest.ts";
import { isLinkable } from "./picture-value.ts";
import type { ShownPicture } from "./use-pictures.ts";

interface PictureTileProps {
  readonly picture: ShownPicture;
  readonly alt: string;
  onZoom(): void;
  /** undefined where nothing may be changed. */
  readonly onRemove: (() => void) | undefined;
}

/** An image with its buttons; its preview opens it large. */
export function PictureTile({ picture, alt, onZoom, onRemove }: PictureTileProps) {
  const host = useHost<MessageKey>();
  const [broken, setBroken] = useState(false);
  return (
    <li className="images-tile">
      <div className="images-frame">
        {picture.preview === undefined ? (
          <p className="images-working" role="status">
            {host.message("compressing")}
            <progress aria-label={host.message("compressing")} value={picture.progress ?? 0} />
          </p>
        ) : broken ? (
          <p className="images-broken">{host.message("broken")}</p>
        ) : (
          <button
            type="button"
            className="images-zoom"
            aria-label={host.message("zoom", { image: alt })}
            onClick={onZoom}
          >
            <img src={picture.preview} alt={alt} onError={() => setBroken(true)} />
          </button>
        )}
        {picture.pending && picture.preview !== undefined && (
          <span className="images-pending">{host.message("pending")}</span>
        )}
      </div>
      <div className="images-actions">
        {picture.full !== undefined && isLinkable(picture.full) && (
          <a
            className="images-action"
            href={picture.full}
            download={picture.fileName}
            target="_blank"
            rel="noreferrer"
            aria-label={host.message("download", { image: alt })}
          >
            <Icon name="download" />
          </a>
        )}
        {onRemove !== undefined && (
          <button
            type="button"
            className="images-action images-remove"
            aria-label={host.message("remove", { image: alt })}
            onClick={onRemove}
          >
            <Icon name="remove" />
          </button>
        )}
      </div>
    </li>
  );
}
