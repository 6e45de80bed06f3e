import { useMemo } from "react";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import type { AskedLine } from "./asked-log.tsx";
import { type Options, optionFaultsOf } from "./check-options.ts";
import { useGallery } from "./gallery-parts.ts";
import type { Server, View } from "./use-view.ts";

/** What an example is tried with: each the same object until the address says otherwise. */
export interface Tried {
  /** They hold. */
  readonly options: Options;
  /** Values of other fields of the record. */
  readonly record: RecordData;
  readonly server: Server;
  readonly language: string;
}

/** What the address says of an example; of what it says wrong or not at all, the example's own. */
export function useTried(manifest: PluginManifest, example: PluginExample, view: View): Tried {
  const { known } = useGallery();
  const { server, language } = view;
  const options = useMemo(() => {
    const read = readObject(view.options);
    const holds = read !== undefined && optionFaultsOf(known, manifest, example, read).length === 0;
    return holds ? read : (example.options ?? {});
  }, [known, manifest, example, view.options]);
  const record = useMemo(() => readObject(view.record) ?? example.record ?? {}, [example, view.record]);
  return useMemo(() => ({ options, record, server, language }), [options, record, server, language]);
}

function readObject(text: string | undefined): { readonly [name: string]: Json } | undefined {
  try {
    const value: Json = JSON.parse(text ?? "null");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the boxes of an example are drawn from. */
export interface StatesProps {
  /** The plugin's. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  readonly tried: Tried;
  onAsked(line: AskedLine): void;
}
