import { type CellProps, definePlugin, type ImageRecord, smallImageUrl } from "admin";
import "../cells.css";

function ImageCell({ value, title }: CellProps<ImageRecord | readonly ImageRecord[]>) {
  const image = isList(value) ? value[0] : value;
  if (typeof image?.imgUrl !== "string") return <span className="cell-image" aria-hidden="true" />;
  return (
    <img
      className="cell-image"
      src={smallImageUrl(image.imgUrl)}
      alt={title}
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
    />
  );
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: unknown): value is readonly ImageRecord[] {
  return Array.isArray(value);
}

export default definePlugin({ cell: ImageCell, width: "narrow" });
