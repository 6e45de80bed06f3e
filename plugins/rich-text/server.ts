import { defineServerPlugin } from "admin";
import { cleanHtml, convertHtml, isEmptyHtml } from "./clean-html.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";
import { mapPictures, pictureKind, picturesIn, readInline } from "./pictures.ts";

/**
 * Rich text before it is stored. There is no read side: nothing of this product shows stored HTML but the editor,
 * which parses it into its own document; other clients show it as HTML and rely on this.
 */
export default defineServerPlugin<Value, Options, MessageKey>({
  /** undefined for the form that was there before there were two: what is stored without a name is in it. */
  storedForm: ({ output }) => (output === "semantic" ? undefined : output),

  convert: (value, { output }) => convertHtml(value, output),

  /**
   * Cleans, and keeps inline pictures as uploads. A picture of this server that it never gave out stays, for `check`
   * to refuse: dropping it would lose what someone sees.
   */
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
    // Written anew, an address may be spelled otherwise: what changes nothing keeps every character.
    if (stored.size === 0) return html;
    return mapPictures(html, (address) => stored.get(address) ?? address);
  },

  async check(value, context) {
    for (const address of new Set(picturesIn(value)))
      if (pictureKind(address) === "own" && (await context.findImage(address)) === undefined)
        return [{ keyword: "lostImage" }];
    return [];
  },

  /** Addresses of other hosts too: an older client may have written ours with its host. */
  images(value) {
    return [...new Set(picturesIn(value))].filter((address) => pictureKind(address) !== "inline");
  },
});
