/**
 * The root of `/dev/plugins`, the gallery of plugins; under `npm run dev` alone, the built product holds nothing of it.
 *
 * How an author works with it: run `npm run dev`, open `/dev/plugins`, choose the plugin. Every example of its `plugin.json` is
 * shown empty, filled, read-only, disabled and with an error, drawn by the form that staff use. Write in the widget and
 * its value stands below as JSON; edit that, or the record around it, and the widget follows. Options are edited in a form
 * made of the plugin's own option schema, which refuses what a config's check would refuse. What the widget asks of its host
 * is listed; where it holds work until save, play a save, a failure or leaving. Let the server wait or fail. Change the width
 * and the language. Plugin, example, width and language are in the address, so that a saved file shows its change at the same place.
 */
import { createRoot } from "react-dom/client";
import { Gallery } from "./admin/gallery/gallery.tsx";
import { galleryPlugins } from "./admin/gallery/gallery-plugins.ts";
import { pluginFolders } from "./installed-plugins.ts";
import type { Messages } from "./model/config.ts";
import { parseJsonFile } from "./model/json-file.ts";
import { loadPlugin } from "./plugin-loader.ts";
import { compileValidator } from "./server/validators/compile-validator.ts";
import type { CompiledValidator } from "./wire/validator-runtime.ts";

const MESSAGES = import.meta.glob<string>("/config/messages.json", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Draws the gallery in place of the product. */
export function showGallery(place: Element): void {
  const parts = { ...galleryPlugins(pluginFolders()), messages: readMessages(), loadPlugin, compile };
  createRoot(place).render(<Gallery parts={parts} />);
}

/** What cannot be read says nothing: the plugins' own sentences are left. */
function readMessages(): Messages {
  const texts = Object.values(MESSAGES).flatMap((text) => {
    const value = parseJsonFile("messages.json", text).file?.value;
    return typeof value === "object" && value !== null ? Object.entries(value) : [];
  });
  return Object.fromEntries(texts.filter(([, sentences]) => typeof sentences === "object"));
}

function compile(...fields: Parameters<typeof compileValidator>): CompiledValidator {
  const { check } = compileValidator(...fields);
  const validate: CompiledValidator = (record) => {
    const errors = [...check(record)];
    validate.errors = errors.map((error) => ({ schemaPath: "", ...error }));
    return errors.length === 0;
  };
  return validate;
}
