import type { JsonObject } from "../../record/json.ts";
import { AS_DEVICE, THEMES } from "../../wire/preferences.ts";

/**
 * Language and colours as an account chose them, kept on the device too: a start shows them before anything is known of the
 * account, and so does the log-in page. The colours are read there by `browser/first-paint.js`, the language by the client.
 */
export interface DeviceLook {
  /** As requests send it (`LANGUAGE_HEADER`); undefined: none is chosen. */
  language(): string | undefined;
  /** Takes over what is chosen now, and says whether that is another language. */
  adopt(chosen: JsonObject): boolean;
}

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const THEME = "theme";
const LANGUAGE = "language";

interface Device {
  readonly storage: Kept;
  /** Whose `data-theme` the style sheets go by; without one colours are the device's. */
  readonly root: Pick<HTMLElement, "dataset">;
  /** Those that the device is set to. */
  readonly languages: readonly string[];
}

export function makeDeviceLook({ storage, root, languages }: Device): DeviceLook {
  let language = storage.getItem(LANGUAGE) ?? undefined;
  function keep(key: string, value: string | undefined): void {
    try {
      if (value === undefined) storage.removeItem(key);
      else if (storage.getItem(key) !== value) storage.setItem(key, value);
    } catch {
      // Where nothing can be stored, colours hold for this page.
    }
  }
  return {
    language: () => language,
    adopt({ theme, language: chosen }) {
      const colours = THEMES.find((one) => one === theme && one !== AS_DEVICE);
      keep(THEME, colours);
      if (colours === undefined) delete root.dataset.theme;
      else root.dataset.theme = colours;
      const before = language;
      language = chosen === AS_DEVICE ? languages.join() : typeof chosen === "string" ? chosen : undefined;
      keep(LANGUAGE, language);
      return language !== before;
    },
  };
}
