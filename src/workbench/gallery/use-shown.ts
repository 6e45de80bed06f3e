import { useMemo } from "react";
import { examplesOf } from "../../compiler/manifest/plugin-examples.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { isObject, type JsonObject } from "../../record/json.ts";
import type { Behaviour } from "../harness/recording-host.ts";
import type { AskedLine } from "./asked-log.tsx";
import { optionFaultsOf } from "./check-options.ts";
import { type GalleryParts, useGallery } from "./gallery-parts.ts";

export const WIDTHS = ["full", "390"] as const;

/** How every call to the server may end, with its name for the author. */
export const SERVERS = {
  answers: ["Answers", "answers"],
  waits: ["Never answers", "waits"],
  fails: ["Fails", { fails: "The server failed, in a message of its own." }],
} as const satisfies Record<string, readonly [string, Behaviour]>;

export const isServer = (name: string): name is keyof typeof SERVERS => Object.hasOwn(SERVERS, name);

/** What is chosen of a plugin. It lives in the address, so that a reload keeps it and another person can be sent it. */
export interface View {
  /** Index of the example. */
  readonly example: number;
  readonly width: (typeof WIDTHS)[number];
  readonly language: string;
  readonly server: keyof typeof SERVERS;
  /** As JSON; undefined: the example's own. */
  readonly options: string | undefined;
  /** The other fields of the record, likewise. */
  readonly record: string | undefined;
}

/** What an address need not say. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["example", "0"],
  ["width", "full"],
  ["server", "answers"],
]);

export function writeView(view: View): URLSearchParams {
  const texts = Object.entries(view).map(([name, value]) => [name, String(value ?? "")]);
  return new URLSearchParams(texts.filter(([name = "", text]) => text !== (DEFAULTS.get(name) ?? "")));
}

/** What of a plugin is shown. */
export interface Shown {
  readonly view: View;
  readonly examples: readonly PluginExample[];
  /** Those that can be chosen: the config's, then those of the plugin's own messages. */
  readonly languages: readonly string[];
  readonly example: PluginExample;
  /** As a config writes them; they are valid. The same object until the address says otherwise. */
  readonly options: JsonObject;
  /** Values of the other fields of the record. The same object until the address says otherwise. */
  readonly record: RecordData;
}

/** What the address says; where it says nothing or something wrong, the example's own. */
export function useShown({ manifest }: FoundPlugin, search: URLSearchParams): Shown {
  const gallery = useGallery();
  const { known } = gallery;
  const examples = useMemo(() => examplesOf(manifest), [manifest]);
  const languages = languagesOf(manifest, gallery);
  const view = readView(search, examples, languages);
  const example = exampleAt(examples, view.example);
  const options = useMemo(() => {
    const read = readObject(view.options);
    const isValid = read !== undefined && optionFaultsOf(known, manifest, example, read).length === 0;
    return isValid ? read : (example.options ?? {});
  }, [known, manifest, example, view.options]);
  const record = useMemo(() => readObject(view.record) ?? example.record ?? {}, [example, view.record]);
  return { view, examples, languages, example, options, record };
}

function languagesOf({ messages = {} }: PluginManifest, gallery: GalleryParts): readonly string[] {
  const own = Object.values(messages).flatMap(({ text }) => Object.keys(text));
  return [...new Set([...Object.keys(gallery.messages), ...own])];
}

function readView(
  search: URLSearchParams,
  examples: readonly PluginExample[],
  languages: readonly string[],
): View {
  const example = Number(search.get("example"));
  const server = search.get("server") ?? "";
  return {
    example: examples[example] === undefined ? 0 : example,
    width: search.get("width") === "390" ? "390" : "full",
    language: languages.find((language) => language === search.get("language")) ?? languages[0] ?? "en",
    server: isServer(server) ? server : "answers",
    options: search.get("options") ?? undefined,
    record: search.get("record") ?? undefined,
  };
}

function exampleAt(examples: readonly PluginExample[], index: number): PluginExample {
  const example = examples[index];
  if (example === undefined) throw new Error("A valid manifest has an example, or a value to make one of.");
  return example;
}

function readObject(text = "null"): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the boxes of an example are drawn from. */
export interface StatesProps {
  readonly plugin: FoundPlugin;
  readonly shown: Shown;
  onAsked(line: AskedLine): void;
}
