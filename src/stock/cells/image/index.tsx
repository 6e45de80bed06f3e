import { type CellProps, definePlugin, type ImageRecord, smallImageUrl } from "admin";
import "../cells.css";

function ImageCell({ value, title, icon = "image" }: CellProps<ImageRecord | readonly ImageRecord[]>) {
  const image = isList(value) ? value[0] : value;
  if (typeof image?.imgUrl !== "string")
    return (
      <span className="cell-image cell-image-none" aria-hidden="true">
        <i className={`pi pi-${icon}`} />
      </span>
    );
  return (
    <img
      className="cell-image"
      src={smallImageUrl(image.imgUrl)}
      alt={title}
      width={36}
      height={36}
      loading="lazy"
      decoding="async"
    />
  );
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: unknown): value is readonly ImageRecord[] {
  return Array.isArray(value);
}

/** No text: as narrow as a column is. */
const noTexts = () => [];

export default definePlugin({ cell: ImageCell, width: noTexts });
