import { defineServerPlugin } from "admin";
import { cleanHtml, convertHtml, isEmptyHtml } from "./clean-html.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";
import { mapPictures, pictureKind, picturesIn, readInline } from "./pictures.ts";

/** Cleans rich text before it is stored. Other clients show the stored HTML as it is, and rely on this. */
export default defineServerPlugin<Value, Options, MessageKey>({
  /** Values that are stored without the name of a form are semantic. */
  storedForm: ({ output }) => (output === "semantic" ? undefined : output),

  convert: (value, { output }) => convertHtml(value, output),

  /** Also stores inline pictures as images. `check` refuses unknown pictures of this server, which are not dropped here. */
  async clean(value, context) {
    const html = cleanHtml(value, context.options.output);
    if (isEmptyHtml(html)) return "";
    const stored = new Map<string, string>();
    for (const address of new Set(picturesIn(html))) {
      const inline = readInline(address);
      if (inline === undefined) continue;
      const image = await context.storeImage(Buffer.from(inline.base64, "base64"));
      stored.set(address, image.imgUrl);
    }
    // `mapPictures` may escape addresses in another way, so HTML without inline pictures is returned as it is.
    if (stored.size === 0) return html;
    return mapPictures(html, (address) => stored.get(address) ?? address);
  },

  async check(value, context) {
    for (const address of new Set(picturesIn(value)))
      if (pictureKind(address) === "own" && (await context.findImage(address)) === undefined)
        return [{ keyword: "lostImage" }];
    return [];
  },

  /** Addresses with a host too, since an older client may have written ours so. */
  images(value) {
    return [...new Set(picturesIn(value))].filter((address) => pictureKind(address) !== "inline");
  },
});
