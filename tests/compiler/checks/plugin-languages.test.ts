import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { readManifest } from "../../../src/compiler/manifest/read-manifest.ts";
import { knownPlugins, libraryWith, manifest, PLUGINS } from "../../model/library.ts";

const IMAGES = manifest("widget", "images", ["image", "images"], { defaultFor: ["image", "images"] });

const said = (text: Record<string, string>) => ({ description: "Said.", text });

/** The codes of what is reported of the manifest, and of a config with French books, whose widget speaks so. */
async function toldOf(add: Record<string, string>, remove: Record<string, string>) {
  const widget = { ...IMAGES, messages: { add: said(add), remove: said(remove) } };
  const others = [...PLUGINS.widgets.values()].filter((one) => one.manifest.name !== "images");
  const cells = [...PLUGINS.cells.values()];
  const plugins = knownPlugins([widget, ...[...others, ...cells].map((one) => one.manifest)]);
  const files = await libraryWith({
    "messages.json": (json) => void Object.assign(json, { fr: json.en }),
    "entities/books.json": (json) => void Object.assign(json, { language: "fr" }),
  });
  return [
    readManifest("plugins/images/plugin.json", JSON.stringify(widget)).problems.map(({ code }) => code),
    checkConfig(files, plugins).problems.map(({ code, file }) => `${code} ${file}`),
  ];
}

it("a sentence left out of a language that the plugin speaks is reported once, at its manifest, used on such a screen or not", async () => {
  expect(await toldOf({ en: "Add", fr: "Ajouter" }, { en: "Remove" })).toEqual([["PLUGIN_LANGUAGE"], []]);
  expect(await toldOf({ en: "Add", nl: "Toevoegen" }, { en: "Remove", fr: "Supprimer" })).toEqual([
    ["PLUGIN_LANGUAGE", "PLUGIN_LANGUAGE"],
    [],
  ]);
});

it("a language that a plugin does not speak at all is reported once, where messages.json could", async () => {
  expect(await toldOf({ en: "Add" }, { en: "Remove" })).toEqual([[], ["PLUGIN_LANGUAGE messages.json"]]);
});

it("a cell is asked too: in the language of each list that has it", async () => {
  const dotted = manifest("cell", "dotted", ["integer", "number"], {
    messages: { full: said({ en: "Full" }) },
  });
  const plugins = knownPlugins([
    ...[...PLUGINS.widgets.values(), ...PLUGINS.cells.values()].map((one) => one.manifest),
    dotted,
  ]);
  const reported = async (language: string) => {
    const files = await libraryWith({
      "messages.json": (json) => void Object.assign(json, { fr: json.en }),
      "entities/books.json": (json) => {
        json.language = language;
        json.list.columns.push({ field: "scores.staff", cell: "dotted" });
      },
    });
    return checkConfig(files, plugins).problems.filter(({ message }) => message.includes("dotted"));
  };
  expect(await reported("en")).toEqual([]);
  expect(await reported("fr")).toMatchObject([{ code: "PLUGIN_LANGUAGE", file: "messages.json" }]);
});
